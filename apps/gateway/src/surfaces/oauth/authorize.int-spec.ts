import { deleteDeveloperApp, setUserPassword, updateDeveloperApp } from '@chat/contracts/gateway';
import { Browser, decide, type OAuthApp, REDIRECT_URI } from '@chat/test-kit';
import { GatewayUnderTest } from '../../testing/gateway-under-test';
import { createApp, PASSWORD, signedInPerson } from '../../testing/oauth-app';

describe('authorizing an app', () => {
  let gateway: GatewayUnderTest;
  let accountId: number;
  let app: OAuthApp;
  /** Signed in, and never asked for what changes anything. */
  let somebody: Browser;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    accountId = await gateway.createAccount({ name: 'Flowers & Co' });
    app = await createApp(gateway, await gateway.createAccount());
    somebody = (await signIn()).browser;
  });

  afterAll(() => gateway.stop());

  const signIn = () => signedInPerson(gateway, accountId);
  /** The answer that the redirect URI would get. */
  const answerIn = (location: string | null) => {
    expect(location).toMatch(new RegExp(`^${REDIRECT_URI.replace('?', '\\?')}&`));
    return Object.fromEntries(new URL(location!).searchParams);
  };

  it('leads a person through signing in to a question in plain words, and back with a code', async () => {
    const { user } = await signIn();
    const ada = new Browser(gateway.url);
    const path = app.authorizePath();
    const signInPage = await ada.follow(await ada.get(path));
    expect(signInPage.path).toMatch(/^\/sign-in\?return_to=/);
    const form = { ...signInPage.hidden('/sign-in'), email: user.email, password: PASSWORD };
    const question = await ada.follow(await ada.post('/sign-in', form));
    expect(question.status).toBe(200);
    for (const text of [
      'Allow Acme &lt;CRM&gt; to use Flowers &amp; Co?',
      user.email,
      'Send messages and templates to your customers',
      'See your contacts',
      'crm.example.com',
    ]) {
      expect(question.text).toContain(text);
    }
    const allowed = await decide(ada, question, 'allow');
    expect(allowed.status).toBe(303);
    expect(answerIn(allowed.location)).toEqual({
      from: 'chat',
      code: expect.stringMatching(/^ac_[0-9A-Za-z]{38}$/) as string,
      state: 'state & more',
      iss: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
    });
  });

  it('tells the app when the person denies', async () => {
    const denied = await decide(somebody, await somebody.get(app.authorizePath()), 'deny');
    expect(answerIn(denied.location)).toMatchObject({ error: 'access_denied', state: 'state & more' });
    expect((await somebody.get(app.authorizePath())).status).toBe(200);
  });

  it('asks again when the scopes differ from those granted, and only then', async () => {
    const { browser } = await signIn();
    await app.codeFor(browser);
    const reordered = await browser.get(app.authorizePath({ scope: 'contacts:read messages:send' }));
    expect(answerIn(reordered.location)).toHaveProperty('code');
    for (const scope of ['messages:send', 'messages:send contacts:read contacts:write']) {
      expect((await browser.get(app.authorizePath({ scope }))).status).toBe(200);
    }
  });

  it('asks each time for a public app on the machine of the person, which may use any port', async () => {
    const { browser } = await signIn();
    const settings = { public: true, redirect_uris: ['http://127.0.0.1/callback'] };
    const program = await createApp(gateway, accountId, settings);
    const redirect_uri = 'http://127.0.0.1:49152/callback';
    const code = await program.codeFor(browser, { redirect_uri });
    expect((await browser.get(program.authorizePath({ redirect_uri }))).status).toBe(200);
    expect((await program.redeem(code, { redirect_uri: 'http://127.0.0.1:49153/callback' })).status).toBe(
      400,
    );
    const other = await program.codeFor(browser, { redirect_uri });
    expect((await program.redeem(other, { redirect_uri })).status).toBe(200);
  });

  it.each([
    ['an unknown client', { client_id: 'app_unknown' }],
    ['no client', { client_id: null }],
    ['no redirect URI', { redirect_uri: null }],
    ['another host', { redirect_uri: 'https://evil.example/callback?from=chat' }],
    ['another path', { redirect_uri: 'https://crm.example.com/callback/more?from=chat' }],
    ['another query', { redirect_uri: `${REDIRECT_URI}&more=1` }],
    ['no query', { redirect_uri: 'https://crm.example.com/callback' }],
    ['a fragment', { redirect_uri: `${REDIRECT_URI}#part` }],
    ['a subdomain', { redirect_uri: 'https://a.crm.example.com/callback?from=chat' }],
    ['userinfo', { redirect_uri: 'https://crm.example.com@evil.example/callback?from=chat' }],
    ['http', { redirect_uri: 'http://crm.example.com/callback?from=chat' }],
    ['a host in capitals', { redirect_uri: 'https://CRM.example.com/callback?from=chat' }],
    ['a trailing space', { redirect_uri: `${REDIRECT_URI} ` }],
    ['NUL', { redirect_uri: `${REDIRECT_URI}\0` }],
  ])('never redirects for %s', async (_, changes) => {
    for (const page of [
      await somebody.get(app.authorizePath(changes)),
      await somebody.post('/oauth/authorize', {
        ...Object.fromEntries(new URLSearchParams(app.authorizePath(changes).split('?')[1])),
        decision: 'allow',
      }),
    ]) {
      expect(page.status).toBe(400);
      expect(page.location).toBeNull();
      expect(page.text).toContain('This app cannot connect');
    }
  });

  it('says that the redirect URI is missing rather than wrong', async () => {
    const page = await somebody.get(app.authorizePath({ redirect_uri: null }));
    expect(page.text).toContain('The request has no redirect_uri.');
  });

  it.each([
    ['client_id', 'client_id=app_other'],
    ['redirect_uri', 'redirect_uri=https%3A%2F%2Fevil.example'],
  ])('never redirects for a second %s', async (_, more) => {
    const page = await somebody.get(`${app.authorizePath()}&${more}`);
    expect({ status: page.status, location: page.location }).toEqual({ status: 400, location: null });
  });

  it.each([
    ['no challenge', { code_challenge: null }, 'invalid_request'],
    ['the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method', { code_challenge_method: null }, 'invalid_request'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['no scope', { scope: null }, 'invalid_scope'],
    ['an unknown scope', { scope: 'messages:send root' }, 'invalid_scope'],
  ])('tells the app of %s, and a person who is not signed in instead', async (_, changes, error) => {
    const path = app.authorizePath(changes);
    const told = { error, state: 'state & more', iss: expect.any(String) as string };
    expect(answerIn((await somebody.get(path)).location)).toMatchObject(told);
    const stranger = new Browser(gateway.url);
    const form = Object.fromEntries(new URLSearchParams(path.split('?')[1]));
    for (const page of [await stranger.get(path), await stranger.post('/oauth/authorize', form)]) {
      expect({ status: page.status, location: page.location }).toEqual({ status: 400, location: null });
      expect(page.headers.get('refresh')).toBeNull();
      expect(page.text).toContain('This app cannot connect');
      const [, link = ''] = /<a href="([^"]*)"/.exec(page.text) ?? [];
      expect(answerIn(link.replaceAll('&amp;', '&'))).toMatchObject(told);
    }
  });

  it('brings back the longest state, and of a longer one tells the app', async () => {
    const { user } = await signIn();
    const ada = new Browser(gateway.url);
    // Each letter takes ten bytes in the address of the sign-in page.
    const state = 'é'.repeat(1_024);
    const scope = 'messages:send '.repeat(300);
    const signInPage = await ada.follow(await ada.get(app.authorizePath({ state, scope })));
    const form = { ...signInPage.hidden('/sign-in'), email: user.email, password: PASSWORD };
    const question = await ada.follow(await ada.post('/sign-in', form));
    expect(answerIn((await decide(ada, question, 'allow')).location)).toMatchObject({
      code: expect.any(String) as string,
      state,
    });
    const tooLong = await ada.get(app.authorizePath({ state: `${state}s` }));
    expect(answerIn(tooLong.location)).toMatchObject({
      error: 'invalid_request',
      error_description: 'state must have at most 2048 bytes.',
      state: `${state}s`,
    });
  });

  it('reads no form that is longer than an address may be', async () => {
    const page = await somebody.post('/oauth/authorize', { state: 's'.repeat(16 * 1024) });
    expect(page.status).toBe(413);
  });

  it.each([
    ['no form token', (hidden: Record<string, string>) => ({ ...hidden, form_token: '' })],
    ['a forged form token', (hidden: Record<string, string>) => ({ ...hidden, form_token: 'A'.repeat(43) })],
  ])('takes no decision with %s', async (_, forge) => {
    const question = await somebody.get(app.authorizePath());
    const form = { ...forge(question.hidden('/oauth/authorize')), decision: 'allow' };
    const answer = await somebody.post('/oauth/authorize', form);
    expect({ status: answer.status, location: answer.location }).toEqual({ status: 403, location: null });
    expect(answer.text).toContain('Decide again');
  });

  it('takes no decision that was asked of somebody else in the same browser', async () => {
    const { browser } = await signIn();
    const question = await browser.get(app.authorizePath());
    const { user: bob } = await signIn();
    const page = await browser.get('/sign-in');
    await browser.post('/sign-out', page.hidden('/sign-out'));
    await browser.signIn(bob.email, PASSWORD);
    const answer = await decide(browser, question, 'allow');
    expect({ status: answer.status, location: answer.location }).toEqual({ status: 403, location: null });
    expect(answer.text).toContain(bob.email);
  });

  it('asks for a new sign-in when the session ended before the decision', async () => {
    const { browser, user } = await signIn();
    const question = await browser.get(app.authorizePath());
    const body = { user: user.email, password: 'another long password' };
    await gateway.bus.request(setUserPassword, { body });
    const answer = await decide(browser, question, 'allow');
    expect(answer.location).toMatch(/^\/sign-in\?return_to=/);
  });

  it('does not know an app that was deleted, nor a redirect URI that was removed', async () => {
    const other = await createApp(gateway, accountId);
    expect((await somebody.get(other.authorizePath())).status).toBe(200);
    const redirect_uris = ['https://crm.example.com/new'];
    await gateway.bus.request(updateDeveloperApp, { body: { app: other.clientId, redirect_uris } });
    expect((await somebody.get(other.authorizePath())).status).toBe(400);
    await gateway.bus.request(deleteDeveloperApp, { body: { app: other.clientId } });
    const page = await somebody.get(other.authorizePath({ redirect_uri: redirect_uris[0]! }));
    expect(page.text).toContain('Unknown app');
  });

  it('shows no characters of names that hide or reorder text, and keeps none', async () => {
    const name = 'Acme \u202eMRC\u202c\u200b 👩\u200d🚀';
    const other = await createApp(gateway, accountId, { name });
    const shown = async () => (await somebody.get(other.authorizePath())).text;
    expect(await shown()).toContain('Allow Acme MRC 👩\u200d🚀 to use');
    await gateway.service.query('UPDATE gateway.developer_apps SET name = $2 WHERE client_id = $1', [
      other.clientId,
      name,
    ]);
    expect(await shown()).toContain('Allow Acme MRC 👩\u200d🚀 to use');
  });

  it('shows texts of the app as texts', async () => {
    const { browser } = await signIn();
    const question = await browser.get(app.authorizePath({ state: `"><script>alert(1)</script>` }));
    expect(question.text).not.toContain('<script');
    const allowed = await decide(browser, question, 'allow');
    expect(answerIn(allowed.location).state).toBe(`"><script>alert(1)</script>`);
  });
});
