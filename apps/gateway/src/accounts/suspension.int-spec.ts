import { request as httpRequest } from 'node:http';
import {
  accountSuspensionChanged,
  getAccount,
  listAccounts,
  resumeAccount,
  suspendAccount,
} from '@chat/contracts/gateway';
import { listContacts } from '@chat/contracts/crm';
import { sendMessage } from '@chat/contracts/messaging';
import { Browser, until, type Credential, type OAuthApp } from '@chat/test-kit';
import { keyHeaders } from '../testing/gateway-under-test';
import { createApp, PASSWORD, signedInPerson } from '../testing/oauth-app';
import { OAuthUnderTest, oauthRefusal } from '../testing/oauth-under-test';

const SUSPENDED = { status: 403, code: 'feature_disabled', reason: 'account_suspended' };

/** An account with each kind of credential. */
interface Tenant {
  accountId: number;
  key: Credential;
  email: string;
  browser: Browser;
  app: OAuthApp;
}

describe('a suspended account', () => {
  let oauth: OAuthUnderTest;
  let tenant: Tenant;
  let honest: Tenant;

  beforeAll(async () => {
    oauth = await OAuthUnderTest.start();
    [tenant, honest] = [await newTenant(), await newTenant()];
    await oauth.gateway.bus.respond(listContacts, () => ({ contacts: [] }));
  });

  afterAll(() => oauth.stop());

  afterEach(() => change(resumeAccount));

  async function newTenant(): Promise<Tenant> {
    const { gateway } = oauth;
    const accountId = await gateway.createAccount();
    const key = await gateway.createKey({ account_id: accountId });
    const { user, browser } = await signedInPerson(gateway, accountId);
    return { accountId, key, email: user.email, browser, app: await createApp(gateway, accountId) };
  }

  const change = (operation: typeof suspendAccount, { accountId } = tenant) =>
    oauth.gateway.bus.request(operation, { body: { account_id: accountId } });
  const call = async (headers: Record<string, string>, path = '/v1/contacts', url = oauth.gateway.url) => {
    const answer = await fetch(url + path, { headers });
    const { error, code } = (await answer.json()) as {
      error?: { code: string; reason: string };
      code?: string;
    };
    return { status: answer.status, ...(error ?? { code }) };
  };
  const withKey = ({ key }: Tenant, path?: string, url?: string) => call(keyHeaders(key), path, url);
  const withToken = (token: string, path?: string, url?: string) =>
    call({ authorization: `Bearer ${token}` }, path, url);
  const refused = (attempt: () => Promise<object>) =>
    until(async () => JSON.stringify(await attempt()).includes('"status":403'), {
      describe: 'the account to be refused',
      timeoutMs: 5_000,
    });

  it('is refused on every surface of every gateway within 5 seconds, and nobody else is', async () => {
    const token = (await oauth.tokens(tenant.app, tenant.browser)).access_token!;
    const others = (await oauth.tokens(honest.app, honest.browser)).access_token!;
    const urls = [oauth.gateway.url, oauth.second];
    for (const url of urls) {
      expect(await withKey(tenant, '/v1/contacts', url)).toMatchObject({ status: 200 });
      expect(await withToken(token, '/v1/ping', url)).toMatchObject({ status: 200 });
    }
    await change(suspendAccount);
    for (const url of urls) {
      await refused(() => withKey(tenant, '/v1/contacts', url));
      await refused(() => withToken(token, '/v1/ping', url));
      for (const path of ['/v1/ping', '/v1/contacts', '/v1/messages/1/media']) {
        expect(await withKey(tenant, path, url)).toMatchObject(SUSPENDED);
        expect(await withToken(token, path, url)).toMatchObject(SUSPENDED);
      }
      expect(await withKey(tenant, '/external-api/contact/list', url)).toMatchObject({
        status: 403,
        code: 'feature_disabled',
      });
      expect(await withKey(honest, '/v1/contacts', url)).toMatchObject({ status: 200 });
      expect(await withToken(others, '/v1/ping', url)).toMatchObject({ status: 200 });
    }
    await change(resumeAccount);
    await until(
      async () =>
        (await withKey(tenant)).status === 200 && (await withToken(token, '/v1/ping')).status === 200,
      {
        describe: 'the account to be admitted',
        timeoutMs: 5_000,
      },
    );
  });

  it('has its pages refused, and somebody else may sign in instead', async () => {
    const path = '/onboarding/00000000-0000-4000-8000-000000000000';
    await change(suspendAccount);
    const page = await tenant.browser.get(path);
    expect({ status: page.status, text: page.text }).toEqual({
      status: 403,
      text: expect.stringContaining('The account is suspended') as string,
    });
    expect((await tenant.browser.get(tenant.app.authorizePath())).status).toBe(403);
    const form = await tenant.browser.get('/sign-in');
    expect(form.text).toContain('The account is suspended');
    expect((await tenant.browser.signIn(honest.email, PASSWORD)).status).toBe(303);
    expect((await tenant.browser.get('/sign-in')).text).toContain(honest.email);
    const anew = new Browser(oauth.gateway.url);
    await anew.signIn(tenant.email, PASSWORD);
    expect((await anew.get(path)).status).toBe(403);
  });

  it('loses no code and no refresh token: neither is used up by a refusal', async () => {
    const { refresh_token } = await oauth.tokens(tenant.app, tenant.browser);
    const code = await tenant.app.codeFor(tenant.browser);
    await change(suspendAccount);
    for (const url of [oauth.gateway.url, oauth.second]) {
      expect(await tenant.app.refresh(refresh_token!, {}, url)).toMatchObject(
        oauthRefusal('unauthorized_client'),
      );
      expect(await tenant.app.redeem(code, {}, url)).toMatchObject(oauthRefusal('unauthorized_client'));
    }
    await change(resumeAccount);
    expect(await tenant.app.refresh(refresh_token!)).toMatchObject({ status: 200 });
    expect(await tenant.app.redeem(code)).toMatchObject({ status: 200 });
  });

  it('takes its apps along, which act for other accounts', async () => {
    const { access_token, refresh_token } = await oauth.tokens(tenant.app, honest.browser);
    expect(await withToken(access_token!, '/v1/ping')).toMatchObject({ status: 200 });
    await change(suspendAccount);
    await refused(() => withToken(access_token!, '/v1/ping'));
    expect(await tenant.app.refresh(refresh_token!)).toMatchObject(oauthRefusal('unauthorized_client'));
  });

  it('is refused an upload that began before, and the file is deleted', async () => {
    const seen: object[] = [];
    const service = await oauth.gateway.bus.respond(sendMessage, ({ body }) => {
      seen.push(body);
      return { message_id: 1, conversation_id: 1, chat_message_id: 'A' };
    });
    const boundary = 'x-boundary';
    const text = (name: string, value: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const answer = new Promise<number>((resolve, reject) => {
      const upload = httpRequest(`${oauth.gateway.url}/v1/messages`, {
        method: 'POST',
        headers: { ...keyHeaders(tenant.key), 'content-type': `multipart/form-data; boundary=${boundary}` },
      });
      upload.on('error', reject).on('response', (response) => resolve(response.resume().statusCode!));
      upload.write(text('mobile_code', '49') + text('mobile', '15112345678'));
      upload.write(
        `--${boundary}\r\ncontent-disposition: form-data; name="document"; filename="a.txt"\r\n\r\nfirst half, `,
      );
      const finish = async () => {
        await until(async () => (await uploads()) === 1, { describe: 'the upload to begin' });
        await change(suspendAccount);
        await refused(() => withKey(tenant));
        upload.end(`second half\r\n--${boundary}--\r\n`);
      };
      finish().catch(reject);
    });
    expect(await answer).toBe(403);
    expect(seen).toEqual([]);
    expect(await uploads()).toBe(0);
    service.unsubscribe();
  });

  const uploads = async () =>
    (
      await oauth.gateway.service.query('SELECT FROM gateway.uploads WHERE account_id = $1', [
        tenant.accountId,
      ])
    ).length;

  it('is announced once per change, in order, and shown', async () => {
    const announced = () =>
      oauth.gateway.bus
        .events(accountSuspensionChanged)
        .filter(({ accountid }) => accountid === String(honest.accountId))
        .map(({ entityversion, data }) => [entityversion, data.is_suspended]);
    const { account } = await change(suspendAccount, honest);
    expect(account.suspended_at).toMatch(/\+00:00$/);
    expect((await change(suspendAccount, honest)).account).toEqual(account);
    const { accounts } = await oauth.gateway.bus.request(listAccounts, { body: {} });
    expect(accounts.filter(({ suspended_at }) => suspended_at).map(({ id }) => id)).toEqual([
      honest.accountId,
    ]);
    await change(resumeAccount, honest);
    expect((await change(resumeAccount, honest)).account.suspended_at).toBeNull();
    await change(suspendAccount, honest);
    await change(resumeAccount, honest);
    await until(() => announced().length >= 4, { describe: 'four announcements' });
    expect(announced()).toEqual([
      [1, true],
      [2, false],
      [3, true],
      [4, false],
    ]);
    const body = { account_id: 999_999 };
    await expect(oauth.gateway.bus.request(suspendAccount, { body })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(oauth.gateway.bus.request(getAccount, { body })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
