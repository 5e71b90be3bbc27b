import type { RequestContext } from '@chat/contracts';
import { until } from '@chat/test-kit';
import { TicketsUnderTest } from '../testing/tickets-under-test';

describe('the tickets of release 0.2', () => {
  let tickets: TicketsUnderTest;
  let account: RequestContext;
  let numbers: string[];

  /** As its replicas write texts: one international spelling of the number, typographic marks, no end of line. */
  const asBefore = async () => {
    await tickets.query(
      `UPDATE tickets.contact_texts SET text = E'SHAUN O’BRIEN\\n447911123456\\n07911123456' WHERE account_id = $1`,
      [account.account.id],
    );
    await tickets.query(
      `UPDATE tickets.tickets SET own_text = number || E'\\nIT’S LATE',
         contact_text = CASE WHEN contact_id IS NULL THEN '' ELSE E'SHAUN O’BRIEN\\n447911123456\\n07911123456' END
       WHERE account_id = $1`,
      [account.account.id],
    );
  };
  const total = async (search: string) => (await tickets.list(account, { search })).pagination.total;

  beforeAll(async () => {
    tickets = await TicketsUnderTest.start();
    account = await tickets.newAccount();
    const number = { mobile_code: '44', mobile: '07911123456', phone: '447911123456' };
    const contact = tickets.peers.addContact(account, { firstname: 'Shaun', lastname: 'O’Brien', ...number });
    numbers = [];
    for (let count = 0; count < 120; count += 1) {
      const linked = count % 2 === 0 ? { contact_id: contact.id } : {};
      numbers.push((await tickets.create(account, { subject: 'It’s late', ...linked })).number);
    }
    await asBefore();
  });

  afterAll(() => tickets.stop());

  it('are found by today’s searches once their texts are renewed, and nothing else of them changes', async () => {
    const records = () =>
      tickets.query(`SELECT id, version, updated_at FROM tickets.tickets WHERE account_id = $1 ORDER BY id`, [
        account.account.id,
      ]);
    const before = await records();
    expect(await total("it's late")).toBe(0);
    const replica = await tickets.startReplica();
    await until(async () => (await total("it's late")) === 120, { describe: 'all tickets to be renewed' });
    await replica.stop();
    for (const search of ["o'brien", '+44 7911 123456', '07911 123456', '+44 (0)7911']) {
      expect(await total(search)).toBe(60);
    }
    expect(await records()).toEqual(before);
  });

  it('lend renewed texts of their contacts to new ones', async () => {
    const [contact] = await tickets.query<{ text: string }>(
      'SELECT text FROM tickets.contact_texts WHERE account_id = $1',
      [account.account.id],
    );
    expect(contact?.text).toBe("SHAUN O'BRIEN\n447911123456\n07911123456\n");
  });
});
