import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';

export const PASSWORD = 'correct horse battery';
const PATIENCE_MS = 60_000;
const SETTLE_MS = 2_000;

/** The console as one person has it open. */
export class ConsolePage {
  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
    private readonly base: string,
  ) {}

  static async signIn(browser: Browser, base: string, email: string): Promise<ConsolePage> {
    const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await page.goto(`${base}/console/`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    return new ConsolePage(context, page, base);
  }

  close(): Promise<void> {
    return this.context.close();
  }

  /** The same person in a page whose cache is empty. */
  async openInbox(browser: Browser): Promise<{ opened: ConsolePage; listMs: number }> {
    const context = await browser.newContext({
      viewport: { width: 1200, height: 800 },
      storageState: await this.context.storageState(),
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const startedAt = performance.now();
    await page.goto(`${this.base}/console/inbox`, { waitUntil: 'commit' });
    await this.rowsOf(page).first().waitFor();
    return { opened: new ConsolePage(context, page, this.base), listMs: performance.now() - startedAt };
  }

  /** Opens the first conversation. @returns how long its messages took. */
  async openFirst(): Promise<number> {
    const startedAt = performance.now();
    await this.rowsOf(this.page).first().click();
    await this.page.getByRole('article').first().waitFor();
    return performance.now() - startedAt;
  }

  async countRows(): Promise<number> {
    return this.rowsOf(this.page).count();
  }

  async countMessages(): Promise<number> {
    return this.page.getByRole('article').count();
  }

  /** Scrolls the list down as far as it comes in so many steps. */
  async scrollList(steps: number): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      await this.page.evaluate("document.querySelector('nav[aria-label=Conversations]').scrollBy(0, 3_000)");
      await delay(50);
    }
  }

  /** Scrolls the thread up until earlier messages come. @returns how far what was seen moved meanwhile, in pixels. */
  async readEarlier(): Promise<number> {
    const answered = this.page.waitForResponse((response) => response.url().includes('/messages?'));
    await this.page.evaluate("document.querySelector('[role=region][aria-label=Messages]').scrollTo(0, 300)");
    const look = `(() => {
      const box = document.querySelector('[role=region][aria-label=Messages]').getBoundingClientRect();
      const seen = [...document.querySelectorAll('article')].find((one) => one.getBoundingClientRect().top >= box.top + 40);
      return { text: seen.innerText, top: seen.getBoundingClientRect().top };
    })()`;
    await delay(100);
    const before = await this.page.evaluate<{ text: string; top: number }>(look);
    await answered;
    await delay(500);
    const top = await this.page.evaluate<number | null>(
      `[...document.querySelectorAll('article')].find((one) => one.innerText === ${JSON.stringify(before.text)})?.getBoundingClientRect().top ?? null`,
    );
    return top === null ? Infinity : Math.abs(top - before.top);
  }

  /** The requests of a page that nobody touches, the stream aside, as many as they would be in a minute. */
  async idleRequests(ms: number): Promise<number> {
    // What the last arrivals have caused is no rest yet.
    await delay(SETTLE_MS);
    let requests = 0;
    const count = () => void (requests += 1);
    this.page.on('request', count);
    await delay(ms);
    this.page.off('request', count);
    return (requests * 60_000) / ms;
  }

  /** Resolves when the thread shows the text. */
  shows(text: string): Promise<void> {
    return this.page.getByRole('article').getByText(text, { exact: true }).last().waitFor();
  }

  setOffline(isOffline: boolean): Promise<void> {
    return this.context.setOffline(isOffline);
  }

  private rowsOf(page: Page) {
    return page.getByRole('navigation', { name: 'Conversations' }).getByRole('link');
  }
}
