import type { RequestContext } from '@chat/contracts';
import { ticketCreated, type CreateTicket, type UpdateTicket } from '@chat/contracts/tickets';
import { usageOperations } from '@chat/contracts/limits';
import type { AppError } from '@chat/errors';
import { refusal, until } from '@chat/test-kit';
import { TicketsUnderTest } from '../testing/tickets-under-test';

let tickets: TicketsUnderTest;
let account: RequestContext;

beforeAll(async () => {
  tickets = await TicketsUnderTest.start();
});

beforeEach(async () => {
  account = await tickets.newAccount();
});

afterAll(() => tickets.stop());

const read = (number: string, context = account) => tickets.read(context, number);

describe('a ticket of a conversation', () => {
  it('follows it into the one that it is merged into', async () => {
    const { conversationId } = tickets.peers;
    const stranger = await tickets.newAccount();
    const foreign = await tickets.create(stranger, { conversation_id: conversationId });
    const before = await tickets.create(account, { conversation_id: conversationId });
    const other = await tickets.create(account);
    await tickets.peers.merge(conversationId, 3, account);
    await until(async () => (await read(before.number)).conversation_id === 3, {
      describe: 'the ticket to follow',
    });
    const after = await read(before.number);
    expect(after).toEqual({ ...before, conversation_id: 3, updated_at: after.updated_at });
    expect(after.updated_at > before.updated_at).toBe(true);
    expect(await read(other.number)).toEqual(other);
    expect(await read(foreign.number, stranger)).toEqual(foreign);
  });

  it('may name it by the id of one that was merged into it', async () => {
    const { conversationId, mergedId } = tickets.peers;
    const created = await tickets.create(account, { conversation_id: mergedId });
    expect(created.conversation_id).toBe(conversationId);
    const { number } = await tickets.create(account);
    expect(await tickets.update(account, number, { conversation_id: mergedId })).toMatchObject({
      conversation_id: conversationId,
    });
  });
});

describe('creating a ticket', () => {
  it('answers it, stores it and publishes it', async () => {
    const { id: contactId } = tickets.peers.addContact(account);
    const ticket = await tickets.create(account, {
      subject: '  Late parcel ',
      description: 'It should have come on Monday.',
      contact_id: contactId,
      conversation_id: tickets.peers.conversationId,
      assignee_id: tickets.peers.userId,
    });

    expect(ticket).toEqual({
      id: expect.any(Number) as number,
      number: 'TKT-000001',
      subject: 'Late parcel',
      description: 'It should have come on Monday.',
      status: 'open',
      type: { id: expect.any(Number) as number, key: 'support', name: 'Support' },
      contact_id: contactId,
      conversation_id: tickets.peers.conversationId,
      assignee_id: tickets.peers.userId,
      csat: null,
      resolved_at: null,
      closed_at: null,
      created_at: expect.stringMatching(/\.\d{3}\+00:00$/) as string,
      updated_at: ticket.created_at,
    });
    expect(await read(ticket.number)).toEqual(ticket);
    const event = await tickets.bus.nextEvent(ticketCreated, ({ data }) => data.ticket.id === ticket.id);
    expect(event).toMatchObject({
      accountid: String(account.account.id),
      subject: `tickets/${ticket.id}`,
      entityversion: 1,
      data: { ticket },
    });
  });

  it('is refused beyond the limit of the account, and uses up no number', async () => {
    const body = { account_id: account.account.id, limit: 'tickets' } as const;
    const setMax = (max: number) =>
      tickets.bus.request(usageOperations('tickets').setLimit, { body: { ...body, max } });
    await setMax(2);
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => tickets.create(account)));
    const codes = outcomes.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as AppError).code] : [],
    );
    expect(codes).toEqual(Array.from({ length: 6 }, () => 'limit_reached'));
    await setMax(3);
    expect((await tickets.create(account)).number).toBe('TKT-000003');
  });

  it('numbers 200 that come at once from 1 to 200, a newer one above an older one', async () => {
    const created = await Promise.all(Array.from({ length: 200 }, () => tickets.create(account)));

    const numbers = created.sort((a, b) => a.id - b.id).map(({ number }) => number);
    const expected = Array.from({ length: 200 }, (_, index) => `TKT-${String(index + 1).padStart(6, '0')}`);
    expect(numbers).toEqual(expected);
    expect(await tickets.create(await tickets.newAccount())).toMatchObject({ number: 'TKT-000001' });
  });

  it('keeps a description as it came, and takes a blank one as none', async () => {
    const description = '  First line\n\n  second line \n';
    const { number, ...created } = await tickets.create(account, { subject: ' Late ', description });
    expect(created).toMatchObject({ subject: 'Late', description });
    const updated = await tickets.update(account, number, { description: `${description}\n` });
    expect(updated).toMatchObject({ description: `${description}\n` });
    expect(await tickets.update(account, number, { description: ' \n ' })).toMatchObject({
      description: null,
    });
    expect(await tickets.create(account, { description: ' \n ' })).toMatchObject({ description: null });
  });

  it('takes null for what may be empty as left out', async () => {
    const members = { description: null, contact_id: null, conversation_id: null, assignee_id: null };
    const body = JSON.parse(JSON.stringify(members)) as Partial<CreateTicket>;
    expect(await tickets.create(account, body)).toMatchObject(members);
  });

  it('uses up no number when it is refused', async () => {
    await refusal(tickets.create(account, { type_key: 'unknown' }));
    await refusal(tickets.create(account, { contact_id: 999_999 }));
    expect((await tickets.create(account)).number).toBe('TKT-000001');
  });

  it('goes on after TKT-999999 with one more digit', async () => {
    await tickets.query('INSERT INTO tickets.ticket_counters VALUES ($1, 999998)', [account.account.id]);
    expect((await tickets.create(account)).number).toBe('TKT-999999');
    expect((await tickets.create(account)).number).toBe('TKT-1000000');
    expect((await read('TKT-1000000')).number).toBe('TKT-1000000');
  });
});

describe('a ticket that refers to something', () => {
  const references = [
    ['type_key', 'unknown'],
    ['contact_id', 999_999],
    ['conversation_id', 999_999],
    ['assignee_id', 999_999],
  ] as const;

  it.each(references)('is refused when %s is unknown, naming it', async (member, value) => {
    const { number } = await tickets.create(account);
    const requests = [
      tickets.create(account, { [member]: value }),
      tickets.update(account, number, { [member]: value, subject: 'Lost' }),
    ];
    for (const { code, errors } of await Promise.all(requests.map(refusal))) {
      expect({ code, members: Object.keys(errors!) }).toEqual({
        code: 'validation_error',
        members: [member],
      });
    }
    expect((await read(number)).subject).toBe('Late parcel');
  });

  it('is refused with the names of all that is unknown', async () => {
    const { number } = await tickets.create(account);
    const body = Object.fromEntries(references) as Partial<CreateTicket>;
    const requests = [tickets.create(account, body), tickets.update(account, number, body)];
    for (const { code, errors } of await Promise.all(requests.map(refusal))) {
      expect({ code, members: Object.keys(errors!) }).toEqual({
        code: 'validation_error',
        members: references.map(([member]) => member),
      });
    }
  });

  it('is refused when the contact or the type is another account’s', async () => {
    const stranger = await tickets.newAccount();
    await tickets.createType(stranger, 'billing');
    const contact_id = tickets.peers.addContact(stranger).id;
    for (const body of [{ contact_id }, { type_key: 'billing' }]) {
      expect((await refusal(tickets.create(account, body))).code).toBe('validation_error');
    }
  });

  it.each([{ contact_id: 1 }, { conversation_id: 5 }, { assignee_id: 7 }])(
    'is not made while nobody answers for %j',
    async (body) => {
      await tickets.peers.fallSilent();
      const refused = await refusal(tickets.create(account, body));
      await tickets.peers.speak();
      expect(refused).toMatchObject({ code: 'service_unavailable', retryable: true });
      expect((await tickets.list(account)).numbers).toEqual([]);
    },
  );
});

describe('updating a ticket', () => {
  it('changes what is given and keeps the rest', async () => {
    const before = await tickets.create(account, { description: 'Since Monday' });
    const { id: contact_id } = tickets.peers.addContact(account);
    await tickets.createType(account, 'billing', 'Billing');
    const after = await tickets.update(account, before.number, {
      type_key: 'billing',
      subject: 'Lost parcel',
      contact_id,
      assignee_id: tickets.peers.userId,
    });

    expect(after).toEqual({
      ...before,
      type: { id: expect.any(Number) as number, key: 'billing', name: 'Billing' },
      subject: 'Lost parcel',
      contact_id,
      assignee_id: tickets.peers.userId,
      updated_at: after.updated_at,
    });
    expect(await read(before.number)).toEqual(after);
    expect(await tickets.eventsOf(account)).toEqual(['ticket.created']);
  });

  it.each([
    ['nothing', '{}'],
    ['null for what is empty', '{"description":null,"contact_id":null,"assignee_id":null}'],
    ['what is so already', '{"subject":"Late parcel","type_key":"support","status":"open"}'],
  ])('succeeds with %s, and nothing happens', async (_, json) => {
    const before = await tickets.create(account);
    expect(await tickets.update(account, before.number, JSON.parse(json) as UpdateTicket)).toEqual(before);
    expect(await tickets.eventsOf(account)).toEqual(['ticket.created']);
  });

  it('may repeat a contact that was deleted, but name no other that is not there', async () => {
    const { id: contact_id } = tickets.peers.addContact(account);
    const before = await tickets.create(account, { contact_id });
    const other = await tickets.create(account);
    await tickets.peers.deleteContact(contact_id);
    expect(await tickets.update(account, before.number, { contact_id })).toEqual(before);
    const renamed = await tickets.update(account, before.number, { contact_id, subject: 'Lost parcel' });
    expect(renamed).toMatchObject({ contact_id, subject: 'Lost parcel' });
    for (const [number, body] of [
      [other.number, { contact_id }],
      [before.number, { contact_id: 999_999 }],
    ] as const) {
      expect(await refusal(tickets.update(account, number, body))).toMatchObject({
        code: 'validation_error',
        errors: { contact_id: [expect.any(String)] },
      });
    }
  });

  it('clears what may be empty by null, and keeps the rest', async () => {
    const before = await tickets.create(account, {
      description: 'Since Monday',
      contact_id: tickets.peers.addContact(account).id,
      conversation_id: tickets.peers.conversationId,
      assignee_id: tickets.peers.userId,
    });
    const unassigned = await tickets.update(account, before.number, { assignee_id: null });
    expect(unassigned).toEqual({ ...before, assignee_id: null, updated_at: unassigned.updated_at });

    const empty = { description: null, contact_id: null, conversation_id: null };
    const cleared = await tickets.update(account, before.number, empty);
    expect(cleared).toEqual({ ...unassigned, ...empty, updated_at: cleared.updated_at });
    expect(await read(before.number)).toEqual(cleared);
  });

  it.each(['subject', 'type_key', 'status'])('refuses null for %s, which is never empty', async (member) => {
    const before = await tickets.create(account, { assignee_id: tickets.peers.userId });
    const update = { [member]: null, assignee_id: null };
    expect(await refusal(tickets.update(account, before.number, update))).toMatchObject({
      code: 'validation_error',
      errors: { [member]: [expect.stringContaining(`${member} cannot be null.`)] },
    });
    expect(await read(before.number)).toEqual(before);
  });

  it('loses none of the updates that come at the same time', async () => {
    const { number } = await tickets.create(account);
    await Promise.all([
      tickets.update(account, number, { subject: 'Lost parcel' }),
      tickets.update(account, number, { description: 'Since Monday' }),
      tickets.update(account, number, { assignee_id: tickets.peers.userId }),
      tickets.update(account, number, { status: 'in_progress' }),
    ]);
    expect(await read(number)).toMatchObject({
      subject: 'Lost parcel',
      description: 'Since Monday',
      assignee_id: tickets.peers.userId,
      status: 'in_progress',
    });
  });
});

describe('a ticket of another account, or of none', () => {
  it.each(['TKT-000001', 'TKT-1', '1', 'tkt-000001', "' OR true --"])(
    'is not there by %j',
    async (number) => {
      await tickets.create(await tickets.newAccount());
      const requests = [
        read(number),
        tickets.close(account, number),
        tickets.update(account, number, { subject: 'Mine' }),
      ];
      for (const { code } of await Promise.all(requests.map(refusal))) expect(code).toBe('not_found');
    },
  );
});
