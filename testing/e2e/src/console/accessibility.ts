import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** WCAG 2.2 AA, and what axe holds to be good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

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
export function findingsOf(page: Page): Promise<string[]> {
  return findings(page, RULES);
}

/** What it finds of colours alone, on a page whose other rules were judged in other colours. */
export function findingsOfColours(page: Page): Promise<string[]> {
  return findings(page, { type: 'rule', values: COLOUR_RULES });
}

async function findings(page: Page, runOnly: axe.RunOptions['runOnly']): Promise<string[]> {
  await page.evaluate(SETTLED);
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${options})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** The words of a plot that are cut or lie on others. */
export function illegibleIn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const plot = document.querySelector('svg[role=img]');
    const frame = plot.getBoundingClientRect();
    const words = [...plot.querySelectorAll('text')].map((text) => [text.textContent, text.getBoundingClientRect()]);
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const isCut = ({ top, bottom, left }) => top < frame.top || bottom > frame.bottom || left < frame.left;
    return words.filter(([, a]) => isCut(a) || words.some(([, b]) => a !== b && meet(a, b))).map(([word]) => word);
  })()`);
}
