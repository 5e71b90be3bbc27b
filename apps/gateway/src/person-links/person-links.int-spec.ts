import type { CreatedInvitation, CreatedReset, Invitation, Me } from '@chat/contracts/gateway';
import { createUser, disableUser } from '@chat/contracts/gateway';
import { Browser, CapturedLog, until } from '@chat/test-kit';
import { GatewayUnderTest } from '../testing/gateway-under-test';
import { PASSWORD } from '../testing/oauth-app';
import { PersonAtConsole } from '../testing/signed-in-person';

const CHOSEN = 'a password of my own';

describe('links for people', () => {
  let log: CapturedLog;
  let gateway: GatewayUnderTest;
  let accountId: number;
  let owner: PersonAtConsole;
  let admin: PersonAtConsole;
  let stranger: PersonAtConsole;
  let count = 0;

  beforeAll(async () => {
    log = new CapturedLog();
    gateway = await GatewayUnderTest.start({ LOG_LEVEL: 'debug' });
    accountId = await gateway.createAccount({ name: 'Shop <1>' });
    owner = await PersonAtConsole.signIn(gateway, accountId, 'owner');
    admin = await PersonAtConsole.signIn(gateway, accountId, 'admin');
    stranger = await PersonAtConsole.signIn(gateway, await gateway.createAccount(), 'owner');
  });

  afterAll(async () => {
    await gateway.stop();
    log.release();
  });

  const data = <T>({ text, status }: { text: string; status: number }) => {
    expect([status, text]).toEqual([status < 300 ? status : 0, text]);
    return (JSON.parse(text) as { data: T }).data;
  };
  const newAddress = () => `invited-${(count += 1)}@example.com`;
  const invite = async (email = newAddress(), role = 'agent', by = admin) =>
    data<CreatedInvitation>(await by.call('POST', '/users/invitations', { body: { email, role } }));
  const invitations = async (who = admin) =>
    data<{ invitations: Invitation[] }>(await who.call('GET', '/users/invitations')).invitations;
  const reset = async ({ id }: { id: number }, by = admin) =>
    data<CreatedReset>(await by.call('POST', `/users/${id}/reset`, { body: {} }));
  const pathOf = (url: string) => {
    expect(url.startsWith(`${gateway.url}/`)).toBe(true);
    return url.slice(gateway.url.length);
  };
  /** Opens a link and submits its form. */
  const follow = async (
    url: string,
    form: Record<string, string> = {},
    browser = new Browser(gateway.url),
  ) => {
    const path = pathOf(url);
    const page = await browser.get(path);
    if (page.status !== 200) return { page, browser };
    const values = { ...page.hidden(path), name: ' Bob ', password: CHOSEN, ...form };
    return { page: await browser.post(path, values), browser };
  };
  const me = async ({ cookieHeader: cookie }: Browser) => {
    const answer = await fetch(`${gateway.url}/console/api/me`, { headers: { cookie } });
    return answer.status === 200 ? ((await answer.json()) as { data: Me }).data.user : null;
  };
  const signIn = async (email: string, password: string) =>
    (await new Browser(gateway.url).signIn(email, password)).status;

  describe('of an invitation', () => {
    it('make an invited person a user with the role, who is signed in', async () => {
      const email = 'Invited-Bob@Example.com';
      const { invitation, url } = await invite(email);
      expect(invitation).toMatchObject({ email: email.toLowerCase(), role: 'agent', invited_by: admin.id });
      const hours = (Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)) / 3_600_000;
      expect(hours).toBe(72);
      const shown = await new Browser(gateway.url).get(pathOf(url));
      expect(shown.text).toContain('Join Shop &lt;1&gt;');
      const { page, browser } = await follow(url);
      expect(page.status).toBe(303);
      expect(await me(browser)).toMatchObject({ email: email.toLowerCase(), name: 'Bob', role: 'agent' });
      expect(await signIn(email, CHOSEN)).toBe(303);
      expect(await invitations()).toContainEqual({
        ...invitation,
        accepted_at: expect.stringMatching(/\+00:00$/) as string,
      });
    });

    it('work once, also for two at the same time', async () => {
      const { url } = await invite();
      const outcomes = await Promise.all([follow(url), follow(url), follow(url)]);
      expect(outcomes.map(({ page }) => page.status).sort()).toEqual([303, 404, 404]);
      const { page } = await follow(url);
      expect([page.status, page.text.includes('This link does not work')]).toEqual([404, true]);
    });

    it.each<[string, (link: CreatedInvitation) => Promise<unknown>]>([
      [
        'after 72 hours',
        ({ invitation: { id } }) =>
          gateway.service.query(
            `UPDATE gateway.person_links SET expires_at = expires_at - interval '72 hours' WHERE id = $1`,
            [id],
          ),
      ],
      [
        'when taken back',
        async ({ invitation: { id } }) => data(await admin.call('DELETE', `/users/invitations/${id}`)),
      ],
      ['when there is a newer one', ({ invitation: { email } }) => invite(email)],
    ])('do not work %s', async (_, end) => {
      const link = await invite();
      await end(link);
      expect((await follow(link.url)).page.status).toBe(404);
      expect(await signIn(link.invitation.email, CHOSEN)).toBe(401);
    });

    it('do not work when whoever made them was disabled or lost the role', async () => {
      for (const change of [
        (by: PersonAtConsole) => gateway.bus.request(disableUser, { body: { user: by.email } }),
        async (by: PersonAtConsole) =>
          data(await owner.call('PATCH', `/users/${by.id}`, { body: { role: 'developer' } })),
      ]) {
        const by = await PersonAtConsole.signIn(gateway, accountId, 'admin');
        const { url } = await invite(undefined, 'agent', by);
        await change(by);
        expect((await follow(url)).page.status).toBe(404);
      }
    });

    it('tell whoever makes them nothing of who has the address', async () => {
      const body = { email: stranger.email, role: 'agent' };
      const [taken, free] = [
        await admin.call('POST', '/users/invitations', { body }),
        await admin.call('POST', '/users/invitations', { body: { ...body, email: newAddress() } }),
      ];
      const shape = (answer: { text: string; status: number }) =>
        Object.entries(data<CreatedInvitation>(answer).invitation).map(([name, value]) => [
          name,
          typeof value,
        ]);
      expect([taken.status, shape(taken)]).toEqual([free.status, shape(free)]);
      const { url, invitation } = data<CreatedInvitation>(taken);
      const { page } = await follow(url);
      expect([page.status, page.text.includes('signs in here with this address already')]).toEqual([
        409,
        true,
      ]);
      expect((await invitations()).find(({ id }) => id === invitation.id)).toEqual(invitation);
      expect(await signIn(stranger.email, PASSWORD)).toBe(303);
      expect(await signIn(stranger.email, CHOSEN)).toBe(401);
    });

    it('find out who has an address no faster than passwords are guessed', async () => {
      const { url } = await invite(stranger.email);
      const replica = await gateway.startReplica();
      const browser = new Browser(replica.url);
      const path = pathOf(url);
      const attempt = async () => {
        const page = await browser.get(path);
        return browser.post(path, { ...page.hidden(path), name: 'Bob', password: CHOSEN });
      };
      for (let round = 0; round < 10; round += 1) expect((await attempt()).status).toBe(409);
      const refused = await attempt();
      expect([refused.status, Number(refused.headers.get('retry-after')) > 200]).toEqual([429, true]);
      await replica.replica.stop();
    });

    it('to become an owner are made by owners only', async () => {
      const attempt = (by: PersonAtConsole) =>
        by.call('POST', '/users/invitations', { body: { email: newAddress(), role: 'owner' } });
      expect((await attempt(admin)).error?.code).toBe('insufficient_scope');
      expect((await attempt(owner)).status).toBe(201);
    });

    it('of another account are as unknown as none', async () => {
      const { invitation, url } = await invite();
      expect((await stranger.call('DELETE', `/users/invitations/${invitation.id}`)).status).toBe(404);
      expect((await invitations(stranger)).map(({ id }) => id)).not.toContain(invitation.id);
      expect((await follow(url)).page.status).toBe(303);
    });

    it.each([
      ['a short password', { password: 'too short' }, 422, 'at least 12 characters'],
      ['a long name', { name: 'n'.repeat(101) }, 422, 'at most 100 characters'],
      ['a form of another page', { form_token: 'x' }, 403, 'open too long'],
    ])('survive %s', async (_, form, status, words) => {
      const { url } = await invite();
      const { page, browser } = await follow(url, form);
      expect([page.status, page.text.includes(words)]).toEqual([status, true]);
      expect((await follow(url, {}, browser)).page.status).toBe(303);
    });

    it('are a hundred at most', async () => {
      const account = await gateway.createAccount();
      const head = await PersonAtConsole.signIn(gateway, account, 'owner');
      await gateway.service.query(
        `INSERT INTO gateway.person_links (account_id, kind, digest, email, role, made_by, expires_at)
         SELECT $1::bigint, 'invitation', sha256(($1::text || '/' || n)::bytea), n || '@example.com', 'agent', $2, now() + interval '1 hour'
         FROM generate_series(1, 100) AS n`,
        [account, head.id],
      );
      const attempt = (email: string) =>
        head.call('POST', '/users/invitations', { body: { email, role: 'agent' } });
      expect((await attempt(newAddress())).error?.code).toBe('limit_reached');
      expect((await attempt('7@example.com')).status).toBe(201);
    });
  });

  describe('of a reset', () => {
    it('give a person a new password once, and end their sessions everywhere', async () => {
      const person = await PersonAtConsole.signIn(gateway, accountId, 'agent');
      const { url, expires_at } = await reset(person);
      expect((Date.parse(expires_at) - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
      const shown = await new Browser(gateway.url).get(pathOf(url));
      expect(shown.text).toContain(person.email);
      const { page, browser } = await follow(url);
      expect(page.status).toBe(303);
      expect(await me(browser)).toMatchObject({ id: person.id });
      expect([await signIn(person.email, PASSWORD), await signIn(person.email, CHOSEN)]).toEqual([401, 303]);
      await until(async () => (await person.call('GET', '/me')).status === 401, {
        describe: 'the earlier session to end',
        timeoutMs: 5_000,
      });
      expect((await follow(url)).page.status).toBe(404);
    });

    it('replace each other, and end with another password', async () => {
      const person = await PersonAtConsole.signIn(gateway, accountId, 'agent');
      const [first, second] = [await reset(person), await reset(person)];
      expect((await follow(first.url)).page.status).toBe(404);
      const body = { current_password: PASSWORD, password: 'yet another password' };
      expect((await person.call('POST', '/me/password', { body })).status).toBe(200);
      expect((await follow(second.url)).page.status).toBe(404);
      expect(await signIn(person.email, 'yet another password')).toBe(303);
    });

    it('do not work when their maker may reset the person no more', async () => {
      const changes: ((by: PersonAtConsole, of: PersonAtConsole) => Promise<unknown>)[] = [
        (by) => gateway.bus.request(disableUser, { body: { user: by.email } }),
        (by) => owner.call('PATCH', `/users/${by.id}`, { body: { role: 'developer' } }),
        (_, of) => owner.call('PATCH', `/users/${of.id}`, { body: { role: 'owner' } }),
      ];
      for (const change of changes) {
        const by = await PersonAtConsole.signIn(gateway, accountId, 'admin');
        const person = await PersonAtConsole.signIn(gateway, accountId, 'agent');
        const { url } = await reset(person, by);
        await change(by, person);
        expect((await follow(url)).page.status).toBe(404);
        expect(await signIn(person.email, PASSWORD)).toBe(303);
      }
    });

    it('are no invitations, nor the other way round', async () => {
      const { url: invitation } = await invite();
      const { url: resetting } = await reset(await PersonAtConsole.signIn(gateway, accountId, 'agent'));
      expect((await follow(invitation.replace('/invitation/', '/reset/'))).page.status).toBe(404);
      expect((await follow(resetting.replace('/reset/', '/invitation/'))).page.status).toBe(404);
    });

    it('are refused for owners to admins, for the disabled and for strangers', async () => {
      const attempt = (id: number, by = admin) => by.call('POST', `/users/${id}/reset`, { body: {} });
      expect((await attempt(owner.id)).error?.code).toBe('insufficient_scope');
      expect((await attempt(owner.id, stranger)).status).toBe(404);
      const email = newAddress();
      const body = { account_id: accountId, email, password: PASSWORD };
      const { user } = await gateway.bus.request(createUser, { body: { ...body, role: 'agent' } });
      await gateway.bus.request(disableUser, { body: { user: email } });
      expect((await attempt(user.id)).error?.code).toBe('conflict');
    });
  });

  it('are in no line of the log, nor what is entered there', async () => {
    const { url } = await invite();
    await follow(url);
    const text = JSON.stringify(log.lines);
    expect(log.lines.length).toBeGreaterThan(10);
    expect(text).not.toContain(url.split('/').at(-1));
    expect(text).not.toContain(CHOSEN);
  });
});
