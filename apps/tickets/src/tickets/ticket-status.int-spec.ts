import type { RequestContext } from '@chat/contracts';
import { rateTicket, reopenTicket, ticketStatusChanged, type RateTicket } from '@chat/contracts/tickets';
import { refusal } from '@chat/test-kit';
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

const close = (number: string) => tickets.close(account, number);
const reopen = async (number: string) =>
  (await tickets.bus.request(reopenTicket, { params: { number } }, account)).ticket;
const rate = async (number: string, body: RateTicket) =>
  (await tickets.bus.request(rateTicket, { params: { number }, body }, account)).ticket;

describe('the status of a ticket', () => {
  it('moves with its times and tells of each move', async () => {
    const { id, number } = await tickets.create(account);
    const resolved = await tickets.update(account, number, { status: 'resolved' });
    expect(resolved).toMatchObject({ status: 'resolved', resolved_at: resolved.updated_at, closed_at: null });
    const closed = await close(number);
    expect(closed).toMatchObject({
      status: 'closed',
      resolved_at: resolved.resolved_at,
      closed_at: closed.updated_at,
    });
    expect(await reopen(number)).toMatchObject({ status: 'reopened', resolved_at: null, closed_at: null });

    const event = await tickets.bus.nextEvent(
      ticketStatusChanged,
      ({ data }) => data.ticket.id === id && data.to_status === 'closed',
    );
    expect(event).toMatchObject({
      entityversion: 3,
      data: { ticket: closed, from_status: 'resolved', to_status: 'closed' },
    });
    expect(await tickets.eventsOf(account)).toEqual([
      'ticket.created',
      ...Array<string>(3).fill('ticket.status_changed'),
    ]);
  });

  it('moves to a later `updated_at`, even after a change by a replica whose clock is ahead', async () => {
    const { number } = await tickets.create(account);
    const ahead = new Date(Date.now() + 60_000).toISOString();
    await tickets.query(`UPDATE tickets.tickets SET updated_at = $2 WHERE account_id = $1`, [
      account.account.id,
      ahead,
    ]);
    const resolved = await tickets.update(account, number, { status: 'resolved' });
    const rated = await rate(number, { rating: 5 });
    const times = [ahead, resolved.updated_at, rated.updated_at].map((time) => Date.parse(time));
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  });

  it('stays, with all else, when the ticket cannot go there', async () => {
    const { number } = await tickets.create(account);
    const refused = await refusal(tickets.update(account, number, { subject: 'Lost', status: 'reopened' }));
    expect(refused).toMatchObject({
      code: 'conflict',
      message:
        'A ticket that is open cannot become reopened. It can become in_progress, waiting_customer, resolved, or closed.',
    });
    expect((await refusal(reopen(number))).code).toBe('conflict');
    expect(await tickets.read(account, number)).toMatchObject({ subject: 'Late parcel', status: 'open' });
  });

  it('moves once when many close the ticket at the same time', async () => {
    const { number } = await tickets.create(account);
    const closed = await Promise.all(Array.from({ length: 20 }, () => close(number)));
    expect(new Set(closed.map(({ closed_at }) => closed_at)).size).toBe(1);
    expect(await tickets.eventsOf(account)).toEqual(['ticket.created', 'ticket.status_changed']);
  });
});

describe('rating a ticket', () => {
  it('is stored with its comment and stays when the ticket is reopened', async () => {
    const { number } = await tickets.create(account);
    const closed = await close(number);
    const rated = await rate(number, { rating: 5, comment: 'Merci 🙏' });
    expect(rated).toEqual({
      ...closed,
      csat: { rating: 5, comment: 'Merci 🙏' },
      updated_at: rated.updated_at,
    });
    expect((await reopen(number)).csat).toEqual(rated.csat);
  });

  it('is taken on a resolved or closed ticket only', async () => {
    const { number } = await tickets.create(account);
    expect(await refusal(rate(number, { rating: 3 }))).toMatchObject({
      code: 'conflict',
      message: 'A ticket that is open cannot be rated. Resolve or close it first.',
    });
    await tickets.update(account, number, { status: 'resolved' });
    expect((await rate(number, { rating: 3 })).csat).toEqual({ rating: 3, comment: null });
  });

  it('is taken once, of many that come at the same time', async () => {
    const { number } = await tickets.create(account);
    await close(number);
    const ratings = [1, 2, 3, 4, 5].map((rating) => rate(number, { rating }));
    const taken = (await Promise.allSettled(ratings)).filter(({ status }) => status === 'fulfilled');
    expect(taken).toHaveLength(1);
    expect((await refusal(rate(number, { rating: 5 }))).code).toBe('conflict');
  });

  it.each([0, 6, 4.5])('refuses %d, naming it', async (rating) => {
    const { number } = await tickets.create(account);
    await close(number);
    const { code, errors } = await refusal(rate(number, { rating }));
    expect({ code, members: Object.keys(errors!) }).toEqual({
      code: 'validation_error',
      members: ['rating'],
    });
  });
});
