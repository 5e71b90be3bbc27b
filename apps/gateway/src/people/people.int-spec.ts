import { includesRole, roles, type Operation, type Role } from '@chat/contracts';
import { updatePerson } from '@chat/contracts/gateway';
import { operations } from '@chat/contracts/table';
import { Browser, until } from '@chat/test-kit';
import { GatewayUnderTest } from '../testing/gateway-under-test';
import { PASSWORD } from '../testing/oauth-app';
import { OWN_PAGE, PersonAtConsole } from '../testing/signed-in-person';

interface SeenUser {
  id: number;
  name: string | null;
  role: Role;
  disabled_at: string | null;
}

const ofPeople = operations.flatMap((operation) =>
  operation.role && !operation.operator ? [{ name: operation.http!, operation, role: operation.role }] : [],
);

const proven = operations
  .filter(({ stepUp, operator }) => stepUp && !operator)
  .map((operation) => ({ name: operation.http!, operation }));

describe('the people of an account', () => {
  let gateway: GatewayUnderTest;
  let second: string;
  let accountId: number;
  let people: Record<Role, PersonAtConsole>;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    ({ url: second } = await gateway.startReplica());
  });

  /** Signs in a person of each role of a new account. An address may sign in only so often, so tests share them. */
  const startAccount = async () => {
    accountId = await gateway.createAccount();
    const all = roles.map(async (role) => [role, await PersonAtConsole.signIn(gateway, accountId, role)]);
    people = Object.fromEntries(await Promise.all(all)) as Record<Role, PersonAtConsole>;
  };

  afterAll(() => gateway.stop());

  const data = <T>({ text }: { text: string }) => (JSON.parse(text) as { data: T }).data;
  const change = (who: PersonAtConsole, whom: { id: number }, body: object) =>
    who.call('PATCH', `/users/${whom.id}`, { body });
  const seen = async (whom: { id: number }) => {
    const { users } = data<{ users: SeenUser[] }>(await people.owner.call('GET', '/users'));
    return users.find(({ id }) => id === whom.id);
  };
  /** The last proof of the person lies 16 minutes back. */
  const waitForStepUp = ({ id }: PersonAtConsole) =>
    gateway.service.query(
      `UPDATE gateway.sessions SET proven_at = now() - interval '16 minutes' WHERE user_id = $1`,
      [id],
    );
  const requestOf = ({ http }: Operation): [string, string] => {
    const [method, path] = http!.split(' ') as [string, string];
    return [method, path.replace(/^\/(?:console\/api|v1)/, '').replaceAll(/\{\w+\}/g, '999999999')];
  };

  describe('by their roles', () => {
    beforeAll(startAccount);

    it.each(ofPeople)('are refused what their role does not include: $name', async ({ operation, role }) => {
      const [method, path] = requestOf(operation);
      for (const who of roles) {
        const { status, error } = await people[who].call(method, path, {
          body: method === 'GET' ? undefined : {},
        });
        const isRefused = error?.code === 'insufficient_scope';
        expect([who, isRefused, status === 403]).toEqual([
          who,
          !includesRole(who, role),
          !includesRole(who, role),
        ]);
      }
    });

    it('must step up for what needs it, on every gateway', async () => {
      const asked = (url: string, { operation }: (typeof proven)[number]) => {
        const [method, path] = requestOf(operation);
        return people.owner.at(url).call(method, path, { body: {} });
      };
      const codes = async (url: string) =>
        Promise.all(proven.map(async (one) => [one.name, (await asked(url, one)).error?.code]));
      await waitForStepUp(people.owner);
      const refused = proven.map(({ name }) => [name, 'step_up_required']);
      for (const url of [gateway.url, second]) {
        await until(async () => (await asked(url, proven[0]!)).error?.code === 'step_up_required', {
          describe: 'the proof to be too old',
          timeoutMs: 5_000,
        });
        expect(await codes(url)).toEqual(refused);
      }
      const right = await people.owner.call('POST', '/step-up', { body: { password: PASSWORD } });
      expect(right.status).toBe(200);
      for (const url of [gateway.url, second])
        expect((await codes(url)).filter(([, code]) => code === 'step_up_required')).toEqual([]);
    });
  });

  describe('each', () => {
    beforeEach(startAccount);

    it('see themselves, with what their role includes', async () => {
      const me = data(await people.agent.call('GET', '/me'));
      expect(me).toMatchObject({
        user: { id: people.agent.id, email: people.agent.email, role: 'agent', account_id: accountId },
        account: { id: accountId, name: 'Spec' },
        features: ['FEATURE_TENANT_TICKETS_V1', 'FEATURE_TEMPLATE_LIFECYCLE_V1'],
        stepped_up_until: expect.stringMatching(/\+00:00$/) as string,
      });
      const renamed = data(await people.agent.call('PATCH', '/me', { body: { name: ' Ada ' } }));
      expect(renamed).toMatchObject({ user: { name: 'Ada' } });
    });

    it('do not step up with a wrong password', async () => {
      await waitForStepUp(people.owner);
      const wrong = await people.owner.call('POST', '/step-up', { body: { password: 'something else' } });
      expect([wrong.status, wrong.error?.code]).toEqual([422, 'validation_error']);
      expect(data(await people.owner.call('GET', '/me'))).toMatchObject({ stepped_up_until: null });
    });

    it('are listed with their roles, those of other accounts never', async () => {
      const other = await PersonAtConsole.signIn(gateway, await gateway.createAccount());
      const { users } = data<{ users: SeenUser[] }>(await people.admin.call('GET', '/users'));
      expect(users.map(({ id, role }) => [id, role]).sort()).toEqual(
        roles.map((role) => [people[role].id, role]).sort(),
      );
      expect(users.map(({ id }) => id)).not.toContain(other.id);
      expect(users[0]).toHaveProperty('second_factor', false);
      const colleagues = data<{ users: SeenUser[] }>(await people.viewer.call('GET', '/users')).users;
      expect(colleagues.map(({ id }) => id)).toEqual(users.map(({ id }) => id));
      expect(colleagues[0]).not.toHaveProperty('second_factor');
    });

    it('of another account are as unknown as nobody', async () => {
      const other = await PersonAtConsole.signIn(gateway, await gateway.createAccount(), 'viewer');
      const requestId = { ...OWN_PAGE, 'x-request-id': '7f9c24e8-3b12-4fef-91e0-2d3c5a6b7c8d' };
      const ask = (id: number) =>
        people.owner.call('PATCH', `/users/${id}`, { body: { disabled: true }, headers: requestId });
      const [foreign, unknown] = [await ask(other.id), await ask(999_999_999)];
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
      expect((await other.call('GET', '/me')).status).toBe(200);
    });

    it('are given other roles, disabled and enabled', async () => {
      expect((await change(people.admin, people.viewer, { role: 'agent' })).status).toBe(200);
      expect(await seen(people.viewer)).toMatchObject({ role: 'agent', disabled_at: null });
      await change(people.admin, people.viewer, { disabled: true });
      const { disabled_at: since } = (await seen(people.viewer))!;
      expect(since).not.toBeNull();
      await change(people.admin, people.viewer, { disabled: true, role: 'viewer' });
      expect(await seen(people.viewer)).toMatchObject({ role: 'viewer', disabled_at: since });
      await change(people.admin, people.viewer, { disabled: false });
      expect(await seen(people.viewer)).toMatchObject({ disabled_at: null });
    });

    it('are changed only by what changes something', async () => {
      const before = await seen(people.agent);
      await change(people.admin, people.agent, { role: 'agent', disabled: false });
      const { name } = before!;
      await people.agent.call('PATCH', '/me', { body: { name } });
      expect(await seen(people.agent)).toEqual(before);
    });

    it.each(['demoted', 'disabled'])('stop on every gateway within 5 seconds when %s', async (how) => {
      const urls = [gateway.url, second];
      for (const url of urls)
        expect((await people.developer.at(url).call('DELETE', '/contacts/7')).status).toBe(503);
      await change(
        people.admin,
        people.developer,
        how === 'demoted' ? { role: 'viewer' } : { disabled: true },
      );
      for (const url of urls)
        await until(
          async () =>
            (await people.developer.at(url).call('DELETE', '/contacts/7')).status ===
            (how === 'demoted' ? 403 : 401),
          { describe: 'the end', timeoutMs: 5_000 },
        );
    });

    it('who are owners are changed by owners only', async () => {
      for (const [whom, body] of [
        [people.owner, { disabled: true }],
        [people.owner, { role: 'admin' }],
        [people.agent, { role: 'owner' }],
        [people.admin, { role: 'owner' }],
      ] as const) {
        const refused = await change(people.admin, whom, body);
        expect([refused.status, refused.error?.code]).toEqual([403, 'insufficient_scope']);
      }
      expect((await change(people.owner, people.agent, { role: 'owner' })).status).toBe(200);
      expect((await change(people.owner, people.agent, { role: 'agent' })).status).toBe(200);
    });

    it('keep an owner, whatever two owners do to each other at once', async () => {
      expect((await change(people.owner, people.owner, { disabled: true })).error?.code).toBe('conflict');
      for (const body of [{ role: 'viewer' }, { disabled: true }]) {
        await gateway.service.query(
          `UPDATE gateway.users SET role = 'owner', disabled_at = NULL WHERE id = ANY ($1)`,
          [[people.owner.id, people.admin.id]],
        );
        const signIn = async ({ email }: PersonAtConsole) => {
          const browser = new Browser(gateway.url);
          await browser.signIn(email, PASSWORD);
          return fetch(
            `${gateway.url}/console/api/users/${email === people.owner.email ? people.admin.id : people.owner.id}`,
            {
              method: 'PATCH',
              body: JSON.stringify(body),
              headers: { ...OWN_PAGE, cookie: browser.cookieHeader, 'content-type': 'application/json' },
            },
          );
        };
        const answers = await Promise.all([signIn(people.owner), signIn(people.admin)]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        const rows = await gateway.service.query(
          `SELECT FROM gateway.users WHERE account_id = $1 AND role = 'owner' AND disabled_at IS NULL`,
          [accountId],
        );
        expect(rows).toHaveLength(1);
      }
    });

    it('see where they are signed in, and sign out there', async () => {
      const { viewer } = people;
      const elsewhere = new Browser(second, { 'user-agent': 'Elsewhere/1.0' });
      await elsewhere.signIn(viewer.email, PASSWORD);
      type Sessions = {
        sessions: { id: number; is_current: boolean; user_agent: string; address: string }[];
      };
      const list = async () => data<Sessions>(await viewer.call('GET', '/me/sessions')).sessions;
      const [other, own] = await list();
      expect(other).toMatchObject({ is_current: false, user_agent: 'Elsewhere/1.0', address: '127.0.0.1' });
      expect(own).toMatchObject({ is_current: true });
      const foreign = await people.agent.call('DELETE', `/me/sessions/${other!.id}`);
      expect(foreign.status).toBe(404);
      expect((await viewer.call('DELETE', `/me/sessions/${other!.id}`)).status).toBe(200);
      expect((await elsewhere.get('/sign-in')).text).not.toContain('You are signed in');
      await elsewhere.signIn(viewer.email, PASSWORD);
      expect((await viewer.call('DELETE', '/me/sessions')).status).toBe(200);
      expect((await list()).map(({ is_current }) => is_current)).toEqual([true]);
    });

    it('change their password, which signs them out everywhere else', async () => {
      const { developer } = people;
      const elsewhere = new Browser(gateway.url);
      await elsewhere.signIn(developer.email, PASSWORD);
      const attempt = (current_password: string) =>
        developer.call('POST', '/me/password', {
          body: { current_password, password: 'another long password' },
        });
      expect((await attempt('a wrong password')).status).toBe(422);
      expect((await attempt(PASSWORD)).status).toBe(200);
      expect((await developer.call('GET', '/me')).status).toBe(200);
      await until(
        async () =>
          (await fetch(`${second}/console/api/me`, { headers: { cookie: elsewhere.cookieHeader } }))
            .status === 401,
        { describe: 'the other session to end', timeoutMs: 5_000 },
      );
      expect((await new Browser(gateway.url).signIn(developer.email, PASSWORD)).status).toBe(401);
      expect((await new Browser(gateway.url).signIn(developer.email, 'another long password')).status).toBe(
        303,
      );
    });

    it('who hold a stolen session guess the password ten times an hour, on all gateways together', async () => {
      const { agent } = people;
      const guess = (url: string, password: string) =>
        agent.at(url).call('POST', '/step-up', { body: { password } });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => guess(index % 2 ? second : gateway.url, `wrong ${index}`)),
      );
      const statuses = answers.map(({ status }) => status);
      // A busy machine may not check all of them, and what was not checked is not counted.
      while (statuses.at(-1) !== 429) statuses.push((await guess(gateway.url, 'wrong again')).status);
      expect(statuses.filter((status) => status === 422)).toHaveLength(10);
      expect((await guess(gateway.url, PASSWORD)).status).toBe(429);
      // Nor does that keep the person from signing in.
      expect((await new Browser(gateway.url).signIn(agent.email, PASSWORD)).status).toBe(303);
    });

    it('are no business of programs: no operation of theirs is called without a person', async () => {
      await expect(
        gateway.bus.request(updatePerson, { params: { id: people.viewer.id }, body: { disabled: true } }),
      ).rejects.toMatchObject({ code: 'unauthenticated' });
      expect(await seen(people.viewer)).toMatchObject({ disabled_at: null });
    });
  });
});
