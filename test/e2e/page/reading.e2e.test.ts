import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discard, launch, newUserData } from '../../support/electron/launch.ts';
import type { Launched } from '../../support/electron/launch.ts';
import { ask, drop, highlighted, marked, sample, settled, shownQuote } from './window.ts';

const userData = newUserData();
const files = mkdtempSync(join(tmpdir(), 'proviso-files-'));
let app: Launched;
let page: Page;

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(files, name);
  writeFileSync(path, content);
  return path;
};
const row = (name: string) => page.locator('.document-row', { hasText: name });
const openDocument = (name: string): Promise<void> => row(name).locator('.document-open').click();
const openFirstCitation = (): Promise<void> => page.locator('.card-open').first().click();

beforeAll(async () => {
  app = await launch({ userData });
  page = app.page;
  await page.locator('.empty-library').waitFor({ timeout: 60_000 });
});
afterAll(async () => {
  await app.close();
  discard(userData);
  rmSync(files, { recursive: true });
});

describe('from a drop to the cited words', () => {
  it('adds dropped files with progress, and opens the first', async () => {
    await drop(page, ['cloud-services-en.pdf', 'consulting-en.docx', 'equipment-lease-zh.docx'].map(sample));
    await page.locator('.job-row progress').first().waitFor();
    await settled(page, 3);
    expect(await page.locator('.document-file').allInnerTexts()).toEqual(
      expect.arrayContaining(['cloud-services-en.pdf', 'consulting-en.docx', 'equipment-lease-zh.docx']),
    );
    await page.locator('.document-header h1').waitFor();
  });

  it('shows the clauses of the open document, and goes to one', async () => {
    await openDocument('cloud-services-en.pdf');
    const clause = page.getByRole('treeitem', { name: /4\.2\s*Location/ });
    await clause.click();
    await page.locator('.here').waitFor();
    const visible = await page.evaluate(() => {
      const line = document.querySelector('.here')?.getBoundingClientRect();
      const view = document.querySelector('.scroller')?.getBoundingClientRect();
      return Boolean(line && view && line.top >= view.top && line.bottom <= view.bottom);
    });
    expect(visible).toBe(true);
    expect(await clause.getAttribute('aria-selected')).toBe('true');
  });

  it.each([
    'Who owns the customer data?',
    'How fast must a breach of customer data be notified?',
    'When may the provider suspend the service?',
  ])('boxes exactly the cited words of a PDF: %s', async (question) => {
    await ask(page, question);
    const cards = page.locator('.card:visible', { hasText: 'cloud-services-en.pdf' });
    const count = Math.min(await cards.count(), 3);
    expect(count).toBeGreaterThan(0);
    for (let index = 0; index < count; index++) {
      await cards.nth(index).locator('.card-open').click();
      await page.locator('.card[data-shown]').waitFor();
      const quote = await shownQuote(page);
      await expect.poll(async () => (await highlighted(page)).text, { timeout: 20_000 }).toBe(quote);
      await expect.poll(async () => (await highlighted(page)).visible).toBe(true);
    }
  });

  it.each([
    ['consulting-en.docx', "Is the consultant's liability limited?"],
    ['equipment-lease-zh.docx', '乙方逾期支付租金有什么后果？'],
  ])('marks exactly the cited words of %s', async (name, question) => {
    await openDocument(name);
    await page.getByRole('combobox', { name: 'Search in' }).selectOption('open');
    await ask(page, question);
    await openFirstCitation();
    const quote = await shownQuote(page);
    await expect.poll(async () => (await marked(page)).text).toBe(quote);
    expect((await marked(page)).visible).toBe(true);
    await page.getByRole('combobox', { name: 'Search in' }).selectOption('all');
  });

  it('marks the same words in the text of a PDF', async () => {
    await ask(page, 'Who owns the customer data?');
    await page.locator('.card:visible', { hasText: 'cloud-services-en.pdf' }).first().locator('.card-open').click();
    const quote = await shownQuote(page);
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await expect.poll(async () => (await marked(page)).text).toBe(quote);
    await page.getByRole('button', { name: 'Pages', exact: true }).click();
  });
});

describe('files that are no contracts', () => {
  it('get one sentence each, and the others are added', async () => {
    const good = file(
      'supply.md',
      '# Supply Agreement\n\n1. Delivery. The Supplier delivers within ten days.\n\n2. Price. EUR 500.\n',
    );
    await drop(page, [file('empty.pdf', ''), good, file('photo.pdf', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))]);
    await settled(page, 4);
    await row('supply.md').waitFor();
    const failed = page.locator('.job-row[data-state=failed]');
    await expect.poll(() => failed.count()).toBe(2);
    expect((await failed.allInnerTexts()).join('\n')).toContain('“empty.pdf” is empty.');
    for (const name of ['empty.pdf', 'photo.pdf']) {
      await page.getByRole('button', { name: `Clear ${name} from the list` }).click();
    }
    expect(await failed.count()).toBe(0);
  });

  it('leave nothing behind when they are cancelled', async () => {
    const clauses = Array.from(
      { length: 20_000 },
      (_, i) => `${i + 1}. Duty ${i + 1}. The Supplier performs duty ${i + 1}.\n`,
    );
    await drop(page, [file('long.md', clauses.join('\n'))]);
    await page.getByRole('button', { name: 'Cancel long.md' }).click();
    await page.locator('.job-row[data-state=cancelled]').waitFor();
    await page.getByRole('button', { name: 'Clear long.md from the list' }).click();
    await settled(page, 4);
    expect(await row('long.md').count()).toBe(0);
  });

  it('are removed after a question', async () => {
    await row('supply.md').hover();
    await page.getByRole('button', { name: 'Remove supply.md' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await settled(page, 3);
    expect(await row('supply.md').count()).toBe(0);
  });
});

describe('the keyboard', () => {
  it('walks, folds and opens clauses', async () => {
    await openDocument('cloud-services-en.pdf');
    const items = page.getByRole('treeitem');
    await items.first().focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    const parent = page.locator('[role=treeitem]:focus');
    expect(await parent.getAttribute('aria-expanded')).toBe('true');
    const before = await items.count();
    await page.keyboard.press('ArrowLeft');
    expect(await items.count()).toBeLessThan(before);
    await page.keyboard.press('ArrowRight');
    expect(await items.count()).toBe(before);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.locator('.here').waitFor();
  });

  it('goes to the question from anywhere', async () => {
    await page.keyboard.press('Control+k');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  });
});

describe('the languages', () => {
  it('switch at once, and stay over a restart with the library', async () => {
    await page.getByRole('combobox', { name: 'Language' }).selectOption('zh-CN');
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    expect(await page.locator('.not-advice').innerText()).toContain('不构成法律意见');
    expect(await page.getByRole('heading', { name: '条款' }).count()).toBe(1);

    await app.close();
    app = await launch({ userData });
    page = app.page;
    await settled(page, 3);
    expect(await page.locator('.not-advice').innerText()).toContain('不构成法律意见');
    await page.getByRole('combobox', { name: '语言' }).selectOption('en');
    expect(await page.locator('.not-advice').innerText()).toContain('Not legal advice');
  });
});

describe('accessibility', () => {
  it.each(['light', 'dark'])('has no serious finding in the %s theme', async (theme) => {
    await page.getByRole('combobox', { name: 'Appearance' }).selectOption(theme);
    await ask(page, 'Is liability limited, and to what amount?');
    await openFirstCitation();
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().exclude('.textLayer').analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });
});
