import { randomUUID } from 'node:crypto';
import type { ContactResult } from '@chat/contracts/crm';
import { updateAccount } from '@chat/contracts/gateway';
import { systemContext } from '@chat/service-kit';
import { ApiClient, Browser } from '@chat/test-kit';
import type { Random } from '@chat/test-kit/random';
import { around } from '../failpoints/failpoint';
import { judgeAudit, type AuditedRequest, type AuditRow } from '../oracles/audit.rules';
import type { Finding } from '../oracles/finding';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';
import { Caller } from './call';
import type { Load, Operation } from './operation';
import { outcomeOf } from './record-book';

const PASSWORD = 'correct horse battery';
const ADMIN_TIMEOUT_MS = 10_000;
const OWN_PAGE = { 'x-console': '1', 'sec-fetch-site': 'same-origin' };

/** The same changes by a key, by somebody at the console and by the admin tool, each of which the audit log has once. */
export const audited: Operation = {
  name: 'audited',
  everyMs: 400,
  atOnce: 4,
  isNew: true,
  failpoints: [
    ...around('crm', 'commit', 'contacts'),
    ...around('crm', 'reply', 'any'),
    ...around('crm', 'publish', 'evt.crm.internal.audit.recorded'),
    ...around('gateway', 'commit', 'accounts'),
    ...around('gateway', 'publish', 'evt.gateway.internal.audit.recorded'),
    ...around('gateway', 'commit', 'audit_entries'),
    ...around('gateway', 'ack', 'gateway-audit'),
  ],
  open: (world, random) => new Audited(world, random),
};

/** What is changed in an account: a contact by its key, another one by a person, and its name by the admin tool. */
interface Place {
  readonly tenant: Tenant;
  readonly contactOfKey: number;
  readonly contactOfPerson: number;
  readonly browser: Browser;
}

class Audited implements Load {
  private readonly caller: Caller;
  private readonly requests: AuditedRequest[] = [];
  private readonly places = new Map<Tenant, Promise<Place | null>>();
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.caller = new Caller(world);
  }

  async attempt(): Promise<boolean> {
    const tenant = this.random.pick(this.world.tenants);
    const kind = this.random.next();
    const creating = this.places.get(tenant) ?? this.create(tenant);
    this.places.set(tenant, creating);
    const place = await creating;
    if (!place) {
      this.places.delete(tenant);
      return false;
    }
    if (kind < 0.35) return this.byKey(place);
    return kind < 0.7 ? this.byPerson(place) : this.byAdminTool(place);
  }

  async audit(): Promise<Finding[]> {
    const { database } = this.world;
    const { rows: values } = await database.query<{ key: string; value: string }>(
      `SELECT 'contacts/' || id AS key, firstname AS value FROM crm.contacts
       UNION ALL SELECT 'accounts/' || id, name FROM gateway.accounts`,
    );
    const { rows } = await database.query<AuditRow>(
      'SELECT request_id, actor_type FROM gateway.audit_entries WHERE request_id = ANY ($1)',
      [this.requests.map(({ requestId }) => requestId)],
    );
    const stored = new Map(values.map(({ key, value }) => [key, value]));
    return [...this.caller.findings.splice(0), ...judgeAudit(this.requests, stored, rows)];
  }

  /** @returns null if that is not possible now. */
  private async create(tenant: Tenant): Promise<Place | null> {
    const [contactOfKey, contactOfPerson] = [await this.contact(tenant), await this.contact(tenant)];
    if (contactOfKey === null || contactOfPerson === null) return null;
    const email = `audited-${randomUUID()}@example.com`;
    const browser = new Browser(this.random.pick(tenant.gatewayUrls));
    try {
      await this.world.stack.admin.createUser(tenant.accountId, email, PASSWORD);
      const { status } = await browser.signIn(email, PASSWORD);
      return status === 303 ? { tenant, contactOfKey, contactOfPerson, browser } : null;
    } catch {
      return null;
    }
  }

  private async contact({ clients }: Tenant): Promise<number | null> {
    const mobile = `204${String(7_000_000 + (this.count += 1))}`;
    const body = { firstname: 'Audited', mobile_code: '1', mobile };
    const client = this.random.pick(clients);
    const { data } = await this.caller.call<ContactResult>(client, 'post', '/v1/contacts', body);
    return data?.contact.id ?? null;
  }

  private byKey({ tenant, contactOfKey }: Place): Promise<boolean> {
    const client = this.random.pick(tenant.clients);
    return this.rename('api_key', contactOfKey, (headers, firstname) =>
      this.caller.call(client, 'patch', `/v1/contacts/${contactOfKey}`, { firstname }, headers),
    );
  }

  private byPerson({ tenant, contactOfPerson, browser }: Place): Promise<boolean> {
    const client = new ApiClient(this.random.pick(tenant.gatewayUrls), undefined, null);
    const own = { ...OWN_PAGE, cookie: browser.cookieHeader };
    return this.rename('person', contactOfPerson, (headers, firstname) => {
      const path = `/console/api/contacts/${contactOfPerson}`;
      return this.caller.call(client, 'patch', path, { firstname }, { ...own, ...headers });
    });
  }

  private async rename(
    actor: AuditedRequest['actor'],
    contactId: number,
    call: (headers: Record<string, string>, firstname: string) => Promise<{ status: number | null }>,
  ): Promise<boolean> {
    const [requestId, value] = [randomUUID(), this.newName()];
    const { status } = await call({ 'x-request-id': requestId }, value);
    const outcome = outcomeOf(status);
    this.requests.push({ requestId, actor, key: `contacts/${contactId}`, value, outcome });
    return outcome === 'done';
  }

  private async byAdminTool({ tenant: { accountId } }: Place): Promise<boolean> {
    const context = systemContext(accountId, { timeoutMs: ADMIN_TIMEOUT_MS });
    const name = this.newName();
    const body = { account_id: accountId, name };
    const isDone = await this.world.stack.admin.bus.request(updateAccount, context, { body }).then(
      () => true,
      () => false,
    );
    const outcome = isDone ? 'done' : 'unknown';
    const { requestId } = context;
    this.requests.push({
      requestId,
      actor: 'admin_tool',
      key: `accounts/${accountId}`,
      value: name,
      outcome,
    });
    return isDone;
  }

  private newName(): string {
    return `Audited ${(this.count += 1)}`;
  }
}
