import { createHash, randomBytes } from 'node:crypto';
import type { CreatedDeveloperApp } from '@chat/contracts/gateway';
import type { Browser, ShownPage } from './browser';

/** The registered redirect URI of an app. */
export const REDIRECT_URI = 'https://crm.example.com/callback?from=chat';

/** The response of `/oauth/token`. */
export interface TokenAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, string>;
}

/** A developer app that goes through the OAuth flow. For specs only. */
export class OAuthApp {
  readonly verifier = randomBytes(32).toString('base64url');
  readonly id: number;
  readonly clientId: string;
  readonly clientSecret: string | null;

  /** @param url of the API. */
  constructor(
    private readonly url: string,
    { developer_app, client_secret }: CreatedDeveloperApp,
  ) {
    this.id = developer_app.id;
    this.clientId = developer_app.client_id;
    this.clientSecret = client_secret;
  }

  /** The path to which the app sends a person. */
  authorizePath(changes: Record<string, string | null> = {}): string {
    const members: Record<string, string | null> = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: REDIRECT_URI,
      scope: 'messages:send contacts:read',
      state: 'state & more',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    };
    const given = Object.entries(members).filter((member): member is [string, string] => member[1] !== null);
    return `/oauth/authorize?${new URLSearchParams(given).toString()}`;
  }

  /**
   * Has a signed-in person allow what the app asks for.
   * @param chosen further fields of the form.
   * @returns the code.
   */
  async codeFor(
    browser: Browser,
    changes: Record<string, string | null> = {},
    chosen: Record<string, string> = {},
  ): Promise<string> {
    const asked = await browser.get(this.authorizePath(changes));
    const answered = asked.location ? asked : await decide(browser, asked, 'allow', chosen);
    const code = new URL(answered.location!).searchParams.get('code');
    if (!code) throw new Error(`There is no code in ${answered.location}.`);
    return code;
  }

  redeem(code: string, changes: Record<string, string> = {}, url?: string): Promise<TokenAnswer> {
    const members = { code, redirect_uri: REDIRECT_URI, code_verifier: this.verifier, ...changes };
    return this.token({ grant_type: 'authorization_code', ...members }, url);
  }

  refresh(refresh_token: string, changes: Record<string, string> = {}, url?: string): Promise<TokenAnswer> {
    return this.token({ grant_type: 'refresh_token', refresh_token, ...changes }, url);
  }

  revoke(token: string): Promise<TokenAnswer> {
    return this.post('/oauth/revoke', { token });
  }

  token(form: Record<string, string>, url?: string): Promise<TokenAnswer> {
    return this.post('/oauth/token', form, url);
  }

  private async post(path: string, form: Record<string, string>, url = this.url): Promise<TokenAnswer> {
    const own = { client_id: this.clientId, ...(this.clientSecret && { client_secret: this.clientSecret }) };
    const answer = await fetch(url + path, {
      method: 'POST',
      body: new URLSearchParams({ ...own, ...form }),
    });
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as Record<string, string>,
    };
  }
}

/** Submits the form of a consent page. */
export function decide(
  browser: Browser,
  page: ShownPage,
  decision: string,
  chosen: Record<string, string> = {},
): Promise<ShownPage> {
  return browser.post('/oauth/authorize', { ...page.hidden('/oauth/authorize'), decision, ...chosen });
}
