import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { until, type PhoneMessage, type Stack } from '@chat/test-kit';
import { hasChromium, launchChromium, untilFocused } from '../access/chromium';
import { visit, type Look, type Visitor } from '../access/visitor';

export const PASSWORD = 'correct horse battery';
/** Chromium plays a tone into its microphone, and allows pages to listen. */
const MICROPHONE = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** Chromium in front of the console, and people who sign in. Where there is no Chromium, only its tests fail. */
export class ConsoleStage {
  private people = 0;
  private readonly visitors = new Set<Visitor>();

  private constructor(
    readonly stack: Stack,
    private readonly browser: Browser | null,
  ) {}

  static async open(stack: Stack): Promise<ConsoleStage> {
    return new ConsoleStage(stack, hasChromium ? await launchChromium(...MICROPHONE) : null);
  }

  async close(): Promise<void> {
    await this.browser?.close();
  }

  get base(): string {
    return this.stack.gatewayUrls[0]!;
  }

  /** Somebody who may do everything in a new account. */
  async newcomer(): Promise<{ accountId: number; email: string }> {
    const { id } = await this.stack.admin.createAccount({ name: 'Blumen Weber' });
    return { accountId: id, email: await this.person(id) };
  }

  /** Somebody of an account. @returns their address. */
  async person(accountId: number, role?: 'viewer' | 'agent' | 'developer' | 'admin' | 'owner') {
    const email = `console-${accountId}-${(this.people += 1)}@example.com`;
    await this.stack.admin.createUser(accountId, email, PASSWORD, role);
    return email;
  }

  async visit(look: Look, options?: BrowserContextOptions): Promise<Visitor> {
    const visitor = await visit(this.browser!, look, options);
    this.visitors.add(visitor);
    visitor.page.context().once('close', () => this.visitors.delete(visitor));
    return visitor;
  }

  /** Ends a test: each closes what it opens, so whatever is open shows where one failed. */
  async closePages(): Promise<void> {
    const open = await Promise.all([...this.visitors].map(({ page }) => describePage(page)));
    await Promise.all([...this.visitors].map(({ close }) => close()));
    if (open.length > 0) throw new Error(`The test ended while these were open:\n${open.join('\n\n')}`);
  }

  /** Signs in with the keyboard on the way to a page of the console. */
  async openAs(email: string, look: Look, place = ''): Promise<Visitor> {
    const visitor = await this.visit(look);
    await visitor.page.goto(`${this.base}/console/${place}`);
    await this.signIn(visitor.page, email);
    return visitor;
  }

  async signIn(page: Page, email: string): Promise<void> {
    await untilFocused(page, 'E-mail address');
    await page.keyboard.type(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  }

  /** What the customer received, once there is as much. */
  async received(customer: string, count = 1): Promise<PhoneMessage[]> {
    const read = async () => {
      const all = await this.stack.sandbox.messages(customer);
      return all.length >= count && all;
    };
    return until(read, { describe: `${customer} to receive ${count} messages` });
  }

  async textsAt(customer: string): Promise<(string | null)[]> {
    return (await this.received(customer)).map(({ text }) => text);
  }
}

/** A page in words, for whoever cannot look at it. */
async function describePage(page: Page): Promise<string> {
  const focused = await page.evaluate<string>('document.activeElement?.outerHTML.slice(0, 200)');
  const text = await page.locator('body').innerText();
  return `${page.url()}\nfocus: ${focused}\n${text.slice(0, 2_000)}`;
}

/** Clicks twice before the page shows what the first click did, as on a slow machine. */
export async function clickTwice(button: Locator): Promise<void> {
  await button.evaluate((element: { click: () => void }) => {
    element.click();
    element.click();
  });
}

/** Presses Tab until the element with this name has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(
      '(() => { const e = document.activeElement; return [e.ariaLabel, ...[...(e.labels ?? [])].map((l) => l.innerText), e.innerText].filter(Boolean).join(" "); })()',
    );
    if (typeof name === 'string' ? focused.trim() === name : name.test(focused)) return;
  }
  throw new Error(`Tab never came to ${String(name)}.`);
}
