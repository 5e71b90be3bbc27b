import type { Pagination } from '@chat/contracts';
import type { Contact } from '@chat/contracts/crm';
import type { Ticket, TicketEventData, TicketStatusChangedData, TicketType } from '@chat/contracts/tickets';
import { until, type ApiClient, type WebhookReceiver } from '@chat/testing';
import type { RunningStack } from './shared-stack';
import { connectPhone, freshNumber, listen, sendText } from './shop';

interface TicketPage {
  data: { tickets: Ticket[] };
  meta: { pagination: Pagination };
}

export function tickets(stack: RunningStack): void {
  let accountId: number;
  let client: ApiClient;
  /** Everything but tickets, which want their scope spelt out. */
  let otherwise: ApiClient;

  beforeEach(async () => {
    accountId = (await stack().admin.createAccount()).id;
    otherwise = stack().client(await stack().admin.createApiKey(accountId));
    client = await openDesk(accountId);
  });

  /** A key for tickets, in an account with the types `support` and `billing`. */
  async function openDesk(account: number): Promise<ApiClient> {
    const scopes = ['tickets:read', 'tickets:write'];
    const desk = stack().client(await stack().admin.createApiKey(account, { scopes }));
    await desk.post('/v1/ticket-types', { key: 'support', name: 'Support' });
    await desk.post('/v1/ticket-types', { key: 'billing', name: 'Billing' });
    return desk;
  }

  const create = async (members: object = {}): Promise<Ticket> => {
    const body = { type_key: 'support', subject: 'Late parcel', ...members };
    return (await client.post<{ ticket: Ticket }>('/v1/tickets', body)).data.ticket;
  };
  const patch = (number: string, body: object) =>
    client.patch<{ ticket: Ticket }>(`/v1/tickets/${number}`, body);
  const act = (number: string, action: string, body?: object) =>
    client.post<{ ticket: Ticket }>(`/v1/tickets/${number}/${action}`, body);
  const list = async (query = '') => (await client.get(`/v1/tickets${query}`)).body as TicketPage;
  const numbers = async (query = '') => (await list(query)).data.tickets.map(({ number }) => number);

  describe('types', () => {
    it('are created once a key and told whole', async () => {
      const created = await client.post<{ ticket_type: TicketType }>('/v1/ticket-types', {
        key: 'sales',
        name: 'Sales',
      });
      expect(created).toMatchObject({ status: 201, data: { ticket_type: { key: 'sales', name: 'Sales' } } });
      const taken = await client.post('/v1/ticket-types', { key: 'sales', name: 'Other' });
      expect(taken).toMatchObject({ status: 409, error: { code: 'conflict' } });
      expect((await client.post('/v1/ticket-types', { key: 'x' })).error).toMatchObject({
        code: 'validation_error',
        errors: { name: [expect.any(String)] },
      });

      const whole = await client.get<{ ticket_types: TicketType[] }>('/v1/ticket-types');
      expect(whole.data.ticket_types.map(({ key }) => key)).toEqual(['support', 'billing', 'sales']);
      expect(whole.body).not.toHaveProperty('meta.pagination');
      const page = await client.get('/v1/ticket-types?per_page=2');
      expect(page.body).toHaveProperty('meta.pagination.total', 3);
    });
  });

  it('are created, read and changed with all they refer to', async () => {
    const { device } = await connectPhone(stack(), otherwise);
    const { conversation_id } = (await sendText(otherwise, device.id, freshNumber(), 'Hello')).data;
    const person = { firstname: 'Ana', mobile_code: '34', mobile: '612345678' };
    const { contact } = (await otherwise.post<{ contact: Contact }>('/v1/contacts', person)).data;
    const { id: assignee_id } = await stack().admin.createUser(accountId, `agent-${accountId}@example.com`);

    const references = { contact_id: contact.id, conversation_id, assignee_id };
    const ticket = await create({ ...references, description: 'Since Monday' });
    expect(ticket).toMatchObject({
      ...references,
      number: 'TKT-000001',
      subject: 'Late parcel',
      description: 'Since Monday',
      status: 'open',
      type: { key: 'support', name: 'Support' },
      csat: null,
      resolved_at: null,
      closed_at: null,
    });
    expect((await client.get('/v1/tickets/TKT-000001')).data).toEqual({ ticket });

    const changed = await patch(ticket.number, {
      type_key: 'billing',
      subject: 'Invoice',
      status: 'in_progress',
    });
    expect(changed).toMatchObject({
      status: 200,
      data: {
        ticket: { ...references, type: { key: 'billing' }, subject: 'Invoice', status: 'in_progress' },
      },
    });
    const { data } = await patch(ticket.number, { assignee_id: null });
    expect(data.ticket).toMatchObject({ ...references, assignee_id: null });
    expect((await patch(ticket.number, { subject: null, asignee_id: 1 })).error).toMatchObject({
      code: 'validation_error',
      errors: { subject: [expect.any(String)], asignee_id: [expect.any(String)] },
    });
  });

  it.each([
    ['type_key', 'unknown'],
    ['type_key', 7],
    ['subject', ' '],
    ['contact_id', 999_999],
    ['conversation_id', 999_999],
    ['assignee_id', 999_999],
    ['assignee_id', '7'],
    ['number', 'TKT-000009'],
  ])('are refused when %s is %j, naming it', async (member, value) => {
    const body = { type_key: 'support', subject: 'Late parcel', [member]: value };
    const { number } = await create();
    for (const { error } of [
      await client.post('/v1/tickets', body),
      await patch(number, { [member]: value }),
    ]) {
      expect(error).toMatchObject({ code: 'validation_error', errors: { [member]: [expect.any(String)] } });
    }
    expect(await numbers()).toEqual([number]);
  });

  it('get the numbers 1 to 200 when 200 are created at once', async () => {
    const created = await Promise.all(Array.from({ length: 200 }, () => create()));
    const expected = Array.from({ length: 200 }, (_, index) => `TKT-${String(index + 1).padStart(6, '0')}`);
    expect(created.map(({ number }) => number).sort()).toEqual(expected);
    expect((await list('?per_page=100')).meta.pagination).toMatchObject({ total: 200, last_page: 2 });
  });

  it('are filtered and searched', async () => {
    const person = { firstname: 'José', lastname: 'García', mobile_code: '34', mobile: '612345678' };
    const { contact } = (await otherwise.post<{ contact: Contact }>('/v1/contacts', person)).data;
    const { id: agent } = await stack().admin.createUser(accountId, `agent-${accountId}@example.com`);
    const [first, second, third] = [
      (await create({ contact_id: contact.id })).number,
      (await create({ type_key: 'billing', subject: 'Où est la facture?', assignee_id: agent })).number,
      (await create()).number,
    ];
    await act(third, 'close');
    const typeId = (await list()).data.tickets[1]!.type.id;

    for (const [query, expected] of [
      ['', [third, second, first]],
      ['?status=open', [second, first]],
      [`?type_id=${typeId}`, [second]],
      [`?type=${typeId}&type_id=${typeId}`, [second]],
      [`?assignee=${agent}`, [second]],
      [`?assigned_agent_id=${agent}&status=closed`, []],
      ['?type=999999', []],
      ['?search=garcia', [first]],
      ['?search=34612', [first]],
      ['?search=ou%20EST', [second]],
      ['?search=tkt-000003', [third]],
      ['?search=%25', []],
    ] as const) {
      expect({ query, numbers: await numbers(query) }).toEqual({ query, numbers: expected });
    }

    await otherwise.patch(`/v1/contacts/${contact.id}`, { lastname: 'Müller' });
    await until(async () => (await numbers('?search=jose%20muller')).length === 1, {
      describe: 'the ticket to be found by the new name',
    });
    await otherwise.delete(`/v1/contacts/${contact.id}`);
    await until(async () => (await numbers('?search=muller')).length === 0, {
      describe: 'the name to be forgotten',
    });
  });

  it.each([
    'type=billing',
    'type=1&type_id=2',
    'assigned_agent_id=1&assignee=2',
    'status=done',
    'per_page=101',
  ])('are not listed with %s', async (query) => {
    const { code, errors } = (await client.get(`/v1/tickets?${query}`)).error;
    const members = [query.split('=')[0]];
    expect({ code, members: Object.keys(errors as object) }).toEqual({ code: 'validation_error', members });
  });

  it('are closed, rated once and reopened', async () => {
    const { number } = await create();
    expect((await act(number, 'csat', { rating: 5 })).error).toMatchObject({
      code: 'conflict',
      message: 'A ticket that is open cannot be rated. Resolve or close it first.',
    });
    expect((await act(number, 'reopen')).error.code).toBe('conflict');

    const closed = await act(number, 'close');
    expect(closed).toMatchObject({ status: 200, data: { ticket: { status: 'closed' } } });
    expect((await act(number, 'close')).data).toEqual(closed.data);
    expect((await patch(number, { status: 'open' })).error).toMatchObject({
      code: 'conflict',
      message: 'A ticket that is closed cannot become open. It can become reopened.',
    });

    for (const rating of [0, 6, '5', null]) {
      expect((await act(number, 'csat', { rating })).error).toMatchObject({
        code: 'validation_error',
        errors: { rating: [expect.any(String)] },
      });
    }
    const rated = await act(number, 'csat', { rating: 5, comment: 'Merci 🙏' });
    expect(rated).toMatchObject({
      status: 200,
      data: { ticket: { csat: { rating: 5, comment: 'Merci 🙏' } } },
    });
    expect((await act(number, 'csat', { rating: 1 })).error.code).toBe('conflict');

    const reopened = (await act(number, 'reopen')).data.ticket;
    expect(reopened).toMatchObject({ status: 'reopened', closed_at: null, csat: { rating: 5 } });
  });

  it('tell their events to a webhook receiver', async () => {
    const receiver: WebhookReceiver = await listen(otherwise, ['ticket.*']);
    try {
      const ticket = await create();
      const created = await receiver.waitFor<TicketEventData>('ticket.created');
      expect(created).toMatchObject({ verified: true, data: { ticket } });

      const { ticket: resolved } = (await patch(ticket.number, { status: 'resolved' })).data;
      await patch(ticket.number, { status: 'resolved' });
      await act(ticket.number, 'close');
      const isClosed = ({ data }: { data: TicketStatusChangedData }) => data.to_status === 'closed';
      await receiver.waitFor('ticket.status_changed', isClosed);
      await receiver.waitFor<TicketStatusChangedData>('ticket.status_changed', (event) => !isClosed(event));
      const changes = receiver.ofType<TicketStatusChangedData>('ticket.status_changed');
      expect(changes).toHaveLength(2);
      expect(changes.find((event) => !isClosed(event))!.data).toEqual({
        ticket: resolved,
        from_status: 'open',
        to_status: 'resolved',
      });
    } finally {
      await receiver.stop();
    }
  });

  it('are not there for another account', async () => {
    const { number } = await create();
    const stranger = await openDesk((await stack().admin.createAccount()).id);
    const path = `/v1/tickets/${number}`;
    const unknown = (await stranger.get('/v1/tickets/TKT-999999')).error;
    expect(unknown.code).toBe('not_found');
    for (const answer of [
      await stranger.get(path),
      await stranger.patch(path, { subject: 'Mine' }),
      await stranger.post(`${path}/close`),
      await stranger.post(`${path}/reopen`),
      await stranger.post(`${path}/csat`, { rating: 1 }),
    ]) {
      expect(answer.error).toEqual(unknown);
    }
    expect((await stranger.get('/v1/tickets')).data).toEqual({ tickets: [] });
    expect(await numbers()).toEqual([number]);
  });

  it('want their scope spelt out', async () => {
    expect((await otherwise.get('/v1/tickets')).error).toMatchObject({
      code: 'insufficient_scope',
      required_scope: 'tickets:read',
    });
    const key = await stack().admin.createApiKey(accountId, { scopes: ['tickets:read'] });
    const reader = stack().client(key);
    expect((await reader.get('/v1/tickets')).status).toBe(200);
    expect((await reader.post('/v1/tickets', {})).error).toMatchObject({
      code: 'insufficient_scope',
      required_scope: 'tickets:write',
    });
  });
}
