import { until, type Browser, type OAuthApp, type TokenAnswer } from '@chat/test-kit';
import { GatewayUnderTest } from './gateway-under-test';
import { createApp, signedInPerson } from './oauth-app';

/** Two gateways on one database, an app, and a user who consents to its requests. For `*.int-spec.ts` only. */
export class OAuthUnderTest {
  private constructor(
    readonly gateway: GatewayUnderTest,
    /** The URL of the second gateway. */
    readonly second: string,
    readonly accountId: number,
    readonly app: OAuthApp,
    /** The browser in which the user is signed in. */
    readonly ada: Browser,
  ) {}

  static async start(environment: Record<string, string> = {}): Promise<OAuthUnderTest> {
    const gateway = await GatewayUnderTest.start(environment);
    const { url: second } = await gateway.startReplica();
    const accountId = await gateway.createAccount();
    const app = await createApp(gateway, accountId);
    const { browser } = await signedInPerson(gateway, accountId);
    return new OAuthUnderTest(gateway, second, accountId, app, browser);
  }

  /** Returns the tokens for a new code. */
  async tokens(of = this.app, browser = this.ada): Promise<TokenAnswer['body']> {
    return (await of.redeem(await of.codeFor(browser))).body;
  }

  async ping(token: string, url = this.gateway.url) {
    const answer = await fetch(`${url}/v1/ping`, { headers: { authorization: `Bearer ${token}` } });
    const body = (await answer.json()) as { data?: object };
    return { status: answer.status, headers: answer.headers, body };
  }

  /** Resolves when a gateway refuses the token, which caches may accept for 3 seconds. */
  async untilDead(token: string, url?: string): Promise<void> {
    await until(async () => (await this.ping(token, url)).status === 401, {
      describe: 'the access token to be refused',
      timeoutMs: 5_000,
    });
  }

  /** Lets the use of every refresh token so far lie an hour back. */
  async passAnHour(): Promise<void> {
    await this.gateway.service.query(
      "UPDATE gateway.oauth_tokens SET used_at = used_at - interval '1 hour' WHERE used_at IS NOT NULL",
    );
  }

  stop(): Promise<void> {
    return this.gateway.stop();
  }
}

/** An OAuth error response, for `toMatchObject`. */
export function oauthRefusal(error: string): object {
  return { status: 400, body: { error, error_description: expect.any(String) as string } };
}
