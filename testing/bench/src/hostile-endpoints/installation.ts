import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { selfSignedCertificate, type Certificate } from '@chat/local-servers';
import { Stack, type Credential } from '@chat/test-kit';
import type { CreatedWebhook } from '@chat/contracts/webhooks';
import { Child } from '../child';
import type { ReceiverOrder, ReceiverReady } from './receiver/order';

const CONTACTS_EACH = 25;

/** The product in one process, tenants with contacts, and one more account whose tickets fire events. */
export class Installation {
  private constructor(
    private readonly folder: string,
    readonly stack: Stack,
    private readonly database: Client,
    private readonly receiver: Child,
    private readonly certificate: Certificate,
    readonly tenants: Credential[],
    readonly neighbour: Credential,
  ) {}

  static async start(tenantCount: number): Promise<Installation> {
    const folder = await mkdtemp(join(tmpdir(), 'chat-bench-'));
    const certificate = selfSignedCertificate('localhost');
    await writeFile(join(folder, 'ca.pem'), certificate.cert);
    const env = { LOG_LEVEL: 'warn', NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') };
    const stack = await Stack.start({ layout: 'standalone', env });
    const database = new Client({ connectionString: stack.databaseUrl });
    const receiver = Child.start(join(__dirname, 'receiver/main.js'), 'The receiver');
    await yieldToOthers(receiver.pid);
    await database.connect();
    const tenants: Credential[] = [];
    for (let index = 0; index < tenantCount; index += 1) tenants.push(await createTenant(stack));
    const neighbour = await createNeighbour(stack);
    return new Installation(folder, stack, database, receiver, certificate, tenants, neighbour);
  }

  /** Makes the receiver play these kinds from now on. @returns a URL per kind. */
  async play(kinds: readonly string[]): Promise<string[]> {
    const order: ReceiverOrder = { kinds, ...this.certificate };
    return (await this.receiver.ask<ReceiverReady>(order)).urls;
  }

  /** Registers an endpoint of the neighbour. @returns its id. */
  async register(url: string): Promise<number> {
    const body = { label: 'Bench', url, events: ['ticket.created'] };
    const { data } = await this.stack.client(this.neighbour).post<CreatedWebhook>('/v1/webhooks', body);
    const { id } = data.webhook;
    // A new endpoint gets too few requests to do harm.
    await this.database.query('UPDATE webhooks.endpoints SET is_proven = true WHERE id = $1', [id]);
    return id;
  }

  /** Deletes endpoints. @returns how most of their attempts ended. */
  async unregister(ids: readonly number[]): Promise<string> {
    const { rows } = await this.database.query<{ outcome: string }>(
      `SELECT coalesce(error, status) AS outcome FROM webhooks.endpoint_deliveries WHERE webhook_id = ANY ($1)
       GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
      [ids],
    );
    for (const id of ids) await this.stack.client(this.neighbour).delete(`/v1/webhooks/${id}`);
    return rows[0]?.outcome ?? 'none';
  }

  async stop(): Promise<void> {
    this.receiver.stop();
    await this.database.end();
    await this.stack.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/**
 * Keeps the receiver, which plays another machine, from taking CPU time from the product: it runs only while a core is
 * idle, or where there is no `chrt` (util-linux), at the lowest priority.
 */
async function yieldToOthers(pid: number): Promise<void> {
  setPriority(pid, constants.priority.PRIORITY_LOW);
  const idle = ['--all-tasks', '--idle', '--pid', '0', String(pid)];
  await promisify(execFile)('chrt', idle).catch(() => undefined);
}

async function createTenant(stack: Stack): Promise<Credential> {
  const account = await stack.admin.createAccount({ name: 'Tenant' });
  const credential = await stack.admin.createApiKey(account.id);
  const client = stack.client(credential);
  for (let index = 0; index < CONTACTS_EACH; index += 1) {
    const contact = { firstname: 'Ada', mobile_code: '49', mobile: `1511234${1000 + index}` };
    void (await client.post('/v1/contacts', contact)).data;
  }
  return credential;
}

async function createNeighbour(stack: Stack): Promise<Credential> {
  const account = await stack.admin.createAccount({ name: 'Neighbour' });
  const scopes = ['messages:webhook', 'tickets:write'];
  const credential = await stack.admin.createApiKey(account.id, { scopes });
  void (await stack.client(credential).post('/v1/ticket-types', { key: 'bench', name: 'Bench' })).data;
  return credential;
}
