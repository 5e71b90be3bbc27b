import type { BegunTotp, CreatedInvitation, CreatedReset, Me, OwnSessionList } from '@chat/contracts/gateway';
import { disableUser, enableUser, listGrants, setUserPassword } from '@chat/contracts/gateway';
import { AuthenticatorApp, Browser, until } from '@chat/test-kit';
import { createApp, PASSWORD } from '../testing/oauth-app';
import { GatewayUnderTest } from '../testing/gateway-under-test';
import { OWN_PAGE, PersonAtConsole } from '../testing/signed-in-person';

const ANOTHER = 'another password of mine';

describe('a person in several accounts', () => {
  let gateway: GatewayUnderTest;
  let second: string;
  let addresses = 0;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({ TRUSTED_PROXY_HOPS: '1' });
    ({ url: second } = await gateway.startReplica({ TRUSTED_PROXY_HOPS: '1' }));
  });

  afterAll(() => gateway.stop());

  const data = <T>({ text, status }: { text: string; status: number }) => {
    expect([status < 300, text]).toEqual([true, text]);
    return (JSON.parse(text) as { data: T }).data;
  };
  /** A browser at an address of its own. */
  const newBrowser = () =>
    new Browser(gateway.url, { 'x-forwarded-for': `203.0.113.${(addresses += 1) % 250}` });
  const pathOf = (url: string) => url.slice(gateway.url.length);
  const invite = async (by: PersonAtConsole, email: string, role = 'agent') => {
    const answer = await by.call('POST', '/users/invitations', { body: { email, role } });
    return pathOf(data<CreatedInvitation>(answer).url);
  };
  const join = async (browser: Browser, path: string) => {
    const page = await browser.get(path);
    return browser.post(path, { ...page.hidden(path), join: 'yes' });
  };
  const ask = (browser: Browser, url = gateway.url) =>
    fetch(`${url}/console/api/me`, { headers: { cookie: browser.cookieHeader } });
  const me = async (browser: Browser, url = gateway.url) =>
    ((await (await ask(browser, url)).json()) as { data: Me }).data;
  const isOver = async (browser: Browser) => {
    for (const url of [gateway.url, second]) {
      await until(async () => (await ask(browser, url)).status === 401, {
        describe: 'the session to be over',
        timeoutMs: 5_000,
      });
    }
  };
  const signIn = async (email: string, password = PASSWORD) => {
    const browser = newBrowser();
    return { browser, page: await browser.signIn(email, password, '/docs') };
  };
  const choose = async (browser: Browser, account: number, change: Record<string, string> = {}) => {
    const [page, action] = [await browser.get('/sign-in/account?return_to=%2Fdocs'), '/sign-in/account'];
    return browser.post(action, { ...page.hidden(action), account: String(account), ...change });
  };
  /** Two accounts with an owner each, and somebody who is an owner of the first and came to the second as an agent. */
  const both = async () => {
    const accounts = [
      await gateway.createAccount({ name: 'One' }),
      await gateway.createAccount({ name: 'Two' }),
    ];
    const [first, other] = [accounts[0]!, accounts[1]!];
    const heads = [
      await PersonAtConsole.signIn(gateway, first, 'owner'),
      await PersonAtConsole.signIn(gateway, other, 'owner'),
    ] as const;
    const person = await PersonAtConsole.signIn(gateway, first, 'admin');
    const { browser } = person;
    const joined = await join(browser, await invite(heads[1], person.email));
    expect(joined.status).toBe(303);
    const { user } = await me(browser);
    return { first, other, heads, person, browser, idThere: user.id };
  };

  it('accepts an invitation as who they are: they keep what they sign in with, and act in the new account', async () => {
    const other = await gateway.createAccount({ name: 'Two' });
    const head = await PersonAtConsole.signIn(gateway, other, 'owner');
    const first = await gateway.createAccount({ name: 'One' });
    const { browser, email, id } = await PersonAtConsole.signIn(gateway, first, 'admin');
    const before = new Browser(gateway.url);
    before.copyCookiesOf(browser);
    const path = await invite(head, email);
    expect((await browser.get(path)).text).toContain('You are signed in as');
    expect((await join(browser, path)).status).toBe(303);
    const now = await me(browser);
    expect(now).toMatchObject({
      user: { email, role: 'agent', account_id: other },
      account: { id: other },
      accounts: [
        { id: first, name: 'One', role: 'admin' },
        { id: other, name: 'Two', role: 'agent' },
      ],
    });
    expect(now.user.id).not.toBe(id);
    await isOver(before);
    expect((await join(browser, path)).status).toBe(404);
    const people = data<{ users: { id: number; email: string }[] }>(await head.call('GET', '/users')).users;
    expect(people).toContainEqual(expect.objectContaining({ id: now.user.id, email }));
  });

  it('is told to nobody by the page of the invitation', async () => {
    const { heads, person } = await both();
    const third = await PersonAtConsole.signIn(
      gateway,
      await gateway.createAccount({ name: 'Three' }),
      'owner',
    );
    const pages = [person.email, 'nobody-has-this@example.com'].map(async (email) => {
      const { status, text } = await newBrowser().get(await invite(third, email));
      return [status, text.replaceAll(email, '').replaceAll(/(value|action|href)="[^"]*"/g, '')];
    });
    const [taken, free] = await Promise.all(pages);
    expect(taken).toEqual(free);
    const there = data<{ users: object[] }>(await heads[0].call('GET', '/users')).users;
    expect(JSON.stringify(there)).not.toContain('Two');
  });

  it('joins only if they are signed in with the invited address, and proved lately who they are', async () => {
    const other = await gateway.createAccount();
    const head = await PersonAtConsole.signIn(gateway, other, 'owner');
    const account = await gateway.createAccount();
    const [invited, somebody] = [
      await PersonAtConsole.signIn(gateway, account),
      await PersonAtConsole.signIn(gateway, account),
    ];
    const path = await invite(head, invited.email);
    const attempt = async ({ browser }: PersonAtConsole) => {
      const page = await browser.get(path);
      return browser.post(path, { ...page.hidden('/sign-out'), ...page.hidden(path), join: 'yes' });
    };
    expect((await attempt(somebody)).status).toBe(403);
    await gateway.service.query(
      `UPDATE gateway.sessions SET proven_at = now() - interval '16 minutes' WHERE account_id = $1`,
      [account],
    );
    expect((await invited.browser.get(path)).text).toContain('Sign in again to join');
    expect((await attempt(invited)).status).toBe(403);
    expect((await me(invited.browser)).accounts).toHaveLength(1);
    const { browser } = await signIn(invited.email);
    expect((await join(browser, path)).status).toBe(303);
  });

  it('joins an account once, also by two requests at once, and no account where they are already', async () => {
    const { heads, browser, person, other } = await both();
    for (const head of heads) {
      const again = await join(browser, await invite(head, person.email));
      expect([again.status, again.text.includes('in this account already')]).toEqual([409, true]);
    }
    const third = await gateway.createAccount();
    const head = await PersonAtConsole.signIn(gateway, third, 'owner');
    const { browser: elsewhere } = await signIn(person.email);
    const path = await invite(head, person.email);
    const outcomes = await Promise.all([join(browser, path), join(elsewhere, path), join(browser, path)]);
    expect(outcomes.filter(({ status }) => status === 303)).toHaveLength(1);
    const { browser: later } = await signIn(person.email);
    expect((await me(later)).accounts.map(({ id }) => id)).toEqual([expect.any(Number), other, third]);
  });

  it('chooses the account after signing in, and another one at any time', async () => {
    const { first, other, person } = await both();
    const { browser, page } = await signIn(person.email);
    expect([page.status, page.location]).toEqual([303, '/sign-in/account?return_to=%2Fdocs']);
    const shown = await browser.get(page.location!);
    expect(shown.text).toMatch(/One[^]*Two/);
    expect((await me(browser)).account.id).toBe(first);
    const old = new Browser(gateway.url);
    old.copyCookiesOf(browser);
    const chosen = await choose(browser, other);
    expect([chosen.status, chosen.location]).toEqual([303, '/docs']);
    for (const url of [gateway.url, second]) {
      expect(await me(browser, url)).toMatchObject({ account: { id: other }, user: { role: 'agent' } });
    }
    await isOver(old);
    expect((await choose(browser, first)).status).toBe(303);
    expect((await me(browser)).user.role).toBe('admin');
  });

  it('cannot choose an account of somebody else, one that does not exist, or by a form of another page', async () => {
    const { browser, other } = await both();
    const foreign = await gateway.createAccount();
    const texts = await Promise.all(
      [foreign, 999_999_999].map(async (account) => {
        const page = await choose(browser, account);
        return [page.status, page.text.replaceAll(/value="[^"]*"/g, '')];
      }),
    );
    expect(texts[0]![0]).toBe(403);
    expect(texts[1]).toEqual(texts[0]);
    expect((await choose(browser, other, { form_token: 'x' })).status).toBe(403);
    expect((await choose(browser, other, { account: '1; 2' })).status).toBe(422);
    expect((await me(browser)).account.id).toBe(other);
  });

  it('does not act in the account that they chose by a page that shows another one', async () => {
    const { first, other, browser } = await both();
    const rename = (account: number, name: string) =>
      fetch(`${gateway.url}/console/api/me`, {
        method: 'PATCH',
        headers: {
          ...OWN_PAGE,
          cookie: browser.cookieHeader,
          'content-type': 'application/json',
          'x-console-account': String(account),
        },
        body: JSON.stringify({ name }),
      });
    const refused = await rename(first, 'Ada One');
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('account_mismatch') as string,
    ]);
    expect((await rename(other, 'Ada Two')).status).toBe(200);
    expect((await me(browser)).user.name).toBe('Ada Two');
  });

  it('is disabled by an admin in their account only', async () => {
    const { first, other, heads, person, browser, idThere } = await both();
    const { browser: here } = await signIn(person.email);
    await choose(here, first);
    const disable = (by: PersonAtConsole, id: number) =>
      by.call('PATCH', `/users/${id}`, { body: { disabled: true } });
    data(await disable(heads[1], idThere));
    await isOver(browser);
    expect((await me(here)).accounts.map(({ id }) => id)).toEqual([first]);
    const { page } = await signIn(person.email);
    expect([page.status, page.location]).toEqual([303, '/docs']);
    data(await heads[1].call('PATCH', `/users/${idThere}`, { body: { disabled: false } }));
    data(await disable(heads[0], person.id));
    await isOver(here);
    const { browser: there } = await signIn(person.email);
    expect((await me(there)).account.id).toBe(other);
    data(await disable(heads[1], idThere));
    expect((await signIn(person.email)).page.status).toBe(401);
  });

  it('has one password: a new one signs them out elsewhere in all accounts, and old ones are wrong', async () => {
    const { first, person, browser } = await both();
    const { browser: here } = await signIn(person.email);
    await choose(here, first);
    const list = async () => {
      const answer = await fetch(`${gateway.url}/console/api/me/sessions`, {
        headers: { cookie: browser.cookieHeader },
      });
      return ((await answer.json()) as { data: OwnSessionList }).data.sessions;
    };
    expect(await list()).toHaveLength(2);
    const change = await fetch(`${gateway.url}/console/api/me/password`, {
      method: 'POST',
      headers: { ...OWN_PAGE, cookie: browser.cookieHeader, 'content-type': 'application/json' },
      body: JSON.stringify({ current_password: PASSWORD, password: ANOTHER }),
    });
    expect(change.status).toBe(200);
    await isOver(here);
    expect(await list()).toHaveLength(1);
    expect((await signIn(person.email)).page.status).toBe(401);
    expect((await signIn(person.email, ANOTHER)).page.status).toBe(303);
  });

  it('has one second factor, which is asked for before any account', async () => {
    const { person, browser, other } = await both();
    const post = async (path: string, body?: object) =>
      data(
        await fetch(`${gateway.url}/console/api${path}`, {
          method: 'POST',
          headers: {
            ...OWN_PAGE,
            cookie: browser.cookieHeader,
            ...(body && { 'content-type': 'application/json' }),
          },
          body: body && JSON.stringify(body),
        }).then(async (answer) => ({ status: answer.status, text: await answer.text() })),
      );
    const app = new AuthenticatorApp(((await post('/me/totp')) as BegunTotp).secret);
    await post('/me/totp/confirm', { code: await app.next() });
    expect(await me(browser)).toMatchObject({ user: { second_factor: true }, second_factor: {} });
    const { browser: next, page } = await signIn(person.email);
    expect(page.text).toContain('Enter a code');
    const action = '/sign-in/code';
    const entered = await next.post(action, { ...page.hidden(action), code: await app.next() });
    expect(entered.location).toContain('/sign-in/account');
    expect((await me(next)).user.second_factor).toBe(true);
    await choose(next, other);
    await post('/step-up', { code: await app.next() });
  });

  it('is not taken over by an admin of one account: their links do not change what belongs to several', async () => {
    const { heads, person, idThere } = await both();
    const idsOf = [person.id, idThere];
    for (const [index, head] of heads.entries()) {
      const made = await head.call('POST', `/users/${idsOf[index]}/reset`, { body: { second_factor: true } });
      const path = pathOf(data<CreatedReset>(made).url);
      const browser = newBrowser();
      const page = await browser.get(path);
      expect([page.status, page.text.includes('cannot change your password')]).toEqual([409, true]);
      const visit = await browser.get('/sign-in');
      const posted = await browser.post(path, { ...visit.hidden('/sign-in'), password: ANOTHER });
      expect(posted.status).toBe(409);
    }
    expect((await signIn(person.email)).page.status).toBe(303);
    expect((await signIn(person.email, ANOTHER)).page.status).toBe(401);
  });

  it('is not taken over by a link from before, nor by one that is used while they join', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [first, other] = [await gateway.createAccount(), await gateway.createAccount()];
      const admin = await PersonAtConsole.signIn(gateway, first, 'owner');
      const head = await PersonAtConsole.signIn(gateway, other, 'owner');
      const { id, email, browser } = await PersonAtConsole.signIn(gateway, first, 'agent');
      const made = data<CreatedReset>(await admin.call('POST', `/users/${id}/reset`, { body: {} }));
      const [reset, invitation] = [pathOf(made.url), await invite(head, email)];
      const thief = newBrowser();
      const [form, shown] = [(await thief.get(reset)).hidden(reset), await browser.get(invitation)];
      const [taken, joined] = await Promise.all([
        thief.post(reset, { ...form, password: ANOTHER }),
        browser.post(invitation, { ...shown.hidden(invitation), join: 'yes' }),
      ]);
      expect([taken.status === 303, joined.status === 303].filter(Boolean)).toHaveLength(1);
      expect((await signIn(email, joined.status === 303 ? PASSWORD : ANOTHER)).page.status).toBe(303);
    }
  });

  it('keeps every account an owner: the last one of each cannot leave it', async () => {
    const { heads, person, idThere } = await both();
    const make = (by: PersonAtConsole, id: number, body: object) =>
      by.call('PATCH', `/users/${id}`, { body });
    data(await make(heads[1], idThere, { role: 'owner' }));
    data(await make(heads[1], heads[1].id, { role: 'viewer' }));
    const { browser } = await signIn(person.email);
    await choose(browser, (await me(browser)).accounts[1]!.id);
    const step = await fetch(`${gateway.url}/console/api/users/${idThere}`, {
      method: 'PATCH',
      headers: { ...OWN_PAGE, cookie: browser.cookieHeader, 'content-type': 'application/json' },
      body: JSON.stringify({ role: 'admin' }),
    });
    expect([step.status, await step.text()]).toEqual([409, expect.stringContaining('last owner') as string]);
  });

  it('allows an app one account at a time: the page names it, and the grant is of that account', async () => {
    const { first, other, person } = await both();
    const app = await createApp(gateway, first);
    const { browser } = await signIn(person.email);
    const path = app.authorizePath({ scope: 'contacts:read' });
    await choose(browser, other);
    const page = await browser.get(path);
    expect(page.text).toContain('to use Two?');
    expect(page.text).toContain('Choose another of your accounts');
    const code = await app.codeFor(browser, { scope: 'contacts:read' });
    expect((await app.redeem(code)).body.access_token).toBeDefined();
    const grantsOf = async (account_id: number) =>
      (await gateway.bus.request(listGrants, { body: { account_id } })).grants;
    expect(await grantsOf(first)).toEqual([]);
    expect(await grantsOf(other)).toMatchObject([{ email: person.email, account_id: other }]);
  });

  it('is kept out of all accounts, and given another password, by the admin tool', async () => {
    const { person, browser, other } = await both();
    await gateway.bus.request(setUserPassword, { body: { user: person.email, password: ANOTHER } });
    await isOver(browser);
    const { browser: next } = await signIn(person.email, ANOTHER);
    await choose(next, other);
    await gateway.bus.request(disableUser, { body: { user: person.email } });
    await isOver(next);
    expect((await signIn(person.email, ANOTHER)).page.status).toBe(401);
    await gateway.bus.request(enableUser, { body: { user: person.email } });
    expect((await signIn(person.email, ANOTHER)).page.location).toBe('/docs');
  });
});
