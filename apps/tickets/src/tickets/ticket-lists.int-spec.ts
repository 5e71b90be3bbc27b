import type { RequestContext } from '@chat/contracts';
import { listTickets, type ListTicketsQuery, type TicketType } from '@chat/contracts/tickets';
import { refusal, until } from '@chat/test-kit';
import { TicketsUnderTest } from '../testing/tickets-under-test';

let tickets: TicketsUnderTest;

beforeAll(async () => {
  tickets = await TicketsUnderTest.start();
});

afterAll(() => tickets.stop());

describe('listing tickets', () => {
  let account: RequestContext;
  let billing: TicketType;

  /** 1: open · 2: closed, billing · 3: open, billing, assigned · 4: open, assigned. */
  beforeAll(async () => {
    account = await tickets.newAccount();
    billing = await tickets.createType(account, 'billing');
    await tickets.create(account);
    const { number } = await tickets.create(account, { type_key: 'billing' });
    await tickets.update(account, number, { status: 'closed' });
    await tickets.create(account, { type_key: 'billing', assignee_id: tickets.peers.userId });
    await tickets.create(account, { assignee_id: tickets.peers.userId });
    await tickets.create(await tickets.newAccount());
  });

  const found = async (query: ListTicketsQuery) =>
    (await tickets.list(account, query)).numbers.map((number) => Number(number.slice(4)));

  it('gives each with its type, newest first', async () => {
    const page = await tickets.bus.page(listTickets, { query: {} }, account);
    expect(page.tickets.map(({ number, type }) => [number, type.key])).toEqual([
      ['TKT-000004', 'support'],
      ['TKT-000003', 'billing'],
      ['TKT-000002', 'billing'],
      ['TKT-000001', 'support'],
    ]);
    expect(page.pagination).toMatchObject({ current_page: 1, per_page: 25, total: 4, next_cursor: null });
  });

  it.each<[string, () => ListTicketsQuery, number[]]>([
    ['status', () => ({ status: 'open' }), [4, 3, 1]],
    ['type', () => ({ type_id: billing.id }), [3, 2]],
    ['type by its alias', () => ({ type: billing.id }), [3, 2]],
    ['assignee', () => ({ assignee: tickets.peers.userId }), [4, 3]],
    ['assignee by its alias', () => ({ assigned_agent_id: tickets.peers.userId }), [4, 3]],
    ['all of them', () => ({ status: 'open', type: billing.id, assignee: tickets.peers.userId }), [3]],
    ['status and search', () => ({ status: 'open', search: '-00000' }), [4, 3, 1]],
    ['a type that is not there', () => ({ type_id: 999_999 }), []],
    ['the type 0, which nobody has', () => ({ type_id: 0 }), []],
    ['the type 0 by its alias', () => ({ type: 0 }), []],
    ['the assignee 0', () => ({ assignee: 0 }), []],
    ['the assignee 0 by its alias', () => ({ assigned_agent_id: 0 }), []],
    ['a blank search', () => ({ search: '  ' }), [4, 3, 2, 1]],
    ['an assignee that is not there', () => ({ assignee: 999_999 }), []],
  ])('filters by %s', async (_, query, expected) => {
    expect(await found(query())).toEqual(expected);
  });

  it('refuses an alias that disagrees, naming it', async () => {
    const refused = await refusal(tickets.list(account, { type_id: 1, type: 2 }));
    expect(refused).toMatchObject({ code: 'validation_error', errors: { type: [expect.any(String)] } });
  });

  it('refuses a type that is no number, naming it', async () => {
    const query = { type: 'billing' as unknown as number };
    const refused = await refusal(tickets.list(account, query));
    expect(refused).toMatchObject({ code: 'validation_error', errors: { type: [expect.any(String)] } });
  });

  it('pages through what a filter leaves, by number and by cursor', async () => {
    const first = await tickets.list(account, { status: 'open', per_page: 2 });
    expect(first.numbers).toEqual(['TKT-000004', 'TKT-000003']);
    expect(first.pagination).toMatchObject({ current_page: 1, last_page: 2, total: 3 });
    const cursor = first.pagination.next_cursor!;
    const second = await tickets.list(account, { status: 'open', per_page: 2, cursor });
    expect(second.numbers).toEqual(['TKT-000001']);
    expect(second.pagination).toMatchObject({ current_page: null, total: null, next_cursor: null });
    expect(await found({ status: 'open', per_page: 2, page: 2 })).toEqual([1]);
  });
});

describe('searching tickets', () => {
  let account: RequestContext;
  let contactId: number;

  beforeAll(async () => {
    account = await tickets.newAccount();
    const details = { firstname: 'José', lastname: 'García', mobile_code: '34', mobile: '612345678' };
    contactId = tickets.peers.addContact(account, { ...details, phone: '34612345678' }).id;
    await tickets.create(account, { subject: 'Où est mon colis?', contact_id: contactId });
    await tickets.create(account, { subject: '100% a_b\\c' });
    await tickets.create(await tickets.newAccount(), { subject: 'Où est mon colis?' });
  });

  it.each([
    ['the number', 'TKT-000001', [1]],
    ['part of the number, in lower case', 'kt-000002', [2]],
    ['part of the subject, without its accents', 'ou est', [1]],
    ['part of the contact’s name', 'garcia', [1]],
    ['the contact’s full name', 'JOSE GARCIA', [1]],
    ['the contact’s phone with its country code', '3461', [1]],
    ['a percent sign', '%', [2]],
    ['an underscore', '_', [2]],
    ['a backslash', '\\', [2]],
    ['two of its texts as if they were one', 'colis?José', []],
    ['a wildcard', 'col%s', []],
    ['what all have', 'tkt-', [2, 1]],
  ])('finds by %s', async (_, search, expected) => {
    const numbers = (await tickets.search(account, search)).map((number) => Number(number.slice(4)));
    expect(numbers).toEqual(expected);
  });

  it('finds by the contact’s number, however it is written', async () => {
    const other = await tickets.newAccount();
    const number = { mobile_code: '44', mobile: '07911123456', phone: '447911123456' };
    const contact = tickets.peers.addContact(other, number);
    const ticket = await tickets.create(other, { contact_id: contact.id });
    await tickets.create(other, { subject: 'Nobody’s' });
    for (const search of [
      '07911123456',
      '447911123456',
      '+44 7911 123456',
      '0044 7911-123456',
      '+44 (0)7911',
    ]) {
      expect(await tickets.search(other, search)).toEqual([ticket.number]);
    }
    expect(await tickets.search(other, '+7911')).toEqual([]);
  });

  it('finds by a new subject and no longer by the old one', async () => {
    const other = await tickets.newAccount();
    const { number } = await tickets.create(other, { subject: 'Invoice' });
    await tickets.update(other, number, { subject: 'Rechnung' });
    expect(await tickets.search(other, 'rechnung')).toEqual([number]);
    expect(await tickets.search(other, 'invoice')).toEqual([]);
  });
});

describe('searching with a filter among more tickets than are walked through', () => {
  const COUNT = 21_000;
  let account: RequestContext;

  /** All are Maria's; the 60 oldest are of Ada too, and the 100 oldest are resolved. */
  beforeAll(async () => {
    account = await tickets.newAccount();
    await tickets.query(
      `INSERT INTO tickets.tickets (account_id, number, subject, status, type_id, own_text, contact_text, version,
         created_at, updated_at)
       SELECT t.account_id, n::text AS number, '', CASE WHEN n <= 100 THEN 'resolved' ELSE 'open' END, t.id,
         CASE WHEN n <= 60 OR n = 101 THEN E'ADA\\n' ELSE '' END, E'MARIA\\n', 1, now(), now()
       FROM tickets.ticket_types t, generate_series(1, ${COUNT}) AS n WHERE t.account_id = $1 ORDER BY n`,
      [account.account.id],
    );
    await tickets.query('ANALYZE tickets.tickets');
  }, 60_000);

  it.each<[string, ListTicketsQuery, number, string[]]>([
    [
      'what all have, in the few that the filter leaves',
      { status: 'resolved', search: 'maria' },
      100,
      ['100', '99'],
    ],
    [
      'what few have, in the few that the filter leaves',
      { status: 'resolved', search: 'ada' },
      60,
      ['60', '59'],
    ],
    ['what few have, in the many that the filter leaves', { status: 'open', search: 'ada' }, 1, ['101']],
    [
      'what all have, in the many that the filter leaves',
      { status: 'open', search: 'maria' },
      10_000,
      ['21000', '20999'],
    ],
    ['what few of all have', { search: 'ada' }, 61, ['101', '60']],
  ])('finds %s', async (_, query, total, newest) => {
    const { numbers, pagination } = await tickets.list(account, { ...query, per_page: 2 });
    expect({ numbers, total: pagination.total }).toEqual({ numbers: newest, total });
  });

  it('goes on by number and by cursor to the last of them', async () => {
    const query = { status: 'resolved', search: 'maria', per_page: 30 } as const;
    const third = await tickets.list(account, { ...query, page: 3 });
    const last = await tickets.list(account, { ...query, cursor: third.pagination.next_cursor! });
    expect(last.numbers).toEqual(Array.from({ length: 10 }, (_, index) => String(10 - index)));
    expect(await tickets.list(account, { ...query, page: 4 })).toMatchObject({ numbers: last.numbers });
  });
});

describe('searching tickets by a contact that changes', () => {
  let account: RequestContext;
  let contactId: number;
  let number: string;

  beforeEach(async () => {
    account = await tickets.newAccount();
    contactId = tickets.peers.addContact(account).id;
    ({ number } = await tickets.create(account, { contact_id: contactId }));
  });

  const untilFound = (search: string, numbers: string[]) =>
    until(async () => (await tickets.search(account, search)).join() === numbers.join(), {
      describe: `a search for ${search} to find ${numbers.length} tickets`,
    });

  it('follows the name in all its tickets, and nobody hears of it', async () => {
    const other = await tickets.create(account, { contact_id: contactId });
    await tickets.create(account);
    await tickets.peers.rename(contactId, 'Silva');
    await untilFound('ana silva', [other.number, number]);
    expect(await tickets.eventsOf(account)).toEqual(Array<string>(3).fill('ticket.created'));
  });

  it('knows a name that was told before the ticket came', async () => {
    await tickets.peers.rename(contactId, 'Silva');
    await untilFound('silva', [number]);
    const later = await tickets.create(account, { contact_id: contactId });
    expect(await tickets.search(account, 'silva')).toEqual([later.number, number]);
  });

  it('takes the text of the contact that an update names', async () => {
    const { id } = tickets.peers.addContact(account, { lastname: 'Weber' });
    await tickets.update(account, number, { contact_id: id });
    expect(await tickets.search(account, 'weber')).toEqual([number]);
    await tickets.peers.rename(contactId, 'Silva');
    await tickets.peers.rename(id, 'Müller');
    await untilFound('muller', [number]);
    expect(await tickets.search(account, 'silva')).toEqual([]);
  });

  it('is not led back by an event that comes late', async () => {
    await tickets.peers.rename(contactId, 'Silva', 3);
    await tickets.peers.rename(contactId, 'Weber', 2);
    const last = await tickets.create(account, { contact_id: tickets.peers.addContact(account).id });
    await tickets.peers.rename(contactId + 1, 'Last');
    await untilFound('last', [last.number]);
    await untilFound('silva', [number]);
    expect(await tickets.search(account, 'weber')).toEqual([]);
  });

  it('does not find a ticket by the contact that it was taken from', async () => {
    await tickets.update(account, number, { contact_id: null });
    expect(await tickets.search(account, 'ana')).toEqual([]);
    await tickets.peers.rename(contactId, 'Silva');
    const other = await tickets.create(account, { contact_id: contactId });
    await untilFound('silva', [other.number]);
  });

  it('forgets a deleted contact, whose id the ticket keeps', async () => {
    await tickets.peers.deleteContact(contactId);
    await untilFound('ana', []);
    await tickets.peers.rename(contactId, 'Silva', 1);
    const { tickets: kept } = await tickets.bus.page(listTickets, { query: {} }, account);
    expect(kept).toMatchObject([{ number, contact_id: contactId }]);
  });

  it('misses no name that changes while tickets are made', async () => {
    const creations = Array.from({ length: 30 }, () => tickets.create(account, { contact_id: contactId }));
    for (const name of ['Silva', 'Weber', 'Last']) await tickets.peers.rename(contactId, name);
    await Promise.all(creations);
    await until(async () => (await tickets.list(account, { search: 'last' })).pagination.total === 31, {
      describe: 'all tickets to have the last name',
    });
  });
});
