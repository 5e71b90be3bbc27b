import type { Page } from 'playwright-core';
import type { Stack } from '@chat/test-kit';

/** What a page shows, what its fields have, and what the browser keeps of it. */
const KEPT = `(async () => JSON.stringify([
  document.documentElement.outerHTML,
  [...document.querySelectorAll('input, textarea')].map(({ value }) => value),
  { ...localStorage }, { ...sessionStorage }, history.state, document.cookie,
  await indexedDB.databases(), await caches.keys(),
  performance.getEntriesByType('resource').map(({ name }) => name),
]))()`;

/** Where secrets are found that were shown or typed once: on the page, in its storage or history, or in a log. */
export async function placesOf(secrets: readonly string[], page: Page, stack: Stack): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send('Page.getNavigationHistory');
  await session.detach();
  const places: [name: string, text: string][] = [
    ['the page', await page.evaluate<string>(KEPT)],
    ['the history', JSON.stringify(entries)],
    ...(await stack.readLogs()),
  ];
  return places.flatMap(([name, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret.slice(0, 6)}… in ${name}`),
  );
}
