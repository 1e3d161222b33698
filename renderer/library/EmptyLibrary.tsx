import { useMessages } from '../state/context.ts';
import { Icon } from '../ui/Icon.tsx';
import { FilePicker } from './FilePicker.tsx';

/** What a new library shows in place of a document. */
export function EmptyLibrary() {
  const { library } = useMessages();
  return (
    <div className="empty-library">
      <Icon name="drop" />
      <h1>{library.emptyTitle}</h1>
      <p>{library.emptyBody}</p>
      <FilePicker className="button primary">{library.emptyAction}</FilePicker>
    </div>
  );
}
