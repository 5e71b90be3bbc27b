import { BusClient } from '@chat/bus';
import { roles } from '@chat/contracts';
import {
  createApiKey,
  rotateApiKey,
  setUserPassword,
  suspendAccount,
  resumeAccount,
  updateAccount,
  type AuditEntry,
  type AuditList,
  type CreatedApiKey,
  type CreatedDeveloperApp,
  type CreatedInvitation,
  type CreatedReset,
} from '@chat/contracts/gateway';
import { Browser, testContext, until } from '@chat/test-kit';
import { GatewayUnderTest } from '../testing/gateway-under-test';
import { PASSWORD } from '../testing/oauth-app';
import { PersonAtConsole } from '../testing/signed-in-person';

interface Row {
  action: string;
  request_id: string;
  target: string;
}

describe('the audit log', () => {
  let gateway: GatewayUnderTest;
  let accountId: number;
  let owner: PersonAtConsole;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    accountId = await gateway.createAccount();
    owner = await PersonAtConsole.signIn(gateway, accountId, 'owner');
  });

  afterAll(() => gateway.stop());

  const data = <T>({ text, status }: { text: string; status: number }) => {
    expect([200, 201]).toContain(status);
    return (JSON.parse(text) as { data: T }).data;
  };
  const list = async (query = '', who = owner) =>
    data<AuditList>(await who.call('GET', `/audit?per_page=100&${query}`)).entries;
  /** Waits for everything that was reported until now. */
  const settled = async () => {
    await until(
      async () => {
        const [row] = await gateway.service.query<{ open: number }>(
          `SELECT count(*) AS open FROM gateway.outbox o WHERE subject LIKE '%audit.recorded'
         AND NOT EXISTS (SELECT FROM gateway.audit_entries e WHERE e.event_id = o.event_id)`,
        );
        return Number(row!.open) === 0;
      },
      { describe: 'all entries' },
    );
  };
  const entriesOf = (requestId: string) =>
    gateway.service.query<Row>('SELECT action, target FROM gateway.audit_entries WHERE request_id = $1', [
      requestId,
    ]);
  const call = async (method: string, path: string, body?: object) => {
    const answer = await owner.call(method, path, { body });
    return { answer, requestId: answer.headers.get('x-request-id')! };
  };

  it('has exactly one entry of each change that a person makes in the console', async () => {
    const member = await PersonAtConsole.signIn(gateway, accountId, 'agent');
    const key = await call('POST', '/api-keys', { name: 'CRM', scopes: null, allowlist: ['127.0.0.1'] });
    const { client_id } = data<CreatedApiKey>(key.answer).api_key;
    const redirect_uris = ['https://app.example.com/back'];
    const app = await call('POST', '/developer-apps', { name: 'Shop', redirect_uris, public: false });
    const { id: appId } = data<CreatedDeveloperApp>(app.answer).developer_app;
    const invited = await call('POST', '/users/invitations', { email: 'new@example.com', role: 'agent' });
    const { id: invitation } = data<CreatedInvitation>(invited.answer).invitation;
    const done: [string, string, Awaited<ReturnType<typeof call>>][] = [
      ['api-key.create', `api-keys/${client_id}`, key],
      [
        'api-key.update',
        `api-keys/${client_id}`,
        await call('PATCH', `/api-keys/${client_id}`, { name: 'X' }),
      ],
      ['api-key.rotate', `api-keys/${client_id}`, await call('POST', `/api-keys/${client_id}/rotate`, {})],
      ['api-key.revoke', `api-keys/${client_id}`, await call('DELETE', `/api-keys/${client_id}`)],
      ['developer-app.create', `developer-apps/${appId}`, app],
      [
        'developer-app.update',
        `developer-apps/${appId}`,
        await call('PATCH', `/developer-apps/${appId}`, { name: 'Y' }),
      ],
      [
        'developer-app.rotate-secret',
        `developer-apps/${appId}`,
        await call('POST', `/developer-apps/${appId}/rotate-secret`),
      ],
      ['developer-app.delete', `developer-apps/${appId}`, await call('DELETE', `/developer-apps/${appId}`)],
      ['invitation.create', `invitations/${invitation}`, invited],
      [
        'invitation.revoke',
        `invitations/${invitation}`,
        await call('DELETE', `/users/invitations/${invitation}`),
      ],
      [
        'person.update',
        `users/${member.id}`,
        await call('PATCH', `/users/${member.id}`, { role: 'developer' }),
      ],
      ['reset.create', `users/${member.id}`, await call('POST', `/users/${member.id}/reset`, {})],
      ['account.update', `accounts/${accountId}`, await call('PATCH', '/account', { name: 'Renamed' })],
      ['me.update', `users/${owner.id}`, await call('PATCH', '/me', { name: 'Ada' })],
    ];
    await settled();
    for (const [action, target, { answer, requestId }] of done) {
      expect([action, answer.status < 300]).toEqual([action, true]);
      const rows = await gateway.service.query<Row>(
        'SELECT action, target FROM gateway.audit_entries WHERE request_id = $1',
        [requestId],
      );
      expect(rows).toEqual([{ action, target }]);
    }
    const [changed] = await list(`target=users/${member.id}&action=person.update`);
    expect(changed).toMatchObject({
      actor: { type: 'person', id: String(owner.id), name: 'Ada' },
      address: '127.0.0.1',
      changed: ['role'],
      before: { role: 'agent' },
      after: { role: 'developer' },
    });
  });

  it('has no entry of what was refused, or was so already', async () => {
    const refused = await call('DELETE', '/api-keys/ck_nothing');
    const same = await call('PATCH', '/me', { name: 'Ada' });
    await settled();
    const rows = await gateway.service.query('SELECT FROM gateway.audit_entries WHERE request_id = ANY($1)', [
      [refused.requestId, same.requestId],
    ]);
    expect(rows).toEqual([]);
  });

  it('has what the admin tool does, in the account that it concerns', async () => {
    const body = { account_id: accountId, allowlist: [] };
    const { api_key } = await gateway.bus.request(createApiKey, { body }, byAdminTool());
    const { client_id } = api_key;
    await gateway.bus.request(rotateApiKey, { body: { client_id, overlap_hours: 0 } }, byAdminTool());
    await gateway.bus.request(
      updateAccount,
      { body: { account_id: accountId, rate_limit: 77 } },
      byAdminTool(),
    );
    await settled();
    const entries = await list('actor_type=admin_tool');
    expect(entries.map(({ action }) => action)).toEqual([
      'account.update',
      'api-key.rotate',
      'api-key.create',
    ]);
    expect(entries[0]).toMatchObject({
      actor: { type: 'admin_tool', id: null, name: null },
      before: { rate_limit: 100_000 },
      after: { rate_limit: 77 },
    });
    await gateway.bus.request(
      updateAccount,
      { body: { account_id: accountId, rate_limit: 100_000 } },
      byAdminTool(),
    );
  });

  it('names who used the admin tool with a user of their own, and believes no other name', async () => {
    const ada = new BusClient(gateway.bus.connection, null, 'ada');
    const changed = (rate_limit: number) => ({ body: { account_id: accountId, rate_limit } });
    const asBob = testContext({
      credential: { type: 'session', id: 'user:1', scopes: null, operator: 'bob' },
    });
    await ada.request(updateAccount, byAdminTool(), changed(78));
    await ada.request(updateAccount, asBob, changed(79));
    const forged = { ...byAdminTool(), credential: { ...byAdminTool().credential, operator: 'bob' } };
    await gateway.bus.request(updateAccount, changed(100_000), forged);
    await settled();
    const entries = (await list('actor_type=admin_tool&action=account.update')).slice(0, 3);
    const adas = { type: 'admin_tool', id: 'ada', name: 'ada' };
    expect(entries.map(({ actor }) => actor)).toEqual([
      { type: 'admin_tool', id: null, name: null },
      adas,
      adas,
    ]);
    expect(await list('actor_id=ada')).toHaveLength(2);
  });

  it('has sign-ins, and those that failed', async () => {
    const person = await PersonAtConsole.signIn(gateway, accountId, 'viewer');
    const target = `target=users/${person.id}`;
    await until(async () => (await list(`${target}&action=session.begin`)).length === 1, {
      describe: 'the sign-in',
    });
    expect(await list(`${target}&action=session.begin`)).toMatchObject([
      { actor: { type: 'person', id: String(person.id) }, address: '127.0.0.1' },
    ]);
    const { status } = await new Browser(gateway.url).signIn(person.email, 'a wrong password');
    expect(status).toBe(401);
    // Whoever is killed after the answer has it.
    const [kept] = await gateway.service.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM gateway.outbox WHERE document::jsonb #>> '{data,target}' = 'users/${person.id}'
       AND document::jsonb #>> '{data,action}' = 'session.fail'`,
    );
    expect(kept).toEqual({ count: 1 });
    await until(async () => (await list(`${target}&action=session.fail`)).length > 0, {
      describe: 'the failed sign-in',
    });
    expect(await list(`${target}&action=session.fail`)).toMatchObject([
      { actor: { type: 'nobody', id: null } },
    ]);
  });

  it('shows nothing of another account, and only to admins', async () => {
    const other = await gateway.createAccount();
    const foreign = await PersonAtConsole.signIn(gateway, other, 'owner');
    await settled();
    expect(
      (await list('', foreign)).every(
        ({ target }) => target === `users/${foreign.id}` || target.startsWith('accounts/'),
      ),
    ).toBe(true);
    for (const role of roles) {
      const person = await PersonAtConsole.signIn(gateway, accountId, role);
      for (const path of ['/audit', '/audit/export']) {
        const { status } = await person.call('GET', path);
        expect([role, path, status]).toEqual([role, path, ['admin', 'owner'].includes(role) ? 200 : 403]);
      }
    }
    const key = await gateway.createKey({ account_id: accountId, scopes: null });
    const headers = { 'client-id': key.clientId, 'client-secret': key.clientSecret };
    expect((await fetch(`${gateway.url}/v1/audit`, { headers })).status).toBe(404);
  });

  it('is read in pages, by who, what, which record and when', async () => {
    await settled();
    const all = await list();
    const first = await owner.call('GET', '/audit?per_page=2');
    const { meta } = JSON.parse(first.text) as { meta: { pagination: { next_cursor: string } } };
    const ids = ({ entries }: { entries: AuditEntry[] }) => entries.map(({ id }) => id);
    expect(ids(data<AuditList>(first))).toEqual(ids({ entries: all.slice(0, 2) }));
    const second = await owner.call('GET', `/audit?per_page=2&cursor=${meta.pagination.next_cursor}`);
    expect(ids(data<AuditList>(second))).toEqual(ids({ entries: all.slice(2, 4) }));
    const since = encodeURIComponent(all[3]!.at);
    expect((await list(`since=${since}`)).length).toBeGreaterThanOrEqual(4);
    expect((await list(`until=${since}`)).every(({ at }) => at < all[3]!.at)).toBe(true);
    expect((await list('target=api-keys')).every(({ target }) => target.startsWith('api-keys/'))).toBe(true);
    expect((await list(`actor_id=${owner.id}`)).every(({ actor }) => actor.id === String(owner.id))).toBe(
      true,
    );
    expect((await owner.call('GET', '/audit?since=yesterday')).status).toBe(422);
  });

  it('can be saved as a table that spreadsheets do not run, and says so', async () => {
    await call('PATCH', '/me', { name: '=1+1' });
    await call('POST', '/api-keys', {
      name: '=HYPERLINK("https://evil.example")',
      scopes: null,
      allowlist: [],
    });
    await settled();
    const { answer, requestId } = await call('GET', '/audit/export?action=api-key.create');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"');
    const lines = answer.text.split('\r\n');
    expect(lines[0]).toBe(
      'at,action,actor_type,actor_id,actor_name,target,address,request_id,changed,before,after',
    );
    expect(lines[1]).toContain(',person,' + owner.id + ",'=1+1,api-keys/");
    expect(answer.text).not.toMatch(/(^|,)"?=/m);
    await settled();
    expect(
      await gateway.service.query('SELECT action, target FROM gateway.audit_entries WHERE request_id = $1', [
        requestId,
      ]),
    ).toEqual([{ action: 'audit.export', target: 'audit' }]);
  });

  it('keeps no secret, no password and no link', async () => {
    const secrets = [PASSWORD, 'a planted password 1', 'planted@example.com'];
    const key = data<CreatedApiKey>(
      (await call('POST', '/api-keys', { name: 'Planted', scopes: null, allowlist: [] })).answer,
    );
    const member = await PersonAtConsole.signIn(gateway, accountId, 'agent');
    const invited = await call('POST', '/users/invitations', { email: 'planted@example.com', role: 'agent' });
    const reset = await call('POST', `/users/${member.id}/reset`, {});
    await gateway.bus.request(setUserPassword, {
      body: { user: member.email, password: 'a planted password 1' },
    });
    secrets.push(
      key.client_secret,
      member.email,
      data<CreatedInvitation>(invited.answer).url.split('/').at(-1)!,
      data<CreatedReset>(reset.answer).url.split('/').at(-1)!,
    );
    await settled();
    const rows = await gateway.service.query<{ row: string }>(
      'SELECT e::text AS row FROM gateway.audit_entries e',
    );
    const outbox = await gateway.service.query<{ row: string }>(
      "SELECT document AS row FROM gateway.outbox WHERE subject LIKE '%audit.recorded'",
    );
    const text = JSON.stringify([...rows, ...outbox]);
    expect(rows.length).toBeGreaterThan(20);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it('has one entry of a change, however often its event arrives', async () => {
    const { answer, requestId } = await call('PATCH', '/me', { name: 'Grace' });
    expect(answer.status).toBe(200);
    await settled();
    const before = (await list()).length;
    // As when the process dies after its commit and before the event is marked as published, or the stream is lost.
    await gateway.service.query('UPDATE gateway.outbox SET published_at = NULL, stream_sequence = NULL');
    await gateway.service.query('DELETE FROM gateway.inbox');
    await gateway.service.query(
      `INSERT INTO gateway.outbox_relay AS relay (stream_created_at) VALUES ('before')
       ON CONFLICT (only_row) DO UPDATE SET republications = relay.republications + 1`,
    );
    await until(
      async () =>
        (await gateway.service.query('SELECT FROM gateway.outbox WHERE published_at IS NULL LIMIT 1'))
          .length === 0,
      { describe: 'everything to be published again' },
    );
    await call('PATCH', '/me', { name: 'Heidi' });
    await settled();
    expect((await list()).length).toBe(before + 1);
    expect(await entriesOf(requestId)).toEqual([{ action: 'me.update', target: `users/${owner.id}` }]);
  });

  it('shows in the log of an account what an operator does to it, without saying who', async () => {
    const body = { account_id: accountId };
    await gateway.bus.request(suspendAccount, { body }, byAdminTool());
    await gateway.bus.request(resumeAccount, { body }, byAdminTool());
    await settled();
    await until(async () => (await owner.call('GET', '/audit')).status === 200, {
      describe: 'the account to be resumed',
    });
    const found = await list('target=accounts');
    expect(found.slice(0, 2).map(({ action }) => action)).toEqual(['account.resume', 'account.suspend']);
  });

  it('forgets entries after AUDIT_DAYS', async () => {
    await gateway.service.query(
      `UPDATE gateway.audit_entries SET at = now() - interval '401 days' WHERE action = 'me.update'`,
    );
    await gateway.startReplica();
    await until(async () => (await list('action=me.update')).length === 0, {
      describe: 'the entries to be deleted',
    });
    expect((await list()).length).toBeGreaterThan(10);
  });
});

const byAdminTool = () =>
  testContext({ accountId: 0, credential: { type: 'system', id: 'system', scopes: null } });
