import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { until } from '@chat/test-kit';

/** Screenshots are kept for people to look at. */
const screenshots = join(__dirname, '../../dist/screenshots');

const phone = { viewport: { width: 360, height: 700 }, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1200, height: 800 } };

const light = { colorScheme: 'light', reducedMotion: 'reduce' } as const;
const dark = { colorScheme: 'dark', reducedMotion: 'no-preference' } as const;

/** The screens and preferences with which pages are opened. */
const contextOf = {
  'phone-light': { ...phone, ...light },
  'phone-dark': { ...phone, ...dark },
  'desktop-light': { ...desktop, ...light },
  'desktop-dark': { ...desktop, ...dark },
} as const satisfies Record<string, BrowserContextOptions>;

export type Look = keyof typeof contextOf;
export const looks = Object.keys(contextOf) as Look[];

/** A visitor's page, and the errors that Chromium reported, including violations of the policy. */
export interface Visitor {
  page: Page;
  complaints: string[];
  close: () => Promise<void>;
}

/** Generous: the reference takes seconds to render, and a multiple of that on a busy machine. */
const PATIENCE_MS = 60_000;

/** Opens a page for a visitor without cookies. */
export async function visit(browser: Browser, look: Look, options?: BrowserContextOptions): Promise<Visitor> {
  const context = await browser.newContext({ ...contextOf[look], ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  context.on('console', (message) => {
    // A refused sign-in is answered with 401, which Chromium reports as well.
    if (message.type() === 'error' && !message.text().includes('status of 4'))
      complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  return { page: await context.newPage(), complaints, close: () => context.close() };
}

/**
 * Waits until the page fits the width of its screen, which it does once it is fully rendered, and takes a screenshot.
 */
export async function keep(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  const fits = () => page.evaluate('document.documentElement.scrollWidth <= window.innerWidth');
  await until(fits, { describe: `${name} to fit the width of its screen` });
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage });
}
