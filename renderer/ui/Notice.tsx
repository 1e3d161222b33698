import { useMessages } from '../state/context.ts';
import { Icon } from './Icon.tsx';

/** One sentence about something that went wrong, read out by screen readers. */
export function Notice({ text, onDismiss }: { readonly text: string; readonly onDismiss?: () => void }) {
  const messages = useMessages();
  return (
    <div className="notice" role="alert">
      <Icon name="warning" />
      <span>{text}</span>
      {onDismiss && (
        <button type="button" className="icon-button" aria-label={messages.app.dismiss} onClick={onDismiss}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
