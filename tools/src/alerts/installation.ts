import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { connectCloudChannel, type Channel, type QrCode } from '@chat/contracts/channels';
import type { CreatedWebhook } from '@chat/contracts/webhooks';
import { serviceNames } from '@chat/contracts/table';
import { freePort } from '@chat/local-servers';
import { systemContext } from '@chat/service-kit';
import { ApiClient, Stack, WebhookReceiver } from '@chat/testing';
import { Links } from '../faults/network/links';
import { Monitor } from './monitor';

/** Ends what a fault began. */
export type End = () => Promise<void>;

/** The replicas of the full form: one of tickets can be hurt without any harm to its service. */
const REPLICAS = { gateway: 2, tickets: 2 };
/** Connections that one address may have to the second gateway. */
export const MAX_CONNECTIONS = 50;
const PHONE = '12025500301';
const NUMBER = '12025500302';
/** A customer of the number on the cloud; the other one's messages are refused by the provider. */
const CUSTOMER = '12025540301';
const REFUSED_CUSTOMER = '12025550500';

/** A whole installation of real processes with one customer in it, and a Prometheus that watches it. */
export class Installation {
  private created = 0;

  private constructor(
    private readonly folder: string,
    readonly stack: Stack,
    readonly links: Links,
    readonly monitor: Monitor,
    /** A client of the first gateway. */
    readonly client: ApiClient,
    readonly receiver: WebhookReceiver,
    readonly webhookId: number,
    /** The channel on the provider's cloud; null in the quick form. */
    private readonly cloud: Channel | null,
  ) {}

  /** @param isQuick all services in one process, and no channels, for faults that need only tables. */
  static async start(isQuick: boolean): Promise<Installation> {
    const ports = new Map<string, number>();
    const names = isQuick ? ['standalone'] : serviceNames.flatMap(replicasOf);
    for (const name of names) ports.set(name, await freePort());
    const links = new Links();
    const stack = await Stack.start({
      layout: isQuick ? 'standalone' : 'services',
      ...(!isQuick && { replicas: REPLICAS }),
      env: { LOG_LEVEL: 'warn', SEND_TIMEOUT_MS: '5000' },
      envOf: Object.fromEntries([...ports].map(([name, port]) => [name, settingsOf(name, port)])),
      route: (route) => (isCuttable(route) ? links.addProxy(route) : Promise.resolve(route)),
    });
    const folder = await mkdtemp(join(tmpdir(), 'chat-alerts-'));
    const monitor = await Monitor.start(folder, ports);
    const { id: accountId } = await stack.admin.createAccount({ name: 'Alerts' });
    const client = new ApiClient(
      stack.gatewayUrls[0]!,
      await stack.admin.createApiKey(accountId, { scopes: null }),
      null,
    );
    const receiver = await WebhookReceiver.start(null);
    const hook = { label: 'Alerts', url: receiver.url, events: ['contact.*'] };
    const { webhook } = (await client.post<CreatedWebhook>('/v1/webhooks', hook)).data;
    const cloud = isQuick ? null : await connectChannels(stack, client, accountId);
    return new Installation(folder, stack, links, monitor, client, receiver, webhook.id, cloud);
  }

  async stop(): Promise<void> {
    await this.monitor.stop();
    await this.stack.stop().catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    });
    await this.receiver.stop();
    await this.links.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Creates a contact, and with it an event that is delivered to the receiver. */
  async createContact(): Promise<void> {
    this.created += 1;
    const mobile = `202${String(7_000_000 + this.created)}`;
    const body = { firstname: `Contact ${this.created}`, mobile_code: '1', mobile };
    await this.client.post('/v1/contacts', body);
  }

  /** Sends a text by the provider's cloud. */
  async send(to: 'anybody' | 'refused'): Promise<void> {
    const customer = to === 'refused' ? REFUSED_CUSTOMER : CUSTOMER;
    const receiver = { mobile_code: '1', mobile: customer.slice(1) };
    await this.client.post('/v1/messages', {
      ...receiver,
      chat_account_id: this.cloud!.id,
      message: 'Hello',
    });
  }

  /** Runs this statement in a session that then hangs in its transaction, as one of a frozen process would. */
  async hang(sql: string, values: unknown[] = []): Promise<End> {
    const session = new Client({ connectionString: this.stack.databaseUrl });
    await session.connect();
    await session.query('BEGIN');
    await session.query(sql, values);
    return () => session.end();
  }

  /** Takes a table away, as a schema that does not match the release would. */
  async loseTable(schema: string, table: string): Promise<End> {
    await this.stack.query(`ALTER TABLE ${schema}.${table} RENAME TO ${table}_lost`);
    return async () =>
      void (await this.stack.query(`ALTER TABLE ${schema}.${table}_lost RENAME TO ${table}`));
  }

  /** Cuts the connections from a process to a server or the sandbox. */
  cut(from: string, to: string): End {
    const links = this.links.all.filter((link) => link.from === from && link.to === to);
    for (const { proxy } of links) proxy.set({ kind: 'resets' });
    return () => {
      for (const { proxy } of links) proxy.set({ kind: 'fair' });
      return Promise.resolve();
    };
  }
}

/** Repeats something until the end, whether or not it succeeds, with pauses in between. */
export function repeat(work: () => Promise<unknown>, pauseMs: number): End {
  let isEnding = false;
  const run = async () => {
    while (!isEnding) {
      await work().catch(() => undefined);
      await delay(pauseMs);
    }
  };
  const running = run();
  return () => {
    isEnding = true;
    return running;
  };
}

/** Ends them in the reverse order of their beginning. */
export function all(...ends: End[]): End {
  return async () => {
    for (const end of ends.toReversed()) await end();
  };
}

function replicasOf(service: string): string[] {
  const count = (REPLICAS as Readonly<Record<string, number>>)[service] ?? 1;
  return Array.from({ length: count }, (_, index) => (index === 0 ? service : `${service}-${index + 1}`));
}

function settingsOf(name: string, metricsPort: number): Record<string, string> {
  const settings = { METRICS_PORT: String(metricsPort) };
  return name === 'gateway-2'
    ? { ...settings, MAX_CONNECTIONS_PER_ADDRESS: String(MAX_CONNECTIONS) }
    : settings;
}

function isCuttable({ from, to }: { from: string; to: string }): boolean {
  return [
    ['tickets-2', 'nats'],
    ['cloud-connector', 'sandbox'],
    ['device-sessions', 'sandbox'],
  ].some(([one, other]) => one === from && other === to);
}

/** Links a phone, and connects a number on the cloud, to which two customers have written. */
async function connectChannels(stack: Stack, client: ApiClient, accountId: number): Promise<Channel> {
  const { device } = (await client.post<{ device: Channel }>('/v1/devices', { name: 'Shop' })).data;
  const { qr } = (await client.post<QrCode>(`/v1/devices/${device.id}/qr`)).data;
  await stack.sandbox.scan(PHONE, qr!);
  const { access_token: token, waba_id, phone_number_id } = await stack.sandbox.putNumber(NUMBER);
  const body = { account_id: accountId, waba_id, phone_number_id, token, coexistence: false };
  const { device: cloud } = await stack.admin.bus.request(connectCloudChannel, systemContext(0), { body });
  for (const customer of [CUSTOMER, REFUSED_CUSTOMER]) {
    await stack.sandbox.write(customer, { to: NUMBER, text: 'Hello?' });
  }
  return cloud;
}
