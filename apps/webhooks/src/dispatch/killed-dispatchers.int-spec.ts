import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { deviceConnected } from '@chat/contracts/channels';
import { createWebhook } from '@chat/contracts/webhooks';
import type { AppProcess } from '@chat/local-servers';
import { startTestService, until, type TestService } from '@chat/test-kit';
import { webhooksService } from '../service';
import { deviceData, plantedBody } from '../testing/event-data';
import { wakeLanes } from '../testing/time';

const ENDPOINTS = 20;
/** `KILLED_DISPATCHERS=full` runs the full test: 200,000 deliveries, and 200 kills, a second apart at least. */
const isFull = process.env.KILLED_DISPATCHERS === 'full';
const { events, kills, timeoutMs } = isFull
  ? { events: 10_000, kills: 200, timeoutMs: 30 * 60_000 }
  : { events: 150, kills: 2, timeoutMs: 200_000 };
/** So many are a backlog from the start; the others are spread over the kills, so that each meets deliveries. */
const AHEAD = events / 4;

const CAUGHT_UP = '/caught-up';

/** Records when each delivery arrives. Every response takes 20 ms, so that kills hit requests in flight. */
class Ledger {
  readonly arrivals = new Map<string, number[]>();
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Ledger> {
    const server = createServer((request, response) => {
      if (request.url === CAUGHT_UP) return void response.end();
      const key = `${request.url} ${String(request.headers['webhook-id'])}`;
      ledger.arrivals.set(key, [...(ledger.arrivals.get(key) ?? []), performance.now()]);
      request.resume();
      setTimeout(() => response.end(), 20);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const ledger = new Ledger(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return ledger;
  }

  /**
   * Resolves once everything that reached the port before has been recorded. Connections are accepted in order, one in
   * a turn of the event loop, so a new one comes after all that are waiting; its request is read with theirs.
   */
  async catchUp(): Promise<void> {
    for (let connection = 0; connection < 2; connection += 1) {
      const [response] = (await once(get(`${this.url}${CAUGHT_UP}`, { agent: false }), 'response')) as [
        IncomingMessage,
      ];
      await once(response.resume(), 'end');
    }
  }

  stop(): void {
    this.server.close().closeAllConnections();
  }
}

/** Requests that were just being written when the process was stopped. */
const MOST_BEGUN = 1;

describe('dispatchers', () => {
  let service: TestService;
  let ledger: Ledger;
  let processes: AppProcess[];

  beforeAll(async () => {
    ledger = await Ledger.start();
    const environment = { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_TIMEOUT_MS: '10000' };
    service = await startTestService(webhooksService, environment, { replicas: 0 });
    const main = join(__dirname, '../main.ts');
    processes = [await service.startProcess(main), await service.startProcess(main)];
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    ledger.stop();
  });

  it(
    'that are killed repeatedly lose no delivery, and repeat only those in flight',
    async () => {
      for (let index = 0; index < ENDPOINTS; index += 1) {
        await service.bus.request(createWebhook, { body: { label: 'Shop', url: `${ledger.url}/${index}` } });
      }
      const killed: { atMs: number; readMs: number }[] = [];
      const killing = (async () => {
        for (let turn = 0; turn < kills; turn += 1) {
          const victim = processes[turn % processes.length]!;
          await until(() => ledger.arrivals.size > 0, { describe: 'the first delivery' });
          process.kill(victim.pid!, 'SIGKILL');
          const atMs = performance.now();
          await until(() => victim.pid === undefined, { describe: 'the end of the process' });
          await ledger.catchUp();
          killed.push({ atMs, readMs: performance.now() });
          await Promise.all([victim.start(), delay(1_000)]);
        }
      })();
      for (let count = 0; count < events; count += 1) {
        const wanted = ((count - AHEAD) / (events - AHEAD)) * kills;
        await until(() => killed.length >= wanted, { describe: `${wanted} kills`, timeoutMs });
        await service.bus.publish(deviceConnected, deviceData(7));
      }
      await killing;
      const pending = async () =>
        (
          await service.query<{ pending: number; succeeded: number }>(
            `SELECT count(*) FILTER (WHERE status = 'pending')::int AS pending,
               count(*) FILTER (WHERE status = 'succeeded')::int AS succeeded FROM webhooks.endpoint_deliveries`,
          )
        )[0]!;
      const isDrained = async () => (await pending()).succeeded === events * ENDPOINTS;
      await until(isDrained, { describe: 'every delivery to succeed', timeoutMs });

      expect(await pending()).toEqual({ pending: 0, succeeded: events * ENDPOINTS });
      expect(ledger.arrivals.size).toBe(events * ENDPOINTS);
      const repeated = [...ledger.arrivals.values()].filter((moments) => moments.length > 1);
      const unexplained = repeated.filter(
        ([first, second]) => !killed.some(({ atMs, readMs }) => first! < readMs && atMs < second!),
      );
      expect(unexplained).toEqual([]);
      const counts = `${ledger.arrivals.size} deliveries, ${killed.length} kills, ${repeated.length} sent twice`;
      if (isFull) process.stderr.write(`${counts}\n`);
    },
    timeoutMs + 60_000,
  );

  it('that were stopped beyond their leases send nothing of what they had claimed ahead', async () => {
    const [stopped, other] = processes as [AppProcess, AppProcess];
    await other.stop();
    const { webhook } = await service.bus.request(createWebhook, {
      body: { label: 'Shop', url: `${ledger.url}/backlog` },
    });
    await service.query('UPDATE webhooks.endpoints SET is_proven = true WHERE id = $1', [webhook.id]);
    await service.query(
      `INSERT INTO webhooks.endpoint_deliveries (account_id, webhook_id, event_id, event, payload, status, next_attempt_at)
       SELECT 1, $1, gen_random_uuid(), 'device.connected', '${plantedBody}', 'pending', now() FROM generate_series(1, 2000)`,
      [webhook.id],
    );
    ledger.arrivals.clear();
    await wakeLanes(service);
    await until(() => ledger.arrivals.size > 200, { describe: 'a part of the backlog' });
    process.kill(stopped.pid!, 'SIGSTOP');
    await other.start();
    const isOver = async () => {
      const sql = `SELECT FROM webhooks.endpoint_deliveries WHERE webhook_id = $1 AND status = 'pending'`;
      return (await service.query(sql, [webhook.id])).length === 0;
    };
    await until(isOver, { describe: 'the other to send the rest', timeoutMs: 60_000 });
    await other.stop();

    ledger.arrivals.clear();
    process.kill(stopped.pid!, 'SIGCONT');
    const { id } = await service.bus.publish(deviceConnected, deviceData(7));
    const sent = () => [...ledger.arrivals.keys()];
    const isResumed = () => sent().includes(`/backlog ${id}`);
    await until(isResumed, { describe: 'an event from the process that was stopped' });
    // Requests that had begun end, whatever happened meanwhile; what was claimed ahead is not sent.
    expect(sent().filter((key) => !key.endsWith(` ${id}`)).length).toBeLessThanOrEqual(MOST_BEGUN);
  }, 120_000);
});
