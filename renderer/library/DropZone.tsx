import { useEffect, useState } from 'react';
import { useLibrary, useMessages } from '../state/context.ts';
import { Icon } from '../ui/Icon.tsx';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Takes files dropped anywhere in the window. */
export function DropZone() {
  const messages = useMessages();
  const add = useLibrary((state) => state.add);
  const [over, setOver] = useState(false);

  useEffect(() => {
    const enter = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      // Without this the page would be replaced by the file.
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) void add(files);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragover', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragover', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [add]);

  return (
    <div className="drop-overlay" hidden={!over} aria-hidden="true">
      <div>
        <Icon name="drop" />
        {messages.library.drop}
      </div>
    </div>
  );
}
