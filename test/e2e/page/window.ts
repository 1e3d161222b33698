import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

export const sample = (name: string): string =>
  fileURLToPath(new URL(`../../../resources/samples/${name}`, import.meta.url));

/** Drops files of the disk onto the middle of the window, as a person does. */
export async function drop(page: Page, files: readonly string[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const place = { x: 600, y: 400, data: { items: [], files: [...files], dragOperationsMask: 1 } };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await cdp.send('Input.dispatchDragEvent', { type, ...place });
  }
  await cdp.detach();
}

/** Waits until every import is over and every document can be searched by meaning. */
export async function settled(page: Page, documents: number): Promise<void> {
  await page.waitForFunction(
    (count) =>
      document.querySelectorAll('.document-row').length === count &&
      document.querySelector('.job-row[data-state=running], .job-row[data-state=queued], .document-row .state') ===
        null,
    documents,
    { timeout: 90_000 },
  );
}

export async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox').fill(question);
  await page.keyboard.press('Enter');
  await page
    .locator('.ask', { has: page.locator('.question', { hasText: question }) })
    .locator('.answer')
    .waitFor({ timeout: 60_000 });
}

const bare = (text: string): string => text.replaceAll(/\s+/g, '');

/** The cited words of the shown card without white space. */
export async function shownQuote(page: Page): Promise<string> {
  return bare(await page.locator('.card[data-shown] .quote').innerText());
}

/**
 * The words of the page's own text layer whose middle lies in a highlight box, without white space; and whether the first box is
 * inside the visible part of the document.
 */
export async function highlighted(page: Page): Promise<{ text: string; visible: boolean }> {
  await page.locator('.highlight').first().waitFor();
  await page.locator('.page:has(.highlight) .textLayer span').first().waitFor();
  const found = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.highlight')].map((box) => box.getBoundingClientRect());
    const view = document.querySelector('.scroller')?.getBoundingClientRect();
    const covers = (x: number, y: number): boolean =>
      boxes.some(({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom);
    let text = '';
    for (const layer of document.querySelectorAll('.page:has(.highlight) .textLayer')) {
      const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const range = document.createRange();
        const length = node.nodeValue?.length ?? 0;
        for (let at = 0; at < length; at++) {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          if (covers((left + right) / 2, (top + bottom) / 2)) text += node.nodeValue?.[at] ?? '';
        }
      }
    }
    const first = boxes[0];
    const visible = Boolean(view && first && first.top >= view.top && first.bottom <= view.bottom);
    return { text, visible };
  });
  return { text: bare(found.text), visible: found.visible };
}

/** The marked words of the reading view, without white space; and whether the first of them can be seen. */
export async function marked(page: Page): Promise<{ text: string; visible: boolean }> {
  await page.locator('mark').first().waitFor();
  const found = await page.evaluate(() => {
    const marks = [...document.querySelectorAll('mark')];
    const view = document.querySelector('.scroller')?.getBoundingClientRect();
    const first = marks[0]?.getBoundingClientRect();
    const visible = Boolean(view && first && first.top >= view.top && first.top < view.bottom);
    return { text: marks.map(({ textContent }) => textContent).join(''), visible };
  });
  return { text: bare(found.text), visible: found.visible };
}
