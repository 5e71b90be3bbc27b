import type { RequestContext } from '@chat/contracts';
import { contactUpdated, type Contact } from '@chat/contracts/crm';
import { fold } from '@chat/lists';
import { until } from '@chat/test-kit';
import { TicketsUnderTest } from '../testing/tickets-under-test';

/** Of short texts; fewer of long ones. */
const BATCH_SIZE = 100;

let tickets: TicketsUnderTest;

/** Notes each statement that changes tickets: whose, how many, and in which transaction. */
const NOTE_UPDATES = `
  CREATE TABLE tickets.noted_updates (
    id bigint GENERATED ALWAYS AS IDENTITY, account_id bigint, tickets integer, xact_id text
  );
  CREATE FUNCTION tickets.note_update() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO tickets.noted_updates (account_id, tickets, xact_id)
    SELECT account_id, count(*), pg_current_xact_id()::xid::text FROM changed GROUP BY account_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER note_update AFTER UPDATE ON tickets.tickets
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tickets.note_update();`;

beforeAll(async () => {
  tickets = await TicketsUnderTest.start();
  await tickets.query(NOTE_UPDATES);
});

afterAll(() => tickets.stop());

interface Update {
  account_id: number;
  tickets: number;
  xact_id: string;
}

const updatesOf = (...accounts: RequestContext[]) =>
  tickets.query<Update>(
    'SELECT account_id::integer, tickets, xact_id FROM tickets.noted_updates WHERE account_id = ANY($1) ORDER BY id',
    [accounts.map(({ account }) => account.id)],
  );

/** A contact with so many tickets. */
async function contactWith(account: RequestContext, count: number): Promise<Contact> {
  const contact = tickets.peers.addContact(account);
  await tickets.create(account, { contact_id: contact.id });
  await tickets.query(
    `INSERT INTO tickets.tickets (account_id, number, subject, status, type_id, contact_id, own_text, contact_text,
       contact_version, version, created_at, updated_at)
     SELECT account_id, number || '-' || n, subject, status, type_id, contact_id, own_text, contact_text,
       contact_version, version, created_at, updated_at
     FROM tickets.tickets, generate_series(2, $3) AS n WHERE account_id = $1 AND contact_id = $2`,
    [account.account.id, contact.id, count],
  );
  return contact;
}

async function ticketsNamed(account: RequestContext, name: string): Promise<number> {
  const [row] = await tickets.query<{ count: number }>(
    'SELECT count(*)::integer FROM tickets.tickets WHERE account_id = $1 AND contact_text LIKE $2',
    [account.account.id, `ANA ${name}\n%`],
  );
  return row!.count;
}

const untilNamed = (account: RequestContext, name: string, count: number) =>
  until(async () => (await ticketsNamed(account, name)) === count, {
    describe: `${count} tickets to have the name ${name}`,
  });

const rewritesLeft = ({ account }: RequestContext) =>
  tickets.query('SELECT FROM tickets.contact_rewrites WHERE account_id = $1', [account.id]);

const untilSettled = (account: RequestContext) =>
  until(async () => (await rewritesLeft(account)).length === 0, { describe: 'all rewrites to be done' });

describe('a renamed contact', () => {
  let account: RequestContext;

  beforeEach(async () => {
    account = await tickets.newAccount();
  });

  it('has its tickets rewritten in batches, each a transaction of its own, and none that of the event', async () => {
    const { id } = await contactWith(account, 250);
    const { id: eventId } = await tickets.peers.rename(id, 'Silva');
    await untilNamed(account, 'SILVA', 250);
    const updates = await updatesOf(account);
    expect(updates.map((update) => update.tickets)).toEqual([BATCH_SIZE, BATCH_SIZE, 50]);
    const [inbox] = await tickets.query<{ xmin: string }>(
      'SELECT xmin::text FROM tickets.inbox WHERE event_id = $1',
      [eventId],
    );
    expect(new Set([inbox!.xmin, ...updates.map(({ xact_id }) => xact_id)]).size).toBe(4);
    await untilSettled(account);
  });

  it('has fewer tickets rewritten at a time the more text there is to index', async () => {
    const { id } = await contactWith(account, 60);
    await tickets.peers.rename(id, '값'.repeat(100));
    await until(async () => (await ticketsNamed(account, fold('값'.repeat(100)))) === 60, {
      describe: 'all tickets to have the long name',
    });
    const updates = (await updatesOf(account)).map((update) => update.tickets);
    expect(updates.length).toBeGreaterThan(1);
    expect(Math.max(...updates)).toBeLessThan(40);
    expect(updates.reduce((sum, count) => sum + count)).toBe(60);
  });

  it('goes by its last name at the end, however many came before and in whatever order', async () => {
    const { id } = await contactWith(account, 250);
    const versions = [2, 3, 9, 4, 5, 6, 7, 8];
    for (const version of versions) await tickets.peers.rename(id, `Name${version}`, version);
    await untilNamed(account, 'NAME9', 250);
    await untilSettled(account);
    expect(await ticketsNamed(account, 'NAME9')).toBe(250);
  });

  it('costs nothing when what changed is not searched', async () => {
    const contact = await contactWith(account, 3);
    await tickets.peers.rename(contact.id, 'Silva');
    await untilNamed(account, 'SILVA', 3);
    const before = await updatesOf(account);
    const update = { ...contact, lastname: 'Silva', marketing_opted_out: true };
    const { id } = await tickets.bus.publish(
      contactUpdated,
      { contact: update },
      { accountId: account.account.id, entity: `contacts/${contact.id}`, entityVersion: 9 },
    );
    const isConsumed = () => tickets.query('SELECT FROM tickets.inbox WHERE event_id = $1', [id]);
    await until(async () => (await isConsumed()).length > 0, { describe: 'the event to be consumed' });
    expect(await rewritesLeft(account)).toEqual([]);
    expect(await updatesOf(account)).toEqual(before);
  });

  it('waits for no ticket that somebody holds, and comes back for it', async () => {
    const { id } = await contactWith(account, 150);
    const held = 'TKT-000001-7';
    await tickets.query('BEGIN');
    await tickets.query('SELECT FROM tickets.tickets WHERE account_id = $1 AND number = $2 FOR UPDATE', [
      account.account.id,
      held,
    ]);
    await tickets.peers.rename(id, 'Silva');
    await untilNamed(account, 'SILVA', 149);
    expect(await rewritesLeft(account)).toHaveLength(1);
    await tickets.query('COMMIT');
    await untilNamed(account, 'SILVA', 150);
    await untilSettled(account);
  });

  it('whose tickets cannot be written keeps no other from having its own rewritten', async () => {
    const broken = await contactWith(account, 1);
    const sound = await contactWith(account, 1);
    await tickets.query(
      `CREATE FUNCTION tickets.refuse() RETURNS trigger LANGUAGE plpgsql
         AS $$ BEGIN RAISE 'This row stays.'; END $$;
       CREATE TRIGGER refuse BEFORE UPDATE ON tickets.tickets FOR EACH ROW
         WHEN (OLD.contact_id = ${broken.id}) EXECUTE FUNCTION tickets.refuse()`,
    );
    await tickets.peers.rename(broken.id, 'Silva');
    await tickets.peers.rename(sound.id, 'Silva');
    await untilNamed(account, 'SILVA', 1);
    expect(await rewritesLeft(account)).toHaveLength(1);
    await tickets.query('DROP FUNCTION tickets.refuse CASCADE');
  });

  it('is brought to each ticket once by two replicas', async () => {
    const replica = await tickets.startReplica();
    const contacts = [await contactWith(account, 450), await contactWith(account, 450)];
    for (const { id } of contacts) await tickets.peers.rename(id, 'Silva');
    await untilNamed(account, 'SILVA', 900);
    await untilSettled(account);
    await replica.stop();
    const rewritten = (await updatesOf(account)).map((update) => update.tickets);
    expect(rewritten.reduce((sum, count) => sum + count)).toBe(900);
  });
});

describe('the renames of several accounts', () => {
  /** As a process leaves them that took the events in and died. */
  async function leaveRename(accounts: RequestContext[], name: string): Promise<void> {
    const ids = accounts.map(({ account }) => account.id);
    await tickets.query(
      `WITH renamed AS (
         UPDATE tickets.contact_texts SET version = 2, text_version = 2, text = $2
         WHERE account_id = ANY($1) RETURNING account_id, contact_id, text_version
       ) INSERT INTO tickets.contact_rewrites (account_id, contact_id, text_version) SELECT * FROM renamed`,
      [ids, `ANA ${name}\n12025550123\n`],
    );
  }

  it('take turns: one with many waits for the others’, and keeps none of them waiting for more than a batch', async () => {
    const [busy, second, third] = [
      await tickets.newAccount(),
      await tickets.newAccount(),
      await tickets.newAccount(),
    ];
    for (let contact = 0; contact < 3; contact += 1) await contactWith(busy, 300);
    await contactWith(second, 1);
    await contactWith(third, 1);

    await leaveRename([busy, second, third], 'SILVA');
    await untilNamed(busy, 'SILVA', 900);
    const order = (await updatesOf(busy, second, third)).map(({ account_id }) => account_id);
    expect(order).toHaveLength(9 + 2);
    expect(new Set(order.slice(0, 3))).toEqual(
      new Set([busy, second, third].map(({ account }) => account.id)),
    );
    expect(await ticketsNamed(third, 'SILVA')).toBe(1);
  });
});
