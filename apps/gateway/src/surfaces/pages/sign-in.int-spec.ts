import { createUser, disableUser, setUserPassword } from '@chat/contracts/gateway';
import { Browser, CapturedLog } from '@chat/test-kit';
import { GatewayUnderTest } from '../../testing/gateway-under-test';
import { stopClock } from '../../testing/stopped-clock';

const PASSWORD = 'correct horse battery';

describe('signing in', () => {
  let gateway: GatewayUnderTest;
  let accountId: number;
  let log: CapturedLog;
  let count = 0;

  beforeAll(async () => {
    log = new CapturedLog();
    gateway = await GatewayUnderTest.start({ LOG_LEVEL: 'info', TRUSTED_PROXY_HOPS: '1' });
    accountId = await gateway.createAccount({ name: 'Flowers & <Co>' });
  });

  afterAll(async () => {
    await gateway.stop();
    log.release();
  });

  /** A browser at an address that no other test has. */
  const browser = () => new Browser(gateway.url, { 'x-forwarded-for': `198.51.100.${(count += 1)}` });
  const person = async () => {
    const email = `person-${(count += 1)}@example.com`;
    const body = { account_id: accountId, email, password: PASSWORD };
    return (await gateway.bus.request(createUser, { body })).user;
  };
  const isSignedIn = async (who: Browser) => (await who.get('/sign-in')).text.includes('You are signed in');

  it('shows a page without scripts that nobody frames or keeps, and whose form a program can copy', async () => {
    const page = await browser().get('/sign-in?return_to=%2Foauth%2Fauthorize%3Fa%3D%2522');
    expect(page.status).toBe(200);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+';.*frame-ancestors 'none'/,
      ) as string,
    });
    expect(page.text).not.toMatch(/<script|javascript:|\son\w+=/i);
    expect(page.hidden('/sign-in')).toEqual({
      form_token: expect.stringMatching(/^[\w-]{43}$/) as string,
      return_to: '/oauth/authorize?a=%22',
    });
    expect(page.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^visit=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('signs a person in, whatever the case of the address, and sends them where they came from', async () => {
    const { email } = await person();
    const ada = browser();
    const answer = await ada.signIn(email.toUpperCase(), PASSWORD, '/oauth/authorize?state=%26');
    expect({ status: answer.status, location: answer.location }).toEqual({
      status: 303,
      location: '/oauth/authorize?state=%26',
    });
    const shown = await ada.get('/sign-in');
    expect(shown.text).toContain(email);
    expect(shown.text).toContain('Flowers &amp; &lt;Co&gt;');
  });

  it('accepts every password and address that a user can be given, in any script', async () => {
    const [email, password] = [`${'🙂'.repeat(200)}-${(count += 1)}@example.com`, '🔑'.repeat(200)];
    await gateway.bus.request(createUser, { body: { account_id: accountId, email, password } });
    expect((await browser().signIn(email, password)).status).toBe(303);
    expect((await browser().signIn(email, `${password}🔑`)).status).toBe(401);
  });

  it('returns 503 while the database is unavailable', async () => {
    const { email } = await person();
    const [signedIn, stranger] = [browser(), browser()];
    await signedIn.signIn(email, PASSWORD);
    const form = (await stranger.get('/sign-in')).hidden('/sign-in');
    for (const table of ['sessions', 'users'])
      await gateway.service.query(`ALTER TABLE gateway.${table} RENAME TO ${table}_away`);
    const pages = [
      await signedIn.get('/sign-in'),
      await stranger.post('/sign-in', { ...form, email, password: PASSWORD }),
    ];
    for (const table of ['sessions', 'users'])
      await gateway.service.query(`ALTER TABLE gateway.${table}_away RENAME TO ${table}`);
    expect(pages.map(({ status }) => status)).toEqual([503, 503]);
  });

  it('never sends a person elsewhere', async () => {
    const { email } = await person();
    const answer = await browser().signIn(email, PASSWORD, '//evil.example/');
    expect(answer.location).toBe('/sign-in');
  });

  it('binds cookies to the host where it is reached over https', async () => {
    const secure = await GatewayUnderTest.start({ PUBLIC_BASE_URL: 'https://chat.example.com/api/' });
    try {
      const body = { account_id: await secure.createAccount(), email: 'ada@example.com', password: PASSWORD };
      await secure.bus.request(createUser, { body });
      const ada = new Browser(secure.url);
      const page = await ada.get('/sign-in');
      expect(page.text).toContain('action="/api/sign-in"');
      const signedIn = await ada.post('/sign-in', {
        ...page.hidden(),
        email: body.email,
        password: PASSWORD,
      });
      expect(signedIn.headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^__Host-session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        ),
        expect.stringMatching(
          /^__Host-browser=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        ),
      ]);
      expect(signedIn.headers.get('strict-transport-security')).toBe('max-age=31536000');
      expect(ada.cookieNames).toEqual(['__Host-visit', '__Host-session', '__Host-browser']);
    } finally {
      await secure.stop();
    }
  });

  it('gives a wrong password, an unknown person and one who is disabled the same answer', async () => {
    const { email } = await person();
    const gone = await person();
    await gateway.bus.request(disableUser, { body: { user: gone.email } });
    const pages = [
      await browser().signIn(email, 'wrong password 1'),
      await browser().signIn('nobody@example.com', PASSWORD),
      await browser().signIn(gone.email, PASSWORD),
      await browser().signIn('a\0b@example.com', PASSWORD),
      await browser().signIn(email, ''),
      await browser().signIn(email, 'x'.repeat(10_000)),
    ];
    for (const page of pages) {
      expect(page.status).toBe(401);
      expect(page.text).toContain('password is incorrect');
    }
  });

  it.each([
    ['no form token', (hidden: Record<string, string>) => ({ return_to: hidden.return_to! })],
    ['a form token of another browser', () => ({ form_token: 'A'.repeat(43) })],
  ])('refuses a form with %s, and shows a new one', async (_, forge) => {
    const { email } = await person();
    const ada = browser();
    const page = await ada.get('/sign-in');
    const answer = await ada.post('/sign-in', { ...forge(page.hidden()), email, password: PASSWORD });
    expect(answer.status).toBe(403);
    const again = await ada.post('/sign-in', { ...answer.hidden(), email, password: PASSWORD });
    expect(again.status).toBe(303);
  });

  it('refuses an address after ten failures, and not the person at another address', async () => {
    const { email } = await person();
    const attacker = browser();
    const letClockGoOn = stopClock();
    const statuses: number[] = [];
    for (let round = 0; round < 10; round += 1)
      statuses.push((await attacker.signIn(email, `wrong password ${round}`)).status);
    const refused = await attacker.signIn(email, PASSWORD);
    letClockGoOn();
    expect(statuses).toEqual(Array<number>(10).fill(401));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.text).toContain('Too many failed sign-in attempts');
    expect((await browser().signIn(email, PASSWORD)).status).toBe(303);
  });

  it('does not count attempts that succeed as failures', async () => {
    const { email } = await person();
    const headers = { 'x-forwarded-for': '198.51.100.251' };
    for (let round = 0; round < 12; round += 1) {
      expect((await new Browser(gateway.url, headers).signIn(email, PASSWORD)).status).toBe(303);
    }
  });

  it('ends every session of a person when the password changes or the person is disabled', async () => {
    const user = await person();
    const [phone, laptop] = [browser(), browser()];
    await phone.signIn(user.email, PASSWORD);
    await laptop.signIn(user.email, PASSWORD);
    expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([true, true]);
    const password = 'another long password';
    await gateway.bus.request(setUserPassword, { body: { user: user.email, password } });
    expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, false]);
    await phone.signIn(user.email, password);
    expect(await isSignedIn(phone)).toBe(true);
    await gateway.bus.request(disableUser, { body: { user: String(user.id) } });
    expect(await isSignedIn(phone)).toBe(false);
  });

  it('ends the oldest session of a person who has fifty', async () => {
    const { email, id } = await person();
    const [oldest, latest] = [browser(), browser()];
    await oldest.signIn(email, PASSWORD);
    await gateway.service.query(
      `INSERT INTO gateway.sessions (account_id, user_id, digest, expires_at)
       SELECT $1, $2, sha256(n::text::bytea), now() + interval '1 hour' FROM generate_series(1, 49) AS n`,
      [accountId, id],
    );
    expect(await isSignedIn(oldest)).toBe(true);
    await latest.signIn(email, PASSWORD);
    expect([await isSignedIn(oldest), await isSignedIn(latest)]).toEqual([false, true]);
    const rows = await gateway.service.query('SELECT 1 FROM gateway.sessions WHERE user_id = $1', [id]);
    expect(rows).toHaveLength(50);
  });

  it('signs out one browser, for good, and only by its own form', async () => {
    const { email } = await person();
    const [ada, thief] = [browser(), browser()];
    await ada.signIn(email, PASSWORD);
    thief.copyCookiesOf(ada);
    await ada.post('/sign-out', { form_token: 'forged' });
    expect(await isSignedIn(ada)).toBe(true);
    const page = await ada.get('/sign-in');
    await ada.post('/sign-out', page.hidden('/sign-out'));
    expect([await isSignedIn(ada), await isSignedIn(thief)]).toEqual([false, false]);
  });

  it('keeps of a session and a password nothing that anybody could sign in with, and logs neither', async () => {
    const { email, id } = await person();
    const ada = browser();
    await ada.signIn(email, PASSWORD);
    const rows = await gateway.service.query<{ digest: Buffer }>(
      'SELECT * FROM gateway.sessions WHERE user_id = $1',
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.digest).toHaveLength(32);
    expect(JSON.stringify(log.lines)).not.toMatch(new RegExp(`${PASSWORD}|${email}`));
  });

  it.each(['GET', 'HEAD'])(
    'answers %s also when it names the type of a body that it has not',
    async (method) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.249' };
      const answer = await fetch(`${gateway.url}/sign-in`, { method, headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect((await answer.text()) === '').toBe(method === 'HEAD');
    },
  );

  it.each([
    ['a method that no page takes', 'DELETE', undefined, 404],
    ['JSON', 'POST', '{"email":"a"}', 415],
  ])('answers %s with a page', async (_, method, body, status) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.250' };
    const answer = await fetch(`${gateway.url}/sign-in`, { method, body, headers });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });
});
