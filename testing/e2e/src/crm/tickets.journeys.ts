import type { CreateTicket, Input, Ticket, TicketStatusChangedData, UpdateTicket } from '@chat/client';
import { refusal, until, type TestClient, type WebhookReceiver } from '@chat/test-kit';
import type { RunningStack } from '../shared-stack';
import { connectPhone, freshNumber, listen, sendText } from '../messages/shop';

export function tickets(stack: RunningStack): void {
  let accountId: number;
  let client: TestClient;
  /** A key for everything but tickets, which require their scope to be explicit. */
  let otherwise: TestClient;

  beforeEach(async () => {
    accountId = (await stack().admin.createAccount()).id;
    otherwise = stack().typedClient(await stack().admin.createApiKey(accountId));
    client = await openDesk(accountId);
  });

  /** Creates a key for tickets, in an account with the types `support` and `billing`. */
  async function openDesk(account: number): Promise<TestClient> {
    const scopes = ['tickets:read', 'tickets:write'];
    const desk = stack().typedClient(await stack().admin.createApiKey(account, { scopes }));
    await desk.createTicketType({ key: 'support', name: 'Support' });
    await desk.createTicketType({ key: 'billing', name: 'Billing' });
    return desk;
  }

  const create = async (members: Partial<CreateTicket> = {}): Promise<Ticket> =>
    (await client.createTicket({ type_key: 'support', subject: 'Late parcel', ...members })).ticket;
  const update = async (number: string, change: UpdateTicket): Promise<Ticket> =>
    (await client.updateTicket({ number, ...change })).ticket;
  const numbers = async (query: Input<'listTickets'> = {}) =>
    (await client.listTickets(query)).tickets.map(({ number }) => number);

  describe('types', () => {
    it('are created once per key and listed completely', async () => {
      const sales = { key: 'sales', name: 'Sales' };
      expect(await client.createTicketType(sales)).toMatchObject({ ticket_type: sales });
      expect((await refusal(client.createTicketType({ key: 'sales', name: 'Other' }))).code).toBe('conflict');
      expect((await client.raw.post('/v1/ticket-types', { key: 'x' })).error).toMatchObject({
        code: 'validation_error',
        errors: { name: [expect.any(String)] },
      });

      const whole = await client.listTicketTypes();
      expect(whole.ticket_types.map(({ key }) => key)).toEqual(['support', 'billing', 'sales']);
      expect(whole).not.toHaveProperty('pagination');
      expect(await client.listTicketTypes({ per_page: 2 })).toHaveProperty('pagination.total', 3);
    });
  });

  it('are created, read and changed with all their references', async () => {
    const { device } = await connectPhone(stack(), otherwise);
    const { conversation_id } = await sendText(otherwise, device.id, freshNumber(), 'Hello');
    const person = { firstname: 'Ana', mobile_code: '34', mobile: '612345678' };
    const { contact } = await otherwise.createContact(person);
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
    expect(await client.getTicket({ number: 'TKT-000001' })).toEqual({ ticket });

    const { number } = ticket;
    const change = { type_key: 'billing', subject: 'Invoice', status: 'in_progress' } as const;
    expect(await update(number, change)).toMatchObject({
      ...references,
      type: { key: 'billing' },
      subject: 'Invoice',
      status: 'in_progress',
    });
    expect(await update(number, { assignee_id: null })).toMatchObject({ ...references, assignee_id: null });
    const wrong = { subject: null, asignee_id: 1 };
    expect((await client.raw.patch(`/v1/tickets/${number}`, wrong)).error).toMatchObject({
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
  ])('are refused when %s is %j, naming the member', async (member, value) => {
    const body = { type_key: 'support', subject: 'Late parcel', [member]: value };
    const { number } = await create();
    for (const { error } of [
      await client.raw.post('/v1/tickets', body),
      await client.raw.patch(`/v1/tickets/${number}`, { [member]: value }),
    ]) {
      expect(error).toMatchObject({ code: 'validation_error', errors: { [member]: [expect.any(String)] } });
    }
    expect(await numbers()).toEqual([number]);
  });

  it('get the numbers 1 to 200 when 200 are created at once', async () => {
    const created = await Promise.all(Array.from({ length: 200 }, () => create()));
    const expected = Array.from({ length: 200 }, (_, index) => `TKT-${String(index + 1).padStart(6, '0')}`);
    expect(created.map(({ number }) => number).sort()).toEqual(expected);
    const { pagination } = await client.listTickets({ per_page: 100 });
    expect(pagination).toMatchObject({ total: 200, last_page: 2 });
  });

  it('are filtered and searched', async () => {
    const person = { firstname: 'José', lastname: 'García', mobile_code: '34', mobile: '612345678' };
    const { contact } = await otherwise.createContact(person);
    const { id: agent } = await stack().admin.createUser(accountId, `agent-${accountId}@example.com`);
    const [first, second, third] = [
      (await create({ contact_id: contact.id })).number,
      (await create({ type_key: 'billing', subject: 'Où est la facture?', assignee_id: agent })).number,
      (await create()).number,
    ];
    await client.closeTicket({ number: third });
    const typeId = (await client.listTickets()).tickets[1]!.type.id;

    for (const [query, expected] of [
      [{}, [third, second, first]],
      [{ status: 'open' }, [second, first]],
      [{ type_id: typeId }, [second]],
      [{ type: typeId, type_id: typeId }, [second]],
      [{ assignee: agent }, [second]],
      [{ assigned_agent_id: agent, status: 'closed' }, []],
      [{ type: 999_999 }, []],
      [{ search: 'garcia' }, [first]],
      [{ search: '34612' }, [first]],
      [{ search: 'ou EST' }, [second]],
      [{ search: 'tkt-000003' }, [third]],
      [{ search: '%' }, []],
    ] as const) {
      expect({ query, numbers: await numbers(query) }).toEqual({ query, numbers: expected });
    }

    await otherwise.updateContact({ id: contact.id, lastname: 'Müller' });
    await until(async () => (await numbers({ search: 'jose muller' })).length === 1, {
      describe: 'the ticket to be found by the new name',
    });
    await otherwise.deleteContact({ id: contact.id });
    await until(async () => (await numbers({ search: 'muller' })).length === 0, {
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
    const { code, errors } = (await client.raw.get(`/v1/tickets?${query}`)).error;
    const members = [query.split('=')[0]];
    expect({ code, members: Object.keys(errors as object) }).toEqual({ code: 'validation_error', members });
  });

  it('are closed, rated once and reopened', async () => {
    const { number } = await create();
    expect(await refusal(client.rateTicket({ number, rating: 5 }))).toMatchObject({
      code: 'conflict',
      message: 'A ticket that is open cannot be rated. Resolve or close it first.',
    });
    expect((await refusal(client.reopenTicket({ number }))).code).toBe('conflict');

    const closed = await client.closeTicket({ number });
    expect(closed.ticket.status).toBe('closed');
    expect(await client.closeTicket({ number })).toEqual(closed);
    expect(await refusal(update(number, { status: 'open' }))).toMatchObject({
      code: 'conflict',
      message: 'A ticket that is closed cannot become open. It can become reopened.',
    });

    for (const rating of [0, 6, '5', null]) {
      expect((await client.raw.post(`/v1/tickets/${number}/csat`, { rating })).error).toMatchObject({
        code: 'validation_error',
        errors: { rating: [expect.any(String)] },
      });
    }
    const rated = await client.rateTicket({ number, rating: 5, comment: 'Merci 🙏' });
    expect(rated.ticket.csat).toMatchObject({ rating: 5, comment: 'Merci 🙏' });
    expect((await refusal(client.rateTicket({ number, rating: 1 }))).code).toBe('conflict');

    const { ticket: reopened } = await client.reopenTicket({ number });
    expect(reopened).toMatchObject({ status: 'reopened', closed_at: null, csat: { rating: 5 } });
  });

  it('send their events to a webhook receiver', async () => {
    const receiver: WebhookReceiver = await listen(otherwise, ['ticket.*']);
    try {
      const ticket = await create();
      const { number } = ticket;
      const created = await receiver.waitFor('ticket.created');
      expect(created).toMatchObject({ verified: true, data: { ticket } });

      const resolved = await update(number, { status: 'resolved' });
      await update(number, { status: 'resolved' });
      await client.closeTicket({ number });
      const isClosed = ({ data }: { data: TicketStatusChangedData }) => data.to_status === 'closed';
      await receiver.waitFor('ticket.status_changed', isClosed);
      await receiver.waitFor('ticket.status_changed', (event) => !isClosed(event));
      const changes = receiver.ofType('ticket.status_changed');
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

  it('do not exist for another account', async () => {
    const { number } = await create();
    const stranger = await openDesk((await stack().admin.createAccount()).id);
    const unknown = await refusal(stranger.getTicket({ number: 'TKT-999999' }));
    expect(unknown.code).toBe('not_found');
    for (const request of [
      () => stranger.getTicket({ number }),
      () => stranger.updateTicket({ number, subject: 'Mine' }),
      () => stranger.closeTicket({ number }),
      () => stranger.reopenTicket({ number }),
      () => stranger.rateTicket({ number, rating: 1 }),
    ]) {
      expect(await refusal(request())).toEqual(unknown);
    }
    expect((await stranger.listTickets()).tickets).toEqual([]);
    expect(await numbers()).toEqual([number]);
  });

  it('require their scope to be explicit', async () => {
    expect(await refusal(otherwise.listTickets())).toMatchObject({
      code: 'insufficient_scope',
      required_scope: 'tickets:read',
    });
    const key = await stack().admin.createApiKey(accountId, { scopes: ['tickets:read'] });
    const reader = stack().typedClient(key);
    await reader.listTickets();
    expect((await reader.raw.post('/v1/tickets', {})).error).toMatchObject({
      code: 'insufficient_scope',
      required_scope: 'tickets:write',
    });
  });
}
