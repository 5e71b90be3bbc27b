import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { BusClient } from '@chat/bus';
import { createWebhook } from '@chat/contracts/webhooks';
import { systemContext } from '@chat/service-kit';
import type { ChildServer } from '../child';
import { ServiceProcesses } from '../service-processes';
import { startReceiver } from '../webhook-backlog/receiver/receiver';
import { EventLatencies } from '../webhook-latency/event-latencies';

const ACCOUNT = 1;
const HEALTHY = 17;
/** An address where nothing listens. */
const DEAD_URL = 'http://127.0.0.1:1/hook';
const SLOW_MS = 5_000;
/** An event that is never published here. */
const NOTHING = '{device.disconnected}';

/**
 * The service webhooks with twenty endpoints of one account: seventeen healthy, one dead, one slow, one to be flooded.
 */
export class Installation {
  private readonly client: BusClient;
  private readonly events: EventLatencies;
  private noisy: number[] = [];

  private constructor(
    private readonly processes: ServiceProcesses,
    private readonly server: Server,
    private readonly flooded: ChildServer,
  ) {
    this.client = new BusClient(processes.bus);
    this.events = new EventLatencies(processes.bus);
  }

  static async start(): Promise<Installation> {
    const env = { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' };
    const processes = await ServiceProcesses.start(['webhooks'], { durable: true, env });
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const installation = new Installation(processes, server, await startReceiver());
    await installation.register();
    return installation;
  }

  /** Subscribes the noisy three to the events, and gives the flooded one a backlog that is due. */
  async makeNoise(backlog: number): Promise<void> {
    const { database } = this.processes;
    await database.query('UPDATE webhooks.endpoints SET events = NULL WHERE id = ANY ($1)', [this.noisy]);
    await database.query(
      `INSERT INTO webhooks.endpoint_deliveries (account_id, webhook_id, event_id, event, payload, status, next_attempt_at)
       SELECT $1, $2, gen_random_uuid(), 'device.connected', $3, 'pending', now() FROM generate_series(1, $4::int)`,
      [ACCOUNT, this.noisy.at(-1), JSON.stringify({ data: 'x'.repeat(700) }), backlog],
    );
    // A real backlog grows over hours; the disk must not still be writing this one while it is sent.
    await database.query('CHECKPOINT');
    await database.query(
      `UPDATE webhooks.lanes SET due_at = now(), additions = additions + 1 WHERE webhook_id = ANY ($1)`,
      [this.noisy],
    );
  }

  /** @returns how many deliveries of the backlog were sent. */
  async endNoise(): Promise<number> {
    const { database } = this.processes;
    await database.query('UPDATE webhooks.endpoints SET events = $2 WHERE id = ANY ($1)', [
      this.noisy,
      NOTHING,
    ]);
    const { rows } = await database.query<{ sent: number }>(
      `SELECT count(*)::int AS sent FROM webhooks.endpoint_deliveries WHERE webhook_id = $1 AND status = 'succeeded'`,
      [this.noisy.at(-1)],
    );
    const ofNoisy = 'DELETE FROM webhooks.endpoint_deliveries WHERE webhook_id = ANY ($1)';
    // Results of deliveries in progress are written meanwhile, in another lock order.
    await database.query(`${ofNoisy} AND locked_until IS NULL`, [this.noisy]);
    await delay(SLOW_MS);
    await database.query(ofNoisy, [this.noisy]);
    await database.query('VACUUM ANALYZE webhooks.endpoint_deliveries');
    return rows[0]!.sent;
  }

  /** Milliseconds from each event to its webhook at each healthy endpoint, grouped by second. */
  latencies(perSecond: number, seconds: number): Promise<number[][]> {
    return this.events.measure({ perSecond, seconds, accounts: 1, endpoints: HEALTHY });
  }

  async stop(): Promise<void> {
    this.flooded.stop();
    this.server.close().closeAllConnections();
    await this.processes.stop();
  }

  private async register(): Promise<void> {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    this.server.on('request', (request, response) => {
      request.resume();
      if (request.url === '/slow') return void setTimeout(() => response.end(), SLOW_MS);
      this.events.noteWebhook(request);
      response.end();
    });
    for (let index = 0; index < HEALTHY; index += 1) await this.create(`${url}/${index}`);
    for (const noisy of [DEAD_URL, `${url}/slow`, this.flooded.url]) {
      this.noisy.push(await this.create(noisy));
    }
    // A new endpoint gets too few requests to make noise.
    await this.processes.database.query('UPDATE webhooks.endpoints SET is_proven = true');
    await this.endNoise();
  }

  private async create(url: string): Promise<number> {
    const body = { label: 'Bench', url };
    const { webhook } = await this.client.request(createWebhook, systemContext(ACCOUNT), { body });
    return webhook.id;
  }
}
