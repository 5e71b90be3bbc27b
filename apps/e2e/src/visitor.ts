import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { until } from '@chat/testing';

/** Kept for people to look at. */
const screenshots = join(__dirname, '../dist/screenshots');

const phone = { viewport: { width: 360, height: 700 }, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1200, height: 800 } };

/** The screens and colour schemes that pages are looked at with. */
const contextOf = {
  'phone-light': { ...phone, colorScheme: 'light' },
  'phone-dark': { ...phone, colorScheme: 'dark' },
  'desktop-light': { ...desktop, colorScheme: 'light' },
  'desktop-dark': { ...desktop, colorScheme: 'dark' },
} as const satisfies Record<string, BrowserContextOptions>;

export type Look = keyof typeof contextOf;
export const looks = Object.keys(contextOf) as Look[];

/** What a person sees: a page, and what Chromium complained about, violations of the policy among it. */
export interface Visitor {
  page: Page;
  complaints: string[];
  close: () => Promise<void>;
}

/** The reference draws for seconds; a machine that is busy with other things takes a multiple of that. */
const PATIENCE_MS = 60_000;

/** Opens a page for somebody who has no cookies yet. */
export async function visit(browser: Browser, look: Look, options?: BrowserContextOptions): Promise<Visitor> {
  const context = await browser.newContext({ ...contextOf[look], ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  context.on('console', (message) => {
    // A refused sign-in is an answer of 401, which Chromium reports too.
    if (message.type() === 'error' && !message.text().includes('status of 4'))
      complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  return { page: await context.newPage(), complaints, close: () => context.close() };
}

/** Waits until the page fits the width of its screen, as it does once all of it is drawn, and takes a screenshot of it. */
export async function keep(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  const fits = () => page.evaluate('document.documentElement.scrollWidth <= window.innerWidth');
  await until(fits, { describe: `${name} to fit the width of its screen` });
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage });
}
