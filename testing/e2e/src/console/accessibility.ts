import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** WCAG 2.2 AA, and what axe holds to be good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Colours are judged once what fades in is there, also what only begins to with the next frame; what pulses on and on is as it
 * will be.
 */
const SETTLED = `(async () => {
  for (;;) {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const running = document.getAnimations().filter(
      ({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity,
    );
    if (running.length === 0) return;
    await Promise.allSettled(running.map(({ finished }) => finished));
  }
})()`;

/** What axe finds on the page as it is: the rule, and the elements. */
export async function findingsOf(page: Page): Promise<string[]> {
  await page.evaluate(SETTLED);
  await page.evaluate(axe.source);
  const options = JSON.stringify({ runOnly: RULES, resultTypes: ['violations'] });
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${options})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
