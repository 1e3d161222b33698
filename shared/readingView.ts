/** Inline content of the reading view: text with its look, or a picture. Never markup. */
export type ViewInline =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly bold: boolean;
      readonly italic: boolean;
      readonly underline: boolean;
    }
  | { readonly kind: 'break' }
  | { readonly kind: 'image'; readonly contentType: string; readonly base64: string };

export interface ViewParagraph {
  readonly kind: 'paragraph';
  /** Offset of its first character in `SourceText.text`; null for paragraphs without text of their own. */
  readonly anchor: number | null;
  /** 1 is the highest; null for body text. */
  readonly heading: number | null;
  readonly align: 'left' | 'center' | 'right' | 'justify' | null;
  readonly children: readonly ViewInline[];
}

export interface ViewTable {
  readonly kind: 'table';
  readonly rows: readonly {
    readonly header: boolean;
    readonly cells: readonly {
      readonly columnSpan: number;
      readonly rowSpan: number;
      readonly children: readonly ViewNode[];
    }[];
  }[];
}

/** The reading view of a document without pages: plain data, shown as text and never as HTML. */
export type ViewNode = ViewParagraph | ViewTable;
