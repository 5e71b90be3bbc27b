import { roles, scopesOfRoles, type Role } from '@chat/contracts';
import { createUser, disableUser, enableUser, listGrants, setUserRole } from '@chat/contracts/gateway';
import type { QueryRunner } from 'typeorm';
import { Browser, until } from '@chat/test-kit';
import { GivePeopleRoles1765400000000 } from '../database/migrations/1765400000000-give-people-roles';
import { PASSWORD } from '../testing/oauth-app';
import { OAuthUnderTest } from '../testing/oauth-under-test';

describe('the role of a person', () => {
  let oauth: OAuthUnderTest;
  let count = 0;

  beforeAll(async () => {
    oauth = await OAuthUnderTest.start();
  });

  afterAll(() => oauth.stop());

  const create = async (account_id: number, role?: Role) => {
    const email = `role-${(count += 1)}@example.com`;
    const body = { account_id, email, role, password: PASSWORD };
    return (await oauth.gateway.bus.request(createUser, { body })).user;
  };
  const setRole = async (user: { id: number }, role: Role) =>
    (await oauth.gateway.bus.request(setUserRole, { body: { user: String(user.id), role } })).user;
  const signedIn = async (role: Role) => {
    const user = await create(oauth.accountId, role);
    const browser = new Browser(oauth.gateway.url);
    await browser.signIn(user.email, PASSWORD);
    return { user, browser };
  };
  /** The scopes of the person's grant in use; null if there is none. */
  const granted = async (user: { id: number }) => {
    const body = { account_id: oauth.accountId };
    const { grants } = await oauth.gateway.bus.request(listGrants, { body });
    return grants.find((grant) => grant.user_id === user.id && !grant.revoked_at)?.scopes ?? null;
  };
  const deleteChannel = async (token: string, url: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${url}/v1/devices/1`, { method: 'DELETE', headers })).status;
  };
  const untilForbidden = (token: string, url: string) =>
    until(async () => (await deleteChannel(token, url)) === 403, {
      describe: 'the scope to be missing',
      timeoutMs: 5_000,
    });
  /** The consent to all that the app asks for, and the tokens that the app gets for it. */
  const consent = async (browser: Browser, scope: string) => {
    const code = await oauth.app.codeFor(browser, { scope });
    return (await oauth.app.redeem(code)).body;
  };

  it('is owner for the first of an account, and admin for others, unless somebody chose it', async () => {
    const account = await oauth.gateway.createAccount();
    const people = [await create(account), await create(account), await create(account, 'viewer')];
    expect(people.map(({ role }) => role)).toEqual(['owner', 'admin', 'viewer']);
  });

  it('can be changed to any other', async () => {
    const user = await create(oauth.accountId);
    for (const role of roles) expect(await setRole(user, role)).toMatchObject({ id: user.id, role });
  });

  it('leaves the account an owner, also when two give it up at once', async () => {
    const account = await oauth.gateway.createAccount();
    for (let round = 0; round < 5; round += 1) {
      const owners = [await create(account, 'owner'), await create(account, 'owner')];
      await oauth.gateway.service.query(
        `UPDATE gateway.users SET disabled_at = now() WHERE account_id = $1 AND id <> ALL ($2)`,
        [account, owners.map(({ id }) => id)],
      );
      const outcomes = await Promise.allSettled(owners.map((owner) => setRole(owner, 'admin')));
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'conflict', message: expect.stringContaining('last owner') as string },
      });
    }
  });

  it('stays with a person who is disabled and enabled again, who may then sign in', async () => {
    const user = await create(oauth.accountId, 'agent');
    const body = { user: user.email };
    await oauth.gateway.bus.request(disableUser, { body });
    const signIn = async () => (await new Browser(oauth.gateway.url).signIn(user.email, PASSWORD)).status;
    expect(await signIn()).toBe(401);
    const enabled = await oauth.gateway.bus.request(enableUser, { body });
    expect(enabled.user).toMatchObject({ role: 'agent', disabled_at: null });
    expect(await signIn()).toBe(303);
  });

  it('cuts what the person allows an app, and the page says so', async () => {
    const { user, browser } = await signedIn('viewer');
    const page = await browser.get(oauth.app.authorizePath({ scope: 'contacts:read contacts:write' }));
    expect(page.text).toContain('See your contacts');
    expect(page.text).not.toContain('Add, change and delete contacts');
    expect(page.text.replaceAll(/\s+/g, ' ')).toContain('will not get it: contacts:write');
    const tokens = await consent(browser, 'contacts:read contacts:write');
    expect(tokens.scope).toBe('contacts:read');
    expect(await granted(user)).toEqual(['contacts:read']);
  });

  it('lets the person allow nothing to an app that asks only for more', async () => {
    const { user, browser } = await signedIn('viewer');
    const page = await browser.get(oauth.app.authorizePath({ scope: 'messages:send' }));
    expect(page.status).toBe(403);
    expect(page.text).toContain('your role is viewer');
    expect(page.text).toMatch(/href="[^"]*error=access_denied/);
    expect(await granted(user)).toBeNull();
  });

  it('takes from grants and tokens what it no longer includes, on every gateway within 5 seconds', async () => {
    const { user, browser } = await signedIn('admin');
    const { access_token, refresh_token } = await consent(browser, 'contacts:read devices:manage');
    const urls = [oauth.gateway.url, oauth.second];
    for (const url of urls) expect(await deleteChannel(access_token!, url)).not.toBe(403);
    await setRole(user, 'agent');
    expect(await granted(user)).toEqual(['contacts:read']);
    await Promise.all(urls.map((url) => untilForbidden(access_token!, url)));
    const refreshed = (await oauth.app.refresh(refresh_token!)).body;
    expect(refreshed.scope).toBe('contacts:read');
    await setRole(user, 'admin');
    expect(await granted(user)).toEqual(['contacts:read']);
    expect((await oauth.app.refresh(refreshed.refresh_token!)).body.scope).toBe('contacts:read');
  });

  it('ends grants that keep nothing, and those under which an app may have registered endpoints', async () => {
    for (const scope of ['templates:write', 'contacts:read messages:webhook']) {
      const { user, browser } = await signedIn('developer');
      const { access_token } = await consent(browser, scope);
      await setRole(user, 'agent');
      expect(await granted(user)).toBeNull();
      await oauth.untilDead(access_token!);
      await oauth.untilDead(access_token!, oauth.second);
    }
  });

  it('binds tokens that a gateway of the version before issues beyond it', async () => {
    const { user, browser } = await signedIn('developer');
    const { access_token } = await consent(browser, 'contacts:read devices:manage');
    await oauth.gateway.service.query(`UPDATE gateway.users SET role = 'agent' WHERE id = $1`, [user.id]);
    expect(scopesOfRoles.agent).not.toContain('devices:manage');
    await untilForbidden(access_token!, oauth.second);
  });

  it('is given by the migration to those who are there, and while it runs to those who come', async () => {
    const migration = new GivePeopleRoles1765400000000();
    const runner = { query: (sql: string) => oauth.gateway.service.query(sql) } as unknown as QueryRunner;
    const [one, other] = [await oauth.gateway.createAccount(), await oauth.gateway.createAccount()];
    for (const account of [one, one, other]) await create(account, 'viewer');
    await migration.down(runner);
    await migration.up(runner);
    await oauth.gateway.service.query(
      `INSERT INTO gateway.users (account_id, email, password_hash) SELECT unnest($1::bigint[]), gen_random_uuid(), ''`,
      [[other, await oauth.gateway.createAccount()]],
    );
    const rows = await oauth.gateway.service.query<{ role: string }>(
      'SELECT role FROM gateway.users WHERE account_id >= $1 ORDER BY account_id, id',
      [one],
    );
    expect(rows.map(({ role }) => role)).toEqual(['owner', 'admin', 'owner', 'admin', 'owner']);
  });
});
