import { createUser, getUser, removeSecondFactor } from '@chat/contracts/gateway';
import type { BegunTotp, CreatedReset, Me, RecoveryCodes } from '@chat/contracts/gateway';
import { AuthenticatorApp, Browser, CapturedLog, type ShownPage } from '@chat/test-kit';
import { GatewayUnderTest } from '../testing/gateway-under-test';
import { PASSWORD } from '../testing/oauth-app';
import { PersonAtConsole } from '../testing/signed-in-person';

/** A person with an authenticator app and recovery codes. */
class Factor extends AuthenticatorApp {
  constructor(
    readonly person: PersonAtConsole,
    readonly written: string,
    public recovery: string[] = [],
  ) {
    super(written);
  }
}

describe('the second factor of a person', () => {
  let log: CapturedLog;
  let gateway: GatewayUnderTest;
  let second: string;
  let accountId: number;
  let owner: PersonAtConsole;

  beforeAll(async () => {
    log = new CapturedLog();
    gateway = await GatewayUnderTest.start({ LOG_LEVEL: 'debug', TRUSTED_PROXY_HOPS: '1' });
    ({ url: second } = await gateway.startReplica({ TRUSTED_PROXY_HOPS: '1' }));
    accountId = await gateway.createAccount();
    owner = await PersonAtConsole.signIn(gateway, accountId, 'owner');
  });

  afterAll(async () => {
    await gateway.stop();
    log.release();
  });

  const data = <T>({ text, status }: { text: string; status: number }) => {
    expect([status < 300, text]).toEqual([true, text]);
    return (JSON.parse(text) as { data: T }).data;
  };
  const begin = async () => {
    const person = await PersonAtConsole.signIn(gateway, accountId, 'agent');
    return new Factor(person, data<BegunTotp>(await person.call('POST', '/me/totp')).secret);
  };
  const confirm = ({ person }: Factor, code: string) =>
    person.call('POST', '/me/totp/confirm', { body: { code } });
  const setUp = async () => {
    const factor = await begin();
    factor.recovery = data<RecoveryCodes>(await confirm(factor, await factor.next())).recovery_codes;
    return factor;
  };
  let addresses = 0;
  /** A browser at an address of its own. */
  const newBrowser = (url = gateway.url) =>
    new Browser(url, { 'x-forwarded-for': `203.0.113.${(addresses += 1)}` });
  const enter = (browser: Browser, page: ShownPage, code: string) =>
    browser.post('/sign-in/code', { ...page.hidden('/sign-in/code'), code });
  /** Signs in with the password, and then this code. */
  const signIn = async ({ person }: Factor, code: string, browser = newBrowser()) => {
    const asked = await browser.signIn(person.email, PASSWORD, '/docs');
    return { asked, browser, page: await enter(browser, asked, code) };
  };
  const isSignedIn = async (browser: Browser) =>
    (await browser.get('/sign-in')).text.includes('You are signed in');

  it('is begun, confirmed by a first code, and then asked for after the password', async () => {
    const factor = await begin();
    const { person } = factor;
    const uri = new URL(data<BegunTotp>(await person.call('POST', '/me/totp')).uri);
    expect([uri.protocol, uri.searchParams.get('issuer'), decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'Chat API',
      expect.stringContaining(person.email),
    ]);
    expect(await isSignedIn((await enterPassword(person)).browser)).toBe(true);
    const begun = new Factor(person, uri.searchParams.get('secret')!);
    expect((await confirm(begun, begun.wrong())).status).toBe(422);
    const { recovery_codes } = data<RecoveryCodes>(await confirm(begun, await begun.next()));
    expect(new Set(recovery_codes).size).toBe(10);
    for (const code of recovery_codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect(data<Me>(await person.call('GET', '/me'))).toMatchObject({
      user: { second_factor: true },
      second_factor: { recovery_codes_left: 10 },
    });
    const { asked, browser, page } = await signIn(begun, await begun.next());
    expect([asked.status, asked.text.includes('Enter a code')]).toEqual([200, true]);
    expect([page.status, page.location]).toEqual([303, '/docs']);
    expect(await isSignedIn(browser)).toBe(true);
  });
  const enterPassword = async ({ email }: PersonAtConsole) => {
    const browser = newBrowser();
    await browser.signIn(email, PASSWORD);
    return { browser };
  };

  it('keeps out whoever has the password alone', async () => {
    const factor = await setUp();
    const browser = newBrowser();
    const asked = await browser.signIn(factor.person.email, PASSWORD);
    expect(browser.cookieNames).not.toContain('session');
    expect(await isSignedIn(browser)).toBe(false);
    expect((await enter(browser, asked, factor.wrong())).status).toBe(401);
    expect((await enter(browser, asked, '')).status).toBe(401);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await enter(browser, asked, await factor.next())).status).toBe(303);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('takes each code once, also of two who enter it at once on two gateways', async () => {
    const factor = await setUp();
    const browsers = [newBrowser(), newBrowser(second), newBrowser(), newBrowser(second)];
    const pages = await Promise.all(
      browsers.map(async (browser) => ({
        browser,
        page: await browser.signIn(factor.person.email, PASSWORD),
      })),
    );
    const code = await factor.next();
    const answers = await Promise.all(pages.map(({ browser, page }) => enter(browser, page, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401, 401, 401]);
  });

  it('takes a code once, be it to sign in or to prove who the person is', async () => {
    const factor = await setUp();
    const code = await factor.next();
    expect((await signIn(factor, code)).page.status).toBe(303);
    expect((await factor.person.call('POST', '/step-up', { body: { code } })).status).toBe(422);
    const other = await factor.next();
    expect((await factor.person.call('POST', '/step-up', { body: { code: other } })).status).toBe(200);
    expect((await signIn(factor, other)).page.status).toBe(401);
  });

  it('takes no code from a form of another site', async () => {
    const factor = await setUp();
    const browser = newBrowser();
    const asked = await browser.signIn(factor.person.email, PASSWORD);
    const members = { ...asked.hidden('/sign-in/code'), form_token: 'x' };
    const answer = await browser.post('/sign-in/code', { ...members, code: await factor.next() });
    expect([answer.status, await isSignedIn(browser)]).toEqual([403, false]);
  });

  it('takes each recovery code once, however it is written', async () => {
    const factor = await setUp();
    const [first, other] = factor.recovery as [string, string];
    expect((await signIn(factor, first.toLowerCase().replaceAll('-', ' '))).page.status).toBe(303);
    expect((await signIn(factor, first)).page.status).toBe(401);
    expect((await signIn(factor, other)).page.status).toBe(303);
    expect(data<Me>(await factor.person.call('GET', '/me'))).toMatchObject({
      second_factor: { recovery_codes_left: 8 },
    });
    const renewed = data<RecoveryCodes>(
      await factor.person.call('POST', '/me/recovery-codes'),
    ).recovery_codes;
    expect((await signIn(factor, factor.recovery[2]!)).page.status).toBe(401);
    expect((await signIn(factor, renewed[0]!)).page.status).toBe(303);
  });

  it('is guessed ten times an hour at most, from all addresses and on all gateways together', async () => {
    const factor = await setUp();
    const guess = (index: number) =>
      signIn(factor, factor.wrong(), newBrowser(index % 2 ? second : gateway.url));
    const pages = await Promise.all(Array.from({ length: 15 }, (_, index) => guess(index)));
    const statuses = pages.map(({ page }) => page.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const right = await signIn(factor, await factor.next());
    expect([right.page.status, await isSignedIn(right.browser)]).toEqual([429, false]);
  });

  it('counts wrong codes as failed sign-ins of an address, which has ten in five minutes', async () => {
    const [factor, other] = [await setUp(), await setUp()];
    const address = { 'x-forwarded-for': '198.51.100.7' };
    const attempt = (one: Factor) => signIn(one, one.wrong(), new Browser(gateway.url, address));
    for (let round = 0; round < 5; round += 1)
      for (const one of [factor, other]) expect((await attempt(one)).page.status).toBe(401);
    expect((await new Browser(gateway.url, address).signIn(factor.person.email, PASSWORD)).status).toBe(429);
    expect((await signIn(factor, await factor.next())).page.status).toBe(303);
  });

  it('is asked for until ten minutes after the password, and not after another one was set', async () => {
    const factor = await setUp();
    const browser = newBrowser();
    const asked = await browser.signIn(factor.person.email, PASSWORD);
    await gateway.service.query(
      "UPDATE gateway.pending_sign_ins SET expires_at = expires_at - interval '10 minutes'",
    );
    expect((await enter(browser, asked, await factor.next())).status).toBe(403);
    const again = await browser.signIn(factor.person.email, PASSWORD);
    const body = { current_password: PASSWORD, password: 'another long password' };
    expect((await factor.person.call('POST', '/me/password', { body })).status).toBe(200);
    expect((await enter(browser, again, await factor.next())).status).toBe(403);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('proves who the person is, instead of the password', async () => {
    const factor = await setUp();
    const stepUp = (body: object) => factor.person.call('POST', '/step-up', { body });
    expect((await stepUp({ code: factor.wrong() })).status).toBe(422);
    expect((await stepUp({ code: await factor.next(), password: PASSWORD })).status).toBe(422);
    expect((await stepUp({})).status).toBe(422);
    expect((await stepUp({ code: factor.recovery[0] })).status).toBe(200);
  });

  it('is not replaced while it counts, but can be removed', async () => {
    const factor = await setUp();
    const { person } = factor;
    expect((await person.call('POST', '/me/totp')).error?.code).toBe('conflict');
    expect((await confirm(factor, await factor.next())).error?.code).toBe('conflict');
    expect(data<Me>(await person.call('DELETE', '/me/totp'))).toMatchObject({ second_factor: null });
    expect(await isSignedIn((await enterPassword(person)).browser)).toBe(true);
    expect((await person.call('POST', '/me/recovery-codes')).error?.code).toBe('conflict');
  });

  it('outlives a reset of the password, unless the link removes it', async () => {
    const factor = await setUp();
    const resetBy = async (body: object) => {
      const answer = await owner.call('POST', `/users/${factor.person.id}/reset`, { body });
      const path = new URL(data<CreatedReset>(answer).url).pathname;
      const browser = newBrowser();
      const page = await browser.get(path);
      await browser.post(path, { ...page.hidden(path), password: PASSWORD });
      return browser;
    };
    const browser = await resetBy({});
    expect(await isSignedIn(browser)).toBe(false);
    expect((await signIn(factor, await factor.next(), browser)).page.status).toBe(303);
    expect(await isSignedIn(await resetBy({ second_factor: true }))).toBe(true);
    const body = { account_id: accountId, user_id: factor.person.id };
    const { user } = await gateway.bus.request(getUser, { body });
    expect(user.second_factor).toBe(false);
  });

  it('is removed by the admin tool for whoever nobody else can help', async () => {
    const { person } = await setUp();
    await gateway.bus.request(removeSecondFactor, { body: { user: person.email } });
    expect(await isSignedIn((await enterPassword(person)).browser)).toBe(true);
  });

  it('is stored sealed, and no code or secret is in the log', async () => {
    const factor = await setUp();
    const code = await factor.next();
    await signIn(factor, code);
    const [row] = await gateway.service.query<{ totp_secret: Buffer }>(
      'SELECT totp_secret FROM gateway.users WHERE id = $1',
      [factor.person.id],
    );
    expect(row!.totp_secret.length).toBeGreaterThan(40);
    const text = JSON.stringify(log.lines);
    for (const secret of [factor.written, ...factor.recovery, PASSWORD]) expect(text).not.toContain(secret);
  });

  it('is nobody else’s business: an unknown address and a wrong password look the same with and without it', async () => {
    const { person } = await setUp();
    const email = 'without-a-factor@example.com';
    await gateway.bus.request(createUser, { body: { account_id: accountId, email, password: PASSWORD } });
    const texts = await Promise.all(
      [person.email, email, 'nobody-at-all@example.com'].map(async (address) => {
        const page = await newBrowser().signIn(address, 'a wrong password');
        return [page.status, page.text.replaceAll(address, '').replaceAll(/value="[^"]*"/g, '')];
      }),
    );
    expect(texts[1]).toEqual(texts[0]);
    expect(texts[2]).toEqual(texts[0]);
  });
});
