import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import type {
  Channel,
  CreatedOnboardingSession,
  CreateOnboardingSession,
  OnboardingSession,
} from '@chat/client';
import type { CreateAccount } from '@chat/contracts/gateway';
import { until, type Stack, type TestClient } from '@chat/test-kit';
import { launchChromium } from '../access/chromium';
import { visit, type Look, type Visitor } from '../access/visitor';

export const PASSWORD = 'correct horse battery';
/** An account with a user who can sign in, and a client that starts sessions. */
export interface Business {
  name: string;
  email: string;
  client: TestClient;
}

/** One proxy is trusted, so everybody can have their own address; programs have this one. */
export const ONE_PROXY = { TRUSTED_PROXY_HOPS: '1' };
const asProgram = { 'x-forwarded-for': '127.0.0.1' };

let lastNumber = 1_000_000;
let lastAddress = 0;

/** An unused number, in digits. */
export function newNumber(): string {
  return `49301${(lastNumber += 1)}`;
}

/** Chromium, the client that people return to, and businesses that connect numbers. */
export class OnboardingStage {
  private constructor(
    private readonly stack: Stack,
    private readonly browser: Browser,
    private readonly client: Server,
  ) {}

  static async open(stack: Stack): Promise<OnboardingStage> {
    const client = createServer((_, response) => response.end('<h1>Back at the client</h1>'));
    client.listen(0, '127.0.0.1');
    await once(client, 'listening');
    return new OnboardingStage(stack, await launchChromium(), client);
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.client.closeAllConnections();
    this.client.close();
  }

  /** Number of gateways that requests may reach. */
  get gateways(): number {
    return this.stack.gatewayUrls.length;
  }

  get returnUrl(): string {
    return `http://127.0.0.1:${(this.client.address() as AddressInfo).port}/connected`;
  }

  async business(name: string, plan: Partial<CreateAccount> = {}): Promise<Business> {
    const { admin } = this.stack;
    const { id } = await admin.createAccount({ name, ...plan });
    await admin.createApp(id, { name: 'Acme CRM', redirect_uris: [this.returnUrl] });
    const { email } = await admin.createUser(id, `owner-${id}@example.com`, PASSWORD);
    const client = this.stack.typedClient(await admin.createApiKey(id), asProgram);
    return { name, email, client };
  }

  start(
    { client }: Business,
    body: Partial<CreateOnboardingSession> = {},
  ): Promise<CreatedOnboardingSession> {
    return client.createOnboardingSession({ return_url: this.returnUrl, state: 'mine', ...body });
  }

  read({ client }: Business, { session_id: id }: CreatedOnboardingSession): Promise<OnboardingSession> {
    return client.getOnboardingSession({ id });
  }

  async devices({ client }: Business): Promise<Channel[]> {
    return (await client.listChannels()).devices;
  }

  /** Opens a browser context with an address of its own. */
  visitor(look: Look = 'desktop-light'): Promise<Visitor> {
    const address = `198.51.100.${(lastAddress += 1)}`;
    return visit(this.browser, look, { extraHTTPHeaders: { 'x-forwarded-for': address } });
  }

  /** Opens the link and signs in. */
  async enter(page: Page, { hosted_url }: { hosted_url: string }, { email }: Business): Promise<void> {
    await page.goto(hosted_url);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(hosted_url);
  }

  /** Opens the provider's window with the button, or in another way. */
  async openSignUp(
    page: Page,
    press = () => page.getByRole('button', { name: 'Connect number' }).click(),
  ): Promise<Page> {
    const opened = page.waitForEvent('popup');
    await press();
    const popup = await opened;
    await popup.getByLabel('Number').waitFor();
    // The form exists before its script has loaded; without the script it would be submitted as a plain form.
    await popup.waitForLoadState();
    return popup;
  }

  /** Completes the provider's window. */
  async signUp(page: Page, number: string): Promise<void> {
    const popup = await this.openSignUp(page);
    await popup.getByLabel('Number').fill(number);
    await this.leaveBy(popup, 'Finish');
  }

  /** Presses the button that ends the provider's window. */
  async leaveBy(popup: Page, button: 'Finish' | 'Cancel' | 'Fail', { isDouble = false } = {}): Promise<void> {
    const locator = popup.getByRole('button', { name: button });
    await this.leave(popup, isDouble ? locator.dblclick() : locator.click());
  }

  /** Waits for the provider's window to close, which may happen before the key press or click has completed. */
  async leave(popup: Page, pressed: Promise<void>): Promise<void> {
    const closed = popup.waitForEvent('close');
    // Chromium may report that the key press failed before it reports that the window is closed.
    const [end, press] = await Promise.allSettled([closed, pressed]);
    if (end.status === 'rejected') throw press.status === 'rejected' ? press.reason : end.reason;
  }

  /** Posts the form of the page with forged values. */
  async postMadeUp(page: Page, values: Record<string, string | undefined>): Promise<void> {
    await page.evaluate(`(() => {
      const form = document.getElementById('sign-up');
      for (const [name, value] of Object.entries(${JSON.stringify(values)})) form.elements[name].value = value;
      form.submit();
    })()`);
  }

  /** Waits until the person is back at the client. @returns the query of the redirect. */
  async back(page: Page): Promise<Record<string, string>> {
    await page.waitForURL(`${this.returnUrl}?**`);
    return Object.fromEntries(new URL(page.url()).searchParams);
  }

  /** A call of the sandbox's control API. */
  async sandbox(method: string, path: string, body: object = {}): Promise<Record<string, string>> {
    const answer = await fetch(this.stack.sandboxUrl + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, string>;
  }

  /** Registers a number elsewhere, with this PIN. */
  async lockWithPin(number: string, pin: string): Promise<void> {
    const { phone_number_id, access_token } = await this.sandbox('PUT', `/cloud/numbers/${number}`);
    for (const [path, body] of [
      ['', { pin }],
      ['/deregister', {}],
    ] as const) {
      await fetch(`${this.stack.sandboxUrl}/v23.0/${phone_number_id}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    }
  }

  /** Lets a session expire. */
  async expire({ session_id }: CreatedOnboardingSession): Promise<void> {
    await this.stack.query(
      `UPDATE channels.onboarding_sessions SET expires_at = now() - interval '1 minute' WHERE id = $1`,
      [session_id],
    );
  }

  untilStatus(business: Business, session: CreatedOnboardingSession, status: string) {
    return until(
      async () => {
        const read = await this.read(business, session);
        return read.status === status ? read : null;
      },
      { describe: `the session to be ${status}` },
    );
  }
}
