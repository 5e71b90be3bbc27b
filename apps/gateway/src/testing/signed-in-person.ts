import { createUser } from '@chat/contracts/gateway';
import type { Role } from '@chat/contracts';
import { Browser } from '@chat/test-kit';
import type { GatewayUnderTest } from './gateway-under-test';
import { PASSWORD } from './oauth-app';

/** What the pages of the console send with every request. */
export const OWN_PAGE = { 'x-console': '1', 'sec-fetch-site': 'same-origin' };

let people = 0;

/** A person in a browser whose console calls the API. For `*.int-spec.ts` only. */
export class PersonAtConsole {
  private constructor(
    private readonly url: string,
    readonly id: number,
    readonly email: string,
    readonly browser: Browser,
  ) {}

  static async signIn(
    gateway: GatewayUnderTest,
    account_id: number,
    role?: Role,
    url = gateway.url,
  ): Promise<PersonAtConsole> {
    const email = `console-${(people += 1)}@example.com`;
    const body = { account_id, email, role, password: PASSWORD };
    const { user } = await gateway.bus.request(createUser, { body });
    const browser = new Browser(url);
    await browser.signIn(email, PASSWORD);
    return new PersonAtConsole(url, user.id, email, browser);
  }

  /** Their session in a page of another gateway. */
  at(url: string): PersonAtConsole {
    return new PersonAtConsole(url, this.id, this.email, this.browser);
  }

  /** Calls a path below `/console/api`. A body that is no text is sent as JSON. */
  async call(
    method: string,
    path: string,
    { body, headers = OWN_PAGE }: { body?: object | string; headers?: Record<string, string> } = {},
  ): Promise<{ status: number; headers: Headers; text: string; error?: { code: string; message: string } }> {
    const isJson = typeof body === 'object';
    const answer = await fetch(`${this.url}/console/api${path}`, {
      method,
      body: isJson ? JSON.stringify(body) : body,
      redirect: 'manual',
      headers: {
        cookie: this.browser.cookieHeader,
        ...(isJson && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    const text = await answer.text();
    const { error } = (text.startsWith('{') ? JSON.parse(text) : {}) as {
      error?: { code: string; message: string };
    };
    return { status: answer.status, headers: answer.headers, text, error };
  }
}
