import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** WCAG 2.2 AA, and what axe holds to be good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on the page as it is: the rule, and the elements. */
export async function findingsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const options = JSON.stringify({ runOnly: RULES, resultTypes: ['violations'] });
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${options})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
