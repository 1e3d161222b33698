import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quietRun } from '../../../../electron/engine/run.ts';
import { checkPartition } from '../../../../electron/engine/structure/partition.ts';
import { structure } from '../../../../electron/engine/structure/structure.ts';
import { createReader } from '../../../../electron/readers/read.ts';
import { docxLooks, toDocx } from '../../../support/render/docx.ts';
import { contractOf, expectedNodes, makeContract, seenNodes } from '../../../support/render/expected.ts';
import type { MadeClause, MadeContract, Seen } from '../../../support/render/expected.ts';
import { pdfLooks, runningHeader, toPdf } from '../../../support/render/pdf.ts';
import type { PdfLook } from '../../../support/render/pdf.ts';
import { clauseTrees, styles } from './render.ts';
import type { Style } from './render.ts';

const reader = createReader();

type Row = Pick<MadeClause, 'depth' | 'label' | 'gap' | 'words'>;

/** The nodes that the product sees in a file of the contract. */
async function read(bytes: Uint8Array, { chinese }: MadeContract): Promise<Seen[]> {
  const { source } = await reader.read({ bytes, name: 'contract' }, quietRun);
  const tree = structure(source, { name: 'contract' });
  expect(checkPartition(source, tree)).toEqual([]);
  return seenNodes(source, tree, chinese);
}

const contracts = (chinese: boolean): fc.Arbitrary<MadeContract> =>
  fc
    .tuple(clauseTrees, fc.constantFrom(...styles.filter((style) => style.chinese === chinese)))
    .map(([tree, style]) => makeContract(tree, style));

/** `ROUNDTRIP_RUNS` and `ROUNDTRIP_SEED` look further than the suite does. */
const settings = {
  numRuns: Number(process.env['ROUNDTRIP_RUNS'] ?? 25),
  seed: Number(process.env['ROUNDTRIP_SEED'] ?? 44),
  interruptAfterTimeLimit: 20_000,
  markInterruptAsFailure: true,
};

/** Pages of a kind that `known faults` below shows with its smallest example. */
function knownFault({ style }: MadeContract, look: PdfLook): boolean {
  const oddLabel = style.levels.some((level) => level === '①' || level === 'a)');
  if (look.indent === 'first-line') return look.step > 0 || oddLabel;
  return look.indent === 'hanging' && oddLabel;
}

describe.each([
  ['English', false],
  ['Chinese', true],
])('a made-up %s contract comes back as it was written', (_, chinese) => {
  test('from Word, numbers typed', async () => {
    await fc.assert(
      fc.asyncProperty(contracts(chinese), docxLooks, async (contract, look) => {
        expect(await read(toDocx(contract, { ...look, automatic: false }), contract)).toEqual(expectedNodes(contract));
      }),
      settings,
    );
  });

  test('from Word, numbers counted by Word', async () => {
    await fc.assert(
      fc.asyncProperty(contracts(chinese), docxLooks, async (contract, look) => {
        expect(await read(toDocx(contract, { ...look, automatic: true }), contract)).toEqual(expectedNodes(contract));
      }),
      settings,
    );
  });

  test('from PDF', async () => {
    await fc.assert(
      fc.asyncProperty(contracts(chinese), pdfLooks, async (contract, look) => {
        fc.pre(!knownFault(contract, look));
        expect(await read(await toPdf(contract, look), contract)).toEqual(expectedNodes(contract));
      }),
      settings,
    );
  });
});

describe.each([
  ['English', false],
  ['Chinese', true],
])('running lines change no clause of a %s contract', (_, chinese) => {
  const few = { ...settings, numRuns: Math.ceil(settings.numRuns / 3) };

  test('in Word', async () => {
    await fc.assert(
      fc.asyncProperty(contracts(chinese), docxLooks, async (contract, look) => {
        const bare = await read(toDocx(contract, { ...look, furniture: false }), contract);
        expect(await read(toDocx(contract, { ...look, furniture: true }), contract)).toEqual(bare);
      }),
      few,
    );
  });

  test('in PDF, and what they were is listed', async () => {
    await fc.assert(
      fc.asyncProperty(contracts(chinese), pdfLooks, async (contract, look) => {
        const bare = await read(await toPdf(contract, { ...look, header: false }), contract);
        const bytes = await toPdf(contract, { ...look, header: true });
        expect(await read(bytes, contract)).toEqual(bare);
        const { source } = await reader.read({ bytes, name: 'contract' }, quietRun);
        const left = source.exclusions.map(({ start, end }) => source.text.slice(start, end)).join('\n');
        const times = left.split(runningHeader(chinese)).length - 1;
        expect(times).toBe(source.pages.length > 1 ? source.pages.length : 0);
      }),
      few,
    );
  });
});

/**
 * Pages that the product still reads wrongly, each cut down to its smallest form. They count as failures that are expected:
 * the first one that comes right makes its test fail, and moves up into the law.
 */
describe('known faults', () => {
  const look: PdfLook = {
    wholeReferences: false,
    indent: 'first-line',
    step: 18,
    size: 10,
    leading: 1.2,
    paragraphGap: 0,
    column: 360,
    lines: 40,
    bold: false,
    justified: false,
    header: false,
    footer: 'dashes',
  };
  const printed = async (
    contract: MadeContract,
    changes: Partial<PdfLook>,
  ): Promise<{ seen: Seen[]; made: Seen[] }> => ({
    seen: await read(await toPdf(contract, { ...look, ...changes }), contract),
    made: expectedNodes(contract),
  });
  const chinese: Style = { chinese: true, levels: ['一、', '（一）', 'n.'] };
  const english: Style = { chinese: false, levels: ['n.', '(a)'] };
  const fees = (i: number): string =>
    `甲方在${'果磨车站桥花塔'[i]}园应当在收到发票后三十（30）日内支付服务费1.5万元（首期）。`;
  const clause = (depth: number, label: string, words: string, gap = ''): Row => ({ depth, label, gap, words });

  test.fails('a first line indented less than the one above starts a paragraph', async () => {
    const { seen, made } = await printed(
      contractOf(chinese, [
        clause(0, '一、', '付款'),
        clause(1, '（一）', '甲方应当支付首期服务费；'),
        clause(2, '1.', '甲方在磨坊应当在收到发票后支付服务费。'),
        clause(2, '2.', '本合同在面包房自2026年3月1日起生效，有效期为3年（铸造厂）。'),
        clause(1, '（二）', '甲方在铸造厂应当在收到发票后三十（30）日内支付服务费1.5万元（图书馆）。'),
      ]),
      { column: 361 },
    );
    expect(seen).toEqual(made);
  });

  test.fails('hanging circled numbers are no table', async () => {
    const { seen, made } = await printed(
      contractOf({ chinese: true, levels: ['一、', 'n、', '①'] }, [
        clause(0, '一、', '付款'),
        ...['1、', '2、', '3、', '4、'].map((label, i) => clause(1, label, fees(i))),
        ...['①', '②', '③'].map((label, i) => clause(2, label, fees(i + 4))),
        clause(0, '二、', '保密'),
      ]),
      { indent: 'hanging', column: 330, lines: 9 },
    );
    expect(seen).toEqual(made);
  });

  test.fails('a line that starts with the end of a reference is no item', async () => {
    const { seen, made } = await printed(
      contractOf(english, [
        clause(0, '1.', 'The Customer shall pay the fees:', ' '),
        clause(1, '(a)', 'on the first day; and', ' '),
        clause(
          1,
          '(b)',
          'Neither party at the tower may assign this Agreement, except as set out in Sections 2(a) and (b) by the harbour;',
          ' ',
        ),
        clause(1, '(c)', 'as the order form says.', ' '),
      ]),
      { indent: 'flush', column: 424, step: 54 },
    );
    expect(seen).toEqual(made);
  });

  test.fails('a line of the text that three pages have in common is no running line', async () => {
    const { seen, made } = await printed(
      contractOf(
        english,
        ['harbour', 'orchard', 'mill', 'bakery', 'library', 'bridge', 'garden', 'chapel', 'tower'].map((place, i) =>
          clause(
            0,
            `${i + 1}.`,
            `Fees for the ${place} shall be paid without deduction to the account of the Provider within thirty days after the receipt of an invoice.`,
            ' ',
          ),
        ),
      ),
      { indent: 'flush', column: 400, lines: 6 },
    );
    expect(seen).toEqual(made);
  });
});
