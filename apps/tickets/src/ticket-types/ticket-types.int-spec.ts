import { listTicketTypes } from '@chat/contracts/tickets';
import { refusal } from '@chat/test-kit';
import { TicketsUnderTest } from '../testing/tickets-under-test';

let tickets: TicketsUnderTest;

beforeAll(async () => {
  tickets = await TicketsUnderTest.start();
});

afterAll(() => tickets.stop());

describe('ticket types', () => {
  it('are created with a key and a name', async () => {
    const type = await tickets.createType(await tickets.newAccount(), 'billing', 'Billing');
    expect(type).toEqual({
      id: expect.any(Number) as number,
      key: 'billing',
      name: 'Billing',
      created_at: expect.stringMatching(/\.\d{3}\+00:00$/) as string,
      updated_at: type.created_at,
    });
  });

  it('have a key that no other type of the account has', async () => {
    const account = await tickets.newAccount();
    expect(await refusal(tickets.createType(account, 'support'))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('choose another key') as string,
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => tickets.createType(account, 'billing')),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it.each(['key', 'name'])('are refused with an empty %s', async (member) => {
    const account = await tickets.newAccount();
    const values = { key: 'billing', name: 'Billing', [member]: '  ' };
    const { code, errors } = await refusal(tickets.createType(account, values.key, values.name));
    expect({ code, members: Object.keys(errors!) }).toEqual({ code: 'validation_error', members: [member] });
  });

  it('are 500 of an account at most, however many are made at once', async () => {
    const account = await tickets.newAccount();
    await tickets.query(
      `INSERT INTO tickets.ticket_types (account_id, key, name, created_at, updated_at)
       SELECT $1, 'type-' || n, 'Type', now(), now() FROM generate_series(1, 496) AS n`,
      [account.account.id],
    );
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => tickets.createType(account, `new-${index}`)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const key of ['one-more', 'support']) {
      expect(await refusal(tickets.createType(account, key))).toMatchObject({
        code: 'limit_reached',
        message: expect.stringContaining('500 ticket types') as string,
      });
    }
    const { ticket_types } = await tickets.bus.page(listTicketTypes, { query: {} }, account);
    expect(ticket_types).toHaveLength(500);
    await expect(tickets.createType(await tickets.newAccount(), 'billing')).resolves.toBeDefined();
  });

  it('are told whole, unless a page is asked for', async () => {
    const account = await tickets.newAccount();
    const others = Array.from({ length: 30 }, (_, index) => `type-${index}`);
    for (const key of others) await tickets.createType(account, key);
    const keys = ['support', ...others];
    const list = (query: object) => tickets.bus.page(listTicketTypes, { query }, account);
    const keysOf = ({ ticket_types }: Awaited<ReturnType<typeof list>>) => ticket_types.map(({ key }) => key);

    const whole = await list({});
    expect(keysOf(whole)).toEqual(keys);
    expect(whole.pagination).toBeNull();

    const first = await list({ per_page: 20 });
    expect(keysOf(first)).toEqual(keys.slice(0, 20));
    expect(first.pagination).toMatchObject({ current_page: 1, last_page: 2, total: 31 });
    const second = await list({ per_page: 20, cursor: first.pagination!.next_cursor });
    expect(keysOf(second)).toEqual(keys.slice(20));
    expect(keysOf(await list({ page: 2, per_page: 20 }))).toEqual(keys.slice(20));
  });
});
