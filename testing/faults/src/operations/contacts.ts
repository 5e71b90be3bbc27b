import type { ContactResult } from '@chat/contracts/crm';
import { around } from '../failpoints/failpoint';
import type { Finding } from '../oracles/finding';
import { judgeRecords } from '../oracles/records.rules';
import { judgeProjection } from '../oracles/projections.rules';
import type { Random } from '@chat/test-kit/random';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';
import { Caller } from './call';
import type { Load, Operation } from './operation';
import { RecordBook } from './record-book';

/** Contacts are created, renamed and deleted; messaging and tickets get the changes as events. */
export const contacts: Operation = {
  name: 'contacts',
  everyMs: 250,
  atOnce: 8,
  failpoints: [
    ...around('crm', 'commit', 'contacts'),
    ...around('crm', 'commit', 'outbox'),
    ...around('crm', 'publish', 'evt.crm.contact.created'),
    ...around('crm', 'reply', 'any'),
    ...around('messaging', 'commit', 'contact_names'),
    ...around('messaging', 'ack', 'messaging-contacts'),
    ...around('tickets', 'commit', 'contact_texts'),
    ...around('tickets', 'ack', 'tickets-contacts'),
  ],
  open: (world, random) => new Contacts(world, random),
};

interface Handle {
  tenant: Tenant;
  id: number;
}

class Contacts implements Load {
  private readonly caller: Caller;
  private readonly book = new RecordBook<Handle>();
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.caller = new Caller(world);
  }

  async attempt(): Promise<boolean> {
    const kind = this.random.next();
    const known = kind < 0.5 ? undefined : this.book.take(this.random.next());
    if (!known) return this.create();
    return kind < 0.9 ? this.rename(known.key, known.handle) : this.delete(known.key, known.handle);
  }

  async audit(): Promise<Finding[]> {
    const { database } = this.world;
    const stored = await database.query<{ key: string; value: string }>(
      `SELECT account_id || '/' || mobile AS key, firstname AS value FROM crm.contacts`,
    );
    const values = new Map(stored.rows.map(({ key, value }) => [key, value]));
    const names = await database.query<{ key: string; value: string }>(
      `SELECT account_id || '/' || contact_id AS key, name AS value FROM messaging.contact_names WHERE name IS NOT NULL`,
    );
    const truth = await database.query<{ key: string; value: string }>(
      `SELECT account_id || '/' || id AS key, firstname AS value FROM crm.contacts`,
    );
    return [
      ...this.caller.findings.splice(0),
      ...judgeRecords(this.book.all, values),
      ...judgeProjection('messaging.contact_names', truth.rows, names.rows),
    ];
  }

  private async create(): Promise<boolean> {
    const tenant = this.random.pick(this.world.tenants);
    this.count += 1;
    const mobile = `202${String(6_000_000 + this.count)}`;
    const key = `${tenant.accountId}/${mobile}`;
    const firstname = `Contact ${this.count}`;
    const body = { firstname, mobile_code: '1', mobile };
    const client = this.random.pick(tenant.clients);
    const called = await this.caller.call<ContactResult>(client, 'post', '/v1/contacts', body);
    this.book.note(key, firstname, called);
    if (called.data) this.book.giveBack(key, { tenant, id: called.data.contact.id });
    return called.data !== null;
  }

  private async rename(key: string, handle: Handle): Promise<boolean> {
    this.count += 1;
    const firstname = `Renamed ${this.count}`;
    const client = this.random.pick(handle.tenant.clients);
    const called = await this.caller.call(client, 'patch', `/v1/contacts/${handle.id}`, { firstname });
    const outcome = this.book.note(key, firstname, called);
    this.book.giveBack(key, handle);
    return outcome === 'done';
  }

  private async delete(key: string, handle: Handle): Promise<boolean> {
    const client = this.random.pick(handle.tenant.clients);
    const called = await this.caller.call(client, 'delete', `/v1/contacts/${handle.id}`);
    const outcome = this.book.note(key, null, called);
    // After any other outcome it may be gone, and further answers about it would not be findings.
    if (outcome === 'refused') this.book.giveBack(key, handle);
    return outcome === 'done';
  }
}
