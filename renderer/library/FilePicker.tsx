import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useLibrary } from '../state/context.ts';

const ACCEPTED = '.pdf,.docx,.doc,.txt,.md,.html,.htm,.png,.jpg,.jpeg';

/** A button over the system's file dialog. The extensions only filter the dialog; the content decides. */
export function FilePicker({
  className,
  label,
  children,
}: {
  readonly className: string;
  readonly label?: string;
  readonly children: ReactNode;
}) {
  const add = useLibrary((state) => state.add);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        title={label}
        onClick={() => input.current?.click()}
      >
        {children}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file may be chosen again after it failed.
          event.currentTarget.value = '';
          if (files.length > 0) void add(files);
        }}
      />
    </>
  );
}
