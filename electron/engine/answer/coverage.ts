import type { Coverage } from '../../../shared/model.ts';
import type { DocumentView } from '../retrieve/documentView.ts';

/** Codes that readers give to pages without usable text. */
const isUnreadablePage = ({ page }: { readonly page?: number | undefined }): boolean => page !== undefined;

/** How much of the documents an exhaustive search has looked at: clauses with text of their own, and pages it could not read. */
export function coverageOf(views: readonly DocumentView[], checked: ReadonlySet<string>): Coverage {
  let clauses = 0;
  let seen = 0;
  let unreadablePages = 0;
  for (const view of views) {
    const nodes = new Set<string>();
    for (const { node: id } of view.parsed.chunks) {
      const node = view.node(id);
      if (node !== undefined && view.isEvidence(node)) nodes.add(id);
    }
    clauses += nodes.size;
    for (const node of nodes) if (checked.has(`${view.id}/${node}`)) seen++;
    unreadablePages += new Set(view.parsed.info.issues.filter(isUnreadablePage).map(({ page }) => page)).size;
  }
  return { clauses, checked: seen, unreadablePages };
}
