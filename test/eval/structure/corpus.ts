import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const folders = [
  'cuad/txt',
  'cuad/pdf',
  'md-agreements',
  'open-agreements',
  'skillhub-en',
  'zh-contract-md',
  'zh-gf-data-contracts',
  'zh-leases',
  'zh-derived-docx',
  'zh-derived-pdf',
];
/** Notes of the collection and scans, which need character recognition. */
const noDocument =
  /(?:^|\/)(?:README|SOURCE|LICEN[CS]E)|\/(?:licences|metadata|licence-evidence)\/|\.expected\.txt$|\.imageonly\./i;
/** Documents of the same collections that accompany contracts: consents, notices, lists, a charter, an article. */
const accompanying =
  /consent|checklist|request-list|working-group|instructions|-notice|resignation|Certificate_of_Incorporation|climate-aligned/i;

function filesUnder(data: string, folder: string): string[] {
  const base = path.join(data, folder);
  if (!existsSync(base)) return [];
  return readdirSync(base, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => /\.(?:txt|md|docx|pdf)$/i.test(file) && !noDocument.test(file))
    .toSorted();
}

/** Contracts of the shared data, by their paths below it. */
export const contractsOf = (data: string): string[] =>
  folders.flatMap((folder) => filesUnder(data, folder)).filter((file) => !accompanying.test(file));

/** What the same data hold besides contracts: statutes, a report, a tender and papers that go with contracts. */
export function othersOf(data: string): { readonly name: string; readonly files: readonly string[] }[] {
  const all = folders.flatMap((folder) => filesUnder(data, folder));
  return [
    { name: 'statutes', files: filesUnder(data, 'zh-laws') },
    { name: 'reports', files: filesUnder(data, 'examples').filter((file) => /report/.test(file)) },
    { name: 'papers beside contracts', files: all.filter((file) => accompanying.test(file)) },
  ];
}
