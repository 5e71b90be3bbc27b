import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { BusClient } from '@chat/bus';
import { deviceConnected } from '@chat/contracts/channels';
import { createWebhook } from '@chat/contracts/webhooks';
import { systemContext } from '@chat/service-kit';
import { someChannel, until, WebhookReceiver } from '@chat/test-kit';
import { ServiceProcesses } from '../service-processes';

const HEALTHY_ACCOUNT = 1;
const ENDPOINTS_PER_ACCOUNT = 100;
/** An address where nothing listens. */
const DEAD_URL = 'http://127.0.0.1:1/hook';

/** The service webhooks with a healthy endpoint, and any number of dead ones. */
export class Installation {
  private readonly client: BusClient;

  private constructor(
    readonly processes: ServiceProcesses,
    private readonly receiver: WebhookReceiver,
  ) {
    this.client = new BusClient(processes.bus);
  }

  static async start(): Promise<Installation> {
    const env = { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' };
    const processes = await ServiceProcesses.start(['webhooks'], { durable: true, env });
    const receiver = await WebhookReceiver.start(null);
    const installation = new Installation(processes, receiver);
    await installation.register(HEALTHY_ACCOUNT, receiver.url);
    return installation;
  }

  /** Adds endpoints that have been dead for hours, each with a backlog that is due. */
  async addDead(count: number, backlog: number): Promise<void> {
    for (let index = 0; index < count; index += ENDPOINTS_PER_ACCOUNT) {
      const account = HEALTHY_ACCOUNT + 1 + index / ENDPOINTS_PER_ACCOUNT;
      const size = Math.min(ENDPOINTS_PER_ACCOUNT, count - index);
      await Promise.all(Array.from({ length: size }, () => this.register(account, DEAD_URL)));
    }
    const { database } = this.processes;
    await database.query(
      `UPDATE webhooks.endpoints SET is_proven = true, failing_since = now() - interval '6 hours' WHERE account_id > $1`,
      [HEALTHY_ACCOUNT],
    );
    await database.query(
      `INSERT INTO webhooks.endpoint_deliveries
         (account_id, webhook_id, event_id, event, payload, status, attempts, next_attempt_at)
       SELECT account_id, id, gen_random_uuid(), 'device.connected', '{}', 'pending', 3, now()
       FROM webhooks.endpoints, generate_series(1, $2) WHERE account_id > $1`,
      [HEALTHY_ACCOUNT, backlog],
    );
    await database.query('VACUUM ANALYZE webhooks.endpoint_deliveries');
    await database.query(
      `UPDATE webhooks.lanes SET failures = 5, due_at = now(), additions = additions + 1 WHERE account_id > $1`,
      [HEALTHY_ACCOUNT],
    );
  }

  /** Milliseconds from each event of the healthy account to its webhook. */
  async latencies(perSecond: number, seconds: number): Promise<number[]> {
    const sentAt = new Map<string, number>();
    const latencies: number[] = [];
    this.receiver.answer = ({ id }) => {
      latencies.push(performance.now() - sentAt.get(id)!);
      return { status: 200 };
    };
    const startedAt = performance.now();
    for (let count = 0; count < perSecond * seconds; count += 1) {
      await delay(Math.max(0, startedAt + (count * 1_000) / perSecond - performance.now()));
      const id = randomUUID();
      sentAt.set(id, performance.now());
      await this.publish(id);
    }
    await until(() => latencies.length >= sentAt.size, { describe: 'every webhook', timeoutMs: 60_000 });
    return latencies;
  }

  /** The work of the database so far. A round is one query for due lanes. */
  async counts(): Promise<{ commits: number; rows: number; rounds: number; deadAttempts: number }> {
    const { database } = this.processes;
    // Backends report at most once per second.
    await delay(1_500);
    const activity = await database.query<{ commits: number; rows: number }>(
      `SELECT xact_commit::float8 AS commits, tup_fetched::float8 AS rows FROM pg_stat_database
       WHERE datname = current_database()`,
    );
    const lanes = await database.query<{ scans: number }>(
      `SELECT idx_scan::float8 AS scans FROM pg_stat_user_indexes WHERE indexrelname = 'lanes_due'`,
    );
    const attempts = await database.query<{ attempts: number }>(
      'SELECT sum(attempts - 3)::float8 AS attempts FROM webhooks.endpoint_deliveries WHERE account_id > $1',
      [HEALTHY_ACCOUNT],
    );
    return {
      ...activity.rows[0]!,
      rounds: lanes.rows[0]!.scans,
      deadAttempts: attempts.rows[0]!.attempts,
    };
  }

  async stop(): Promise<void> {
    await this.processes.stop();
    await this.receiver.stop();
  }

  private async register(accountId: number, url: string): Promise<void> {
    const body = { label: 'Bench', url };
    await this.client.request(createWebhook, systemContext(accountId), { body });
  }

  private async publish(id: string): Promise<void> {
    const event = {
      ...{ specversion: '1.0', id, source: '/services/bench', type: deviceConnected.type },
      ...{ subject: `channels/${id}`, time: new Date().toISOString(), datacontenttype: 'application/json' },
      ...{ accountid: String(HEALTHY_ACCOUNT), entityversion: 1, data: { device: someChannel } },
    };
    await this.processes.bus.nats.jetstream().publish(deviceConnected.subject, JSON.stringify(event));
  }
}
