import { scopes as allScopes } from '@chat/contracts';
import { listConversations, getConversation, sendMessage } from '@chat/contracts/messaging';
import { listContacts } from '@chat/contracts/crm';
import { updateAccount } from '@chat/contracts/gateway';
import { AppError } from '@chat/errors';
import { until } from '@chat/test-kit';
import { keyHeaders } from '../../testing/gateway-under-test';
import { bearer, eras, McpUnderTest } from '../../testing/mcp-under-test';

describe('the MCP server', () => {
  let mcp: McpUnderTest;

  beforeAll(async () => {
    mcp = await McpUnderTest.start();
    const conversation = (id: number) => ({ id, chat_account_id: id < 100 ? 7 : 8, unread_count: 0 });
    await mcp.play(listConversations, () => ({
      conversations: [{ id: 17, last_message: { message: 'Hi' } }],
    }));
    await mcp.play(getConversation, ({ params }) => ({ conversation: conversation(params.id) }));
    await mcp.play(listContacts, () => ({ contacts: [] }));
    await mcp.play(sendMessage, ({ body }) => {
      if (body.message === 'window') throw new AppError('template_required');
      return { message_id: 1, conversation_id: 17, chat_message_id: 'wamid' };
    });
  });

  afterEach(() => mcp.take());
  afterAll(() => mcp.stop());

  const text = (result: object) => (result as { content: { text: string }[] }).content[0]!.text;
  const reply = { conversation_id: 17, message: 'Until six.' };
  let keys = 0;
  const key = () => ({ idempotency_key: `key-${(keys += 1)}` });

  it.each(Object.keys(eras) as (keyof typeof eras)[])(
    "answers the protocol's own client of %s, its requests at two gateways in turn",
    async (era) => {
      const { token, app } = await mcp.connect({ access: 'answer' });
      const client = await mcp.client(token, era);
      expect(client.getNegotiatedProtocolVersion()).toBe(era);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['list_conversations', 'reply']));
      const listed = await client.callTool({ name: 'list_conversations', arguments: { unread: true } });
      expect(text(listed)).toContain('{"message":{"stranger_text":"Hi"}}');
      const sent = await client.callTool({ name: 'reply', arguments: { ...reply, idempotency_key: 'mine' } });
      expect(JSON.parse(text(sent))).toMatchObject({ message_id: 1, conversation_id: 17 });
      await client.close();
      const [list, send] = mcp.take();
      expect(list!.input).toEqual({ query: { unread: true, per_page: 25 } });
      expect(send!.input).toEqual({ body: reply });
      expect(send!.context).toMatchObject({
        idempotencyKey: 'mine',
        account: { id: mcp.oauth.accountId },
        credential: { type: 'bearer', app: { id: app.clientId } },
      });
    },
  );

  it('describes all of its tools in at most 13 kB', async () => {
    const { token } = await mcp.connect({ access: 'write' });
    const { body } = await mcp.post(bearer(token), 'tools/list');
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(13_000);
    expect((body as { result: { tools: object[] } }).result.tools).toHaveLength(16);
  });

  it('tells a client without a token whom to ask for one, and for what', async () => {
    const { status, headers } = await mcp.post({}, 'tools/list');
    expect(status).toBe(401);
    const [, url] = /^Bearer resource_metadata="([^"]+)"$/.exec(headers.get('www-authenticate')!)!;
    expect(await (await fetch(url!)).json()).toMatchObject({
      resource: mcp.url,
      authorization_servers: [mcp.oauth.gateway.url],
      scopes_supported: expect.arrayContaining(['messages:send', 'conversations:read']) as string[],
    });
  });

  it('refuses a token for the API', async () => {
    const { access_token } = await mcp.oauth.tokens();
    const { status, headers, body } = await mcp.post(bearer(access_token!), 'tools/list');
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", resource_metadata=/);
    expect(JSON.stringify(body)).toContain('for another resource');
  });

  it.each([
    ['contacts:read', ['get_account', 'list_contacts'], ['list_messages', 'reply', 'list_tickets']],
    ['tickets:read', ['get_account', 'list_tickets'], ['create_ticket', 'list_contacts']],
    [
      'messages:send',
      ['get_account', 'mark_read', 'reply', 'send_file', 'send_template', 'send_text'],
      ['list_messages'],
    ],
  ])('has no tool beyond the scope %s, listed or not', async (scope, listed, others) => {
    const { token } = await mcp.connect({ access: 'write' }, [scope]);
    const { body } = await mcp.post(bearer(token), 'tools/list');
    const { tools } = (body as { result: { tools: { name: string }[] } }).result;
    expect(tools.map(({ name }) => name).sort()).toEqual(listed);
    for (const name of others) {
      expect(await mcp.call(bearer(token), name, { id: 17 })).toMatchObject({
        isError: true,
        text: expect.stringContaining('insufficient_scope') as string,
      });
    }
    expect(mcp.take()).toEqual([]);
  });

  it('says what is wrong in words that an agent can act on', async () => {
    const { token } = await mcp.connect({ access: 'write' });
    const call = (name: string, given: object) => mcp.call(bearer(token), name, given);
    expect(await call('delete_contact', { id: 1 })).toMatchObject({ isError: true });
    const incomplete = await call('reply', { message: 'Hi', image_url: 'https://evil.example/?q=1' });
    expect(incomplete.isError).toBe(true);
    for (const word of ['conversation_id is required', 'image_url is not', 'idempotency_key is required']) {
      expect(incomplete.text).toContain(word);
    }
    const late = await call('reply', { ...reply, message: 'window', ...key() });
    expect(late.text).toMatch(/^template_required: .*send_template/);
  });

  it('is off until an administrator turns it on, and off again within seconds', async () => {
    const { gateway } = mcp.oauth;
    const accountId = await gateway.createAccount();
    const credential = keyHeaders(await gateway.createKey({ account_id: accountId }));
    expect(await mcp.post(credential, 'tools/list')).toMatchObject({ status: 403 });
    const set = (on: boolean) =>
      gateway.bus.request(updateAccount, { body: { account_id: accountId, mcp: on } });
    for (const [on, status] of [
      [true, 200],
      [false, 403],
    ] as const) {
      await set(on);
      await until(async () => (await mcp.post(credential, 'tools/list')).status === status, {
        describe: `the answer ${status}`,
        timeoutMs: 5_000,
      });
    }
  });

  it('lets an API key only read', async () => {
    const credential = keyHeaders(await mcp.oauth.gateway.createKey({ account_id: mcp.oauth.accountId }));
    expect((await mcp.call(credential, 'list_conversations')).isError).toBe(false);
    expect((await mcp.call(credential, 'reply', { ...reply, ...key() })).text).toContain('may only read');
    expect(mcp.take()).toHaveLength(1);
  });

  it('counts every request in the rate limit of the account', async () => {
    const { gateway } = mcp.oauth;
    const accountId = await gateway.createAccount({ rate_limit: 2 });
    await gateway.bus.request(updateAccount, { body: { account_id: accountId, mcp: true } });
    const credential = keyHeaders(await gateway.createKey({ account_id: accountId }));
    for (const status of [200, 200, 429]) {
      expect((await mcp.post(credential, 'tools/list')).status).toBe(status);
    }
    expect((await gateway.client().get('/v1/contacts', { headers: credential })).status).toBe(429);
  });

  it('lets an agent send 20 messages a minute', async () => {
    const { token } = await mcp.connect({ access: 'answer' });
    const send = () => mcp.call(bearer(token), 'reply', { ...reply, ...key() });
    const answers = await Promise.all(Array.from({ length: 25 }, send));
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(20);
    expect(answers.find(({ isError }) => isError)!.text).toMatch(/^rate_limit_exceeded: .* Wait \d+ seconds/);
    expect(mcp.take()).toHaveLength(20);
    expect((await mcp.call(bearer(token), 'list_conversations')).isError).toBe(false);
  });

  describe('an agent that may answer in what is named', () => {
    const send = (token: string, conversation_id: number) =>
      mcp.call(bearer(token), 'reply', { ...reply, conversation_id, ...key() });

    it('answers there only', async () => {
      const { token } = await mcp.connect({ access: 'answer_named', conversation_ids: '17, 18' });
      expect((await send(token, 18)).isError).toBe(false);
      expect((await send(token, 19)).text).toContain('may not answer in that conversation');
      expect((await mcp.call(bearer(token), 'mark_read', { id: 19 })).isError).toBe(true);
      expect((await mcp.call(bearer(token), 'send_text', { ...key() })).text).toContain(
        'may only read and answer',
      );
      expect(mcp.take().map(({ input }) => input.body)).toEqual([{ ...reply, conversation_id: 18 }]);
    });

    it('answers on the channel only', async () => {
      const { token } = await mcp.connect({ access: 'answer_named', channel_id: '7' });
      expect((await send(token, 17)).isError).toBe(false);
      expect((await send(token, 117)).isError).toBe(true);
    });

    it('answers for an hour, until its person renews it', async () => {
      const { token, grantId, app } = await mcp.connect({ access: 'answer_named', conversation_ids: '17' });
      const { service } = mcp.oauth.gateway;
      await service.query('UPDATE gateway.oauth_grants SET mcp_until = now() WHERE id = $1', [grantId]);
      expect((await send(token, 17)).text).toContain('The hour');
      const asks = { resource: mcp.url, scope: allScopes.join(' ') };
      expect((await mcp.person.browser.get(app.authorizePath(asks))).status).toBe(200);
      const body = { access: 'answer_named', conversation_ids: [17] };
      expect((await mcp.person.call('PUT', `/me/grants/${grantId}/mcp`, { body })).status).toBe(200);
      expect((await mcp.person.browser.get(app.authorizePath(asks))).location).toContain('code=');
      await until(async () => !(await send(token, 17)).isError, {
        describe: 'the renewal',
        timeoutMs: 5_000,
      });
      const missing = await mcp.person.call('PUT', `/me/grants/${grantId}/mcp`, {
        body: { access: 'answer_named' },
      });
      expect(missing.status).toBe(422);
    });
  });

  it('shows in the request log what was called, and what became of it', async () => {
    const { token } = await mcp.connect({ access: 'read' });
    await mcp.call(bearer(token), 'reply', { ...reply, ...key() });
    const rows = () =>
      mcp.oauth.gateway.service.query<{ status: number; error: string }>(
        `SELECT status, error FROM gateway.requests WHERE route = '/mcp/reply' AND status = 403 AND account_id = $1`,
        [mcp.oauth.accountId],
      );
    await until(async () => (await rows()).length > 0, { describe: 'the entry', timeoutMs: 5_000 });
    expect((await rows())[0]).toMatchObject({ error: 'insufficient_scope' });
  });

  it('takes one message a request, from no page of another site', async () => {
    const { token } = await mcp.connect({ access: 'read' });
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const post = (body: unknown, headers = {}) =>
      fetch(mcp.url, {
        method: 'POST',
        headers: {
          ...bearer(token),
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
      });
    expect((await post(list)).status).toBe(200);
    expect((await post([list, list])).status).toBe(400);
    expect((await post(list, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
    for (const method of ['GET', 'DELETE']) expect((await fetch(mcp.url, { method })).status).toBe(405);
  });
});
