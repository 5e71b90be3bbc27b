import {
  deleteDeveloperApp,
  disableUser,
  grantEnded,
  listGrants,
  revokeGrant,
  setUserPassword,
} from '@chat/contracts/gateway';
import { createWebhook } from '@chat/contracts/webhooks';
import { AppError } from '@chat/errors';
import type { Browser, OAuthApp, TokenAnswer } from '@chat/test-kit';
import { createApp, PASSWORD, signedInPerson } from '../testing/oauth-app';
import { OAuthUnderTest } from '../testing/oauth-under-test';

const SCOPE = 'messages:webhook';

/** A grant with its tokens. */
interface Scene {
  app: OAuthApp;
  browser: Browser;
  grantId: number;
  tokens: TokenAnswer['body'];
}

let oauth: OAuthUnderTest;

beforeAll(async () => {
  oauth = await OAuthUnderTest.start();
});

afterAll(() => oauth.stop());

/** Has Ada, or the person of another browser, grant a new app, or this one, its scope. */
async function grant({ app, browser = oauth.ada }: Partial<Scene> = {}): Promise<Scene> {
  const { gateway, accountId } = oauth;
  const granted = app ?? (await createApp(gateway, accountId));
  const tokens = (await granted.redeem(await granted.codeFor(browser, { scope: SCOPE }))).body;
  const { grants } = await gateway.bus.request(listGrants, { body: { account_id: accountId } });
  const { id } = grants.find(({ app_id }) => app_id === granted.id)!;
  return { app: granted, browser, grantId: id, tokens };
}

describe('the end of a grant', () => {
  const newPerson = () => signedInPerson(oauth.gateway, oauth.accountId);
  const announced = () => oauth.gateway.bus.events(grantEnded).map(({ data }) => data.grant_id);
  const announcement = (grantId: number) =>
    oauth.gateway.bus.nextEvent(grantEnded, ({ data }) => data.grant_id === grantId);

  /** Ends the grant twice; an announcement that would follow the first is waited for. */
  async function expectOneAnnouncement(scene: Scene, end: () => Promise<unknown>): Promise<void> {
    await end();
    expect(await announcement(scene.grantId)).toMatchObject({
      accountid: String(oauth.accountId),
      subject: `grants/${scene.grantId}`,
    });
    await end().catch(() => undefined);
    await withdraw(await grant());
    expect(announced().filter((id) => id === scene.grantId)).toHaveLength(1);
  }

  async function withdraw({ grantId }: Scene): Promise<void> {
    await oauth.gateway.bus.request(revokeGrant, { body: { grant_id: grantId } });
    await announcement(grantId);
  }

  it.each<[string, (scene: Scene) => Promise<unknown>]>([
    [
      'it is withdrawn',
      ({ grantId }) => oauth.gateway.bus.request(revokeGrant, { body: { grant_id: grantId } }),
    ],
    [
      'its app is deleted',
      ({ app }) => oauth.gateway.bus.request(deleteDeveloperApp, { body: { app: app.clientId } }),
    ],
    [
      'a gateway of the version before withdraws it',
      ({ grantId }) =>
        oauth.gateway.service.query('UPDATE gateway.oauth_grants SET revoked_at = now() WHERE id = $1', [
          grantId,
        ]),
    ],
  ])('is announced once when %s', async (_, end) => {
    const scene = await grant();
    await expectOneAnnouncement(scene, () => end(scene));
  });

  it.each<[string, (user: string) => Promise<unknown>]>([
    ['is disabled', (user) => oauth.gateway.bus.request(disableUser, { body: { user } })],
    [
      'gets another password',
      (user) => oauth.gateway.bus.request(setUserPassword, { body: { user, password: `${PASSWORD}!` } }),
    ],
  ])('is announced once when its person %s', async (_, end) => {
    const { user, browser } = await newPerson();
    await expectOneAnnouncement(await grant({ browser }), () => end(user.email));
  });

  it('is announced for each person who granted the deleted app anything', async () => {
    const first = await grant();
    const second = await grant({ app: first.app, browser: (await newPerson()).browser });
    await oauth.gateway.bus.request(deleteDeveloperApp, { body: { app: first.app.clientId } });
    await announcement(first.grantId);
    await announcement(second.grantId);
  });

  it.each([
    ['its refresh token is revoked', async ({ app, tokens }: Scene) => app.revoke(tokens.refresh_token!)],
    ['its access token is revoked', async ({ app, tokens }: Scene) => app.revoke(tokens.access_token!)],
    [
      'a family ends because of a reuse',
      async ({ app, tokens }: Scene) => {
        await app.refresh(tokens.refresh_token!);
        await oauth.passAnHour();
        await app.refresh(tokens.refresh_token!);
      },
    ],
    [
      'its tokens expire',
      ({ grantId }: Scene) =>
        oauth.gateway.service.query(
          `UPDATE gateway.oauth_tokens t SET expires_at = now() FROM gateway.oauth_families f
           WHERE f.id = t.family_id AND f.grant_id = $1`,
          [grantId],
        ),
    ],
    [
      'its person allows other scopes',
      ({ app, browser }: Scene) => app.codeFor(browser, { scope: 'contacts:read' }),
    ],
  ])('is not announced when %s', async (_, happen) => {
    const kept = await grant();
    await happen(kept);
    await withdraw(await grant());
    expect(announced()).not.toContain(kept.grantId);
  });
});

describe('a request with an access token', () => {
  const post = (token: string) =>
    fetch(`${oauth.gateway.url}/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ label: 'Orders', url: 'https://example.com/hook' }),
    });

  it('names the app, in whatever letters, and its grant to the service', async () => {
    const { gateway, accountId } = oauth;
    const name = 'Büro ☎ 電話';
    const { app, grantId, tokens } = await grant({ app: await createApp(gateway, accountId, { name }) });
    let credential: object | undefined;
    const service = await gateway.bus.respond(createWebhook, (_, context) => {
      credential = context.credential;
      throw new AppError('limit_reached');
    });
    expect((await post(tokens.access_token!)).status).toBe(403);
    service.unsubscribe();
    expect(credential).toEqual({
      type: 'bearer',
      id: `grant:${grantId}`,
      scopes: [SCOPE],
      app: { id: app.clientId, name },
    });
  });

  it('is answered like one with a revoked token when the service finds that the grant has ended', async () => {
    const { access_token } = (await grant()).tokens;
    const service = await oauth.gateway.bus.respond(createWebhook, () => {
      throw new AppError('unauthenticated');
    });
    const late = await post(access_token!);
    service.unsubscribe();
    const revoked = await post(`${access_token!}x`);
    const seen = async (answer: Response) => ({
      status: answer.status,
      challenge: answer.headers.get('www-authenticate'),
      body: { ...((await answer.json()) as object), meta: null },
    });
    expect(await seen(late)).toEqual(await seen(revoked));
    expect(late.status).toBe(401);
  });
});
