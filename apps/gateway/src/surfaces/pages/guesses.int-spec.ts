import { createHash } from 'node:crypto';
import { createUser } from '@chat/contracts/gateway';
import { Browser, until, type ShownPage } from '@chat/test-kit';
import { GatewayUnderTest } from '../../testing/gateway-under-test';
import { createApp, PASSWORD } from '../../testing/oauth-app';

describe('guesses of one person from many addresses', () => {
  let gateway: GatewayUnderTest;
  let second: string;
  let accountId: number;
  let count = 0;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({ TRUSTED_PROXY_HOPS: '1' });
    ({ url: second } = await gateway.startReplica({ TRUSTED_PROXY_HOPS: '1' }));
    accountId = await gateway.createAccount();
  });

  afterAll(() => gateway.stop());

  /** A browser at an address that no other test has. */
  const browser = (url = gateway.url) => {
    count += 1;
    return new Browser(url, { 'x-forwarded-for': `203.0.${count >> 8}.${count & 255}` });
  };
  const person = async () => {
    const email = `guessed-${(count += 1)}@example.com`;
    await gateway.bus.request(createUser, { body: { account_id: accountId, email, password: PASSWORD } });
    return email;
  };
  const digestOf = (text: string) => createHash('sha256').update(text).digest();
  /** So many wrong passwords were entered for the address within this hour. */
  const guessed = (email: string, guesses: number) =>
    gateway.service.query(
      `INSERT INTO gateway.sign_in_guesses VALUES ($1, $2, now() + interval '50 minutes')
       ON CONFLICT (email_digest) DO UPDATE SET guesses = $2`,
      [digestOf(email), guesses],
    );
  /** Signs in and out, so that the browser is known and has no session. */
  const makeKnown = async (email: string, who: Browser) => {
    await who.signIn(email, PASSWORD);
    await who.post('/sign-out', (await who.get('/sign-in')).hidden('/sign-out'));
  };
  const guess = (email: string, who: Browser) => who.signIn(email, 'wrong password');
  const statusesOf = async (pages: Promise<ShownPage>[]) =>
    (await Promise.all(pages)).map(({ status }) => status);

  it('are slow after twenty, while the right password works at an address of its own', async () => {
    const email = await person();
    await guessed(email, 17);
    expect(await statusesOf([1, 2, 3].map(() => guess(email, browser())))).toEqual([401, 401, 401]);
    for (const url of [gateway.url, second]) {
      const attacker = browser(url);
      const statuses = [await guess(email, attacker), await guess(email, attacker)];
      const refused = await attacker.signIn(email, PASSWORD);
      expect([...statuses, refused].map(({ status }) => status)).toEqual([401, 401, 429]);
      expect(refused.text).toContain('Too many wrong passwords were entered for this e-mail address');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(300);
    }
    expect((await browser().signIn(email, PASSWORD)).status).toBe(303);
    expect((await browser(second).signIn(email, PASSWORD)).status).toBe(303);
  });

  it('end after five hundred within an hour, on all gateways together', async () => {
    const email = await person();
    await guessed(email, 495);
    const guesses = Array.from({ length: 20 }, (_, index) =>
      guess(email, browser(index % 2 ? second : undefined)),
    );
    const statuses = await statusesOf(guesses);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    await gateway.service.query(
      'UPDATE gateway.sign_in_guesses SET ends_at = now() WHERE email_digest = $1',
      [digestOf(email)],
    );
    expect((await guess(email, browser())).status).toBe(401);
  });

  it('never keep the person from a browser in which they signed in before, wherever it is', async () => {
    const email = await person();
    const ada = browser();
    await makeKnown(email, ada);
    await guessed(email, 500);
    const elsewhere = browser(second);
    expect((await elsewhere.signIn(email, PASSWORD)).status).toBe(429);
    elsewhere.copyCookiesOf(ada);
    expect((await guess(email, elsewhere)).status).toBe(401);
    expect((await elsewhere.signIn(email, PASSWORD)).status).toBe(303);
    expect((await ada.signIn(email, PASSWORD)).status).toBe(303);
  });

  it('go no further with a browser that was stolen than with others after ten', async () => {
    const email = await person();
    const ada = browser();
    await makeKnown(email, ada);
    await guessed(email, 500);
    const thieves = Array.from({ length: 10 }, () => browser());
    thieves.forEach((thief) => thief.copyCookiesOf(ada));
    expect(await statusesOf(thieves.map((thief) => guess(email, thief)))).toEqual(Array(10).fill(401));
    expect((await guess(email, thieves[0]!)).status).toBe(429);
  });

  it('are answered as for a person who does not exist', async () => {
    const [email, nobody] = [await person(), `nobody-${count}@example.com`];
    const answersOf = async (to: string) => {
      await guessed(to, 19);
      const attacker = browser();
      const pages = [await guess(to, attacker), await guess(to, attacker), await guess(to, attacker)];
      await guessed(to, 500);
      pages.push(await guess(to, browser()));
      return pages.map(({ status, text }) => ({
        status,
        problem: /role="alert"[^>]*>([^<]*)</.exec(text)?.[1]?.replaceAll(/\d+/g, 'N'),
      }));
    };
    const answers = await answersOf(email);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 429, 429]);
    expect(await answersOf(nobody)).toEqual(answers);
  });

  it('are told to the person after the next sign-in, and only then', async () => {
    const email = await person();
    const [ada, again, last] = [browser(), browser(), browser()];
    await guess(email, browser());
    await ada.signIn(email, PASSWORD);
    expect((await ada.get('/sign-in')).text).toContain(
      'A wrong password was entered for your e-mail address. If that was not you, tell your administrator.',
    );
    await guess(email, browser());
    await guess(email, again);
    await again.signIn(email, PASSWORD);
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format();
    const app = await createApp(gateway, accountId);
    for (const path of ['/sign-in', app.authorizePath()]) {
      const { text } = await again.get(path);
      expect(text.replaceAll(/\s+/g, ' ')).toContain(
        `2 wrong passwords were entered for your e-mail address since your last sign-in on ${day} at `,
      );
    }
    await last.signIn(email, PASSWORD);
    expect((await last.get('/sign-in')).text).not.toContain('wrong password');
  });

  it('leave nothing behind once their hour is over, nor does a browser that was not used for half a year', async () => {
    const email = await person();
    await browser().signIn(email, PASSWORD);
    await gateway.service.query(`
      UPDATE gateway.sign_in_guesses SET ends_at = now();
      UPDATE gateway.known_browsers SET last_used_at = now() - interval '181 days';
    `);
    await gateway.startReplica();
    await until(
      async () => {
        const [left] = await gateway.service.query<{ count: number }>(`
          SELECT (SELECT count(*) FROM gateway.sign_in_guesses)
            + (SELECT count(*) FROM gateway.known_browsers) AS count`);
        return Number(left!.count) === 0;
      },
      { describe: 'guesses and browsers to be deleted' },
    );
  });

  it('of a person are remembered with the fifty browsers that were used last', async () => {
    const email = await person();
    const [first, last] = [browser(), browser()];
    await makeKnown(email, first);
    await gateway.service.query(
      `INSERT INTO gateway.known_browsers (account_id, user_id, digest)
       SELECT account_id, id, sha256(n::text::bytea) FROM gateway.users, generate_series(1, 49) AS n WHERE email = $1`,
      [email],
    );
    await makeKnown(email, last);
    await guessed(email, 500);
    expect((await first.signIn(email, PASSWORD)).status).toBe(429);
    expect((await last.signIn(email, PASSWORD)).status).toBe(303);
  });
});
