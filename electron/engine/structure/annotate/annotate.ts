import type { ClauseNode, ClauseTree, Exclusion } from '../../../../shared/model.ts';
import type { SourceText } from '../../layout/sourceText.ts';
import { findBridges } from './bridges.ts';
import { classify } from './classify.ts';
import { findDefinitions } from './definitions.ts';
import { findFront } from './front.ts';
import { languageOf } from './language.ts';
import { findReferences } from './references.ts';
import { viewOf } from './view.ts';

export type Annotations = Pick<
  ClauseTree,
  'kind' | 'kindReasons' | 'language' | 'definitions' | 'references' | 'bridges' | 'front'
>;

/**
 * Everything the tree says beside its borders: definitions, references, bridges, front matter, language and kind.
 * Spans are UTF-16 offsets into `source.text` and may overlap; the partition into nodes is not touched. `name` is the file
 * name, one of the signs of the classifier. Linear in the text.
 */
export function annotate(
  source: SourceText,
  nodes: readonly ClauseNode[],
  exclusions: readonly Exclusion[],
  name: string,
): Annotations {
  const view = viewOf(source, nodes, exclusions);
  const definitions = findDefinitions(view);
  const references = findReferences(view);
  const kind = classify(view, name);
  return {
    ...kind,
    language: languageOf(view),
    definitions,
    references,
    bridges: findBridges(view, references, definitions, kind.kind === 'contract'),
    front: findFront(view, definitions),
  };
}
