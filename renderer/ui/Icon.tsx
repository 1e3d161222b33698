/** Line icons on a 16-unit grid, drawn for this product. Decorative: the control beside them carries the name. */
const paths = {
  add: 'M8 3.5v9M3.5 8h9',
  close: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  page: 'M4.5 2h5l3 3v9h-8zM9.5 2v3h3',
  word: 'M4.5 2h5l3 3v9h-8zM9.5 2v3h3M6.5 8h4M6.5 10.5h4',
  chevron: 'M6 4l4 4-4 4',
  zoomIn: 'M7 4.5v5M4.5 7h5M10.6 10.6L14 14M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0z',
  zoomOut: 'M4.5 7h5M10.6 10.6L14 14M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0z',
  fit: 'M2 8h12M4.5 5.5L2 8l2.5 2.5M11.5 5.5L14 8l-2.5 2.5',
  warning: 'M8 2.5l6 11H2zM8 6.5v3.5M8 11.8v.2',
  trash: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 9h6l.5-9',
  stop: 'M5 5h6v6H5z',
  send: 'M8 13V3.5M4 7.5l4-4 4 4',
  drop: 'M8 2.5v8M4.5 7L8 10.5 11.5 7M3 13.5h10',
  scales: 'M8 2.5v11M4.5 13.5h7M3 5h10M3 5L1.2 9.5a1.9 1.9 0 0 0 3.6 0zM13 5l-1.8 4.5a1.9 1.9 0 0 0 3.6 0z',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
