import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Pool } from 'pg';
import { featureFlags, scopes } from '@chat/contracts';
import { serviceNames } from '@chat/contracts/table';
import { freePort } from '@chat/local-servers';
import { AnswerJudge, Stack } from '@chat/test-kit';
import { HttpTarget, type HttpAnswer } from '../http/exchange';
import { problemsOfAnswer, type Expectation } from '../judge/answer.rules';
import type { Attack } from '../attack';
import { behaveBy } from '../outbound/hostile-receivers';
import { LocalNames } from '../outbound/local-names';
import { hostileNames, REACHABLE, REACHABLE_RANGE } from '../outbound/hostile-names';
import { LoopbackCanaries } from '../outbound/loopback-canaries';
import type { Random } from '@chat/test-kit/random';
import { listRoutes, type Route } from '../document/route';
import { Bucket } from './bucket';
import { Marks } from './marks';
import { heapOptionsOf } from './memory-limits';
import { LOOPBACK_HOST, Tenant } from './tenant';

/** The request timeout of the gateways, for requests whose body or headers do not arrive. */
export const REQUEST_TIMEOUT_MS = 3_000;
/**
 * The limits of the gateway behind one proxy: fewer than the defaults, so that a crowd that fills it is small, and patient
 * enough that slow requests last. There is room for an account's requests, and for those refused that still arrive.
 */
export const CROWD = { connections: 500, perAddress: 100, perAccount: 200, requestTimeoutMs: 20_000 };
/** A client on loopback, as the proxies of each gateway would name it. */
export const FROM_LOOPBACK = { 'x-forwarded-for': '127.0.0.1, 127.0.0.1' };
/** A limit per address that the rest of the run, which comes from one address, does not reach. */
const PLENTY = '1000000';

export interface WorldOptions {
  readonly random: Random;
  readonly quick: boolean;
}

/** Secrets shared only by the provider and us. */
interface ProviderSecrets {
  readonly appSecret: string;
  readonly verifyToken: string;
}

/** A whole installation of real processes, with its tenants. */
export class World {
  readonly routes: readonly Route[] = listRoutes();
  /** The routes that answer in the legacy envelope. */
  private readonly legacy = new Set(this.routes.filter(({ isLegacy }) => isLegacy).map(({ http }) => http));
  /** The routes that answer with bytes instead of an envelope. */
  /** The routes whose successes have no envelope. */
  private readonly downloads = new Set(
    this.routes.filter(({ operation }) => operation?.download ?? operation?.stream).map(({ http }) => http),
  );
  private readonly startedAs: ReadonlyMap<string, number>;

  private constructor(
    readonly stack: Stack,
    readonly names: LocalNames,
    readonly canaries: LoopbackCanaries,
    private readonly bucket: Bucket,
    /** Gateways behind no, one and two trusted proxies. In the last one, every feature flag is off. */
    readonly gateways: readonly [HttpTarget, HttpTarget, HttpTarget],
    /** The callback port. */
    readonly callbacks: HttpTarget,
    /** That of another cloud-connector, behind one trusted proxy. */
    readonly callbacksBehindProxy: HttpTarget,
    readonly provider: ProviderSecrets,
    /** Postgres as its superuser: for letting time pass, and for what is not visible from outside. */
    private readonly database: Pool,
    readonly marks: Marks,
    readonly random: Random,
    readonly quick: boolean,
  ) {
    this.startedAs = new Map(stack.names.map((name) => [name, stack.pid(name)]));
  }

  /** @throws Error when it cannot be started; nothing is left behind then. */
  static async start({ random, quick }: WorldOptions): Promise<World> {
    const names = await LocalNames.start();
    names.set(LOOPBACK_HOST, () => ['127.0.0.1', '::1']);
    for (const [name, addresses] of Object.entries(hostileNames)) names.set(name, addresses);
    const canaries: LoopbackCanaries = await LoopbackCanaries.start(
      REACHABLE,
      behaveBy(() => `http://127.0.0.1:${canaries.port}/`),
    );
    const bucket = await Bucket.start();
    try {
      const provider = {
        appSecret: randomBytes(16).toString('hex'),
        verifyToken: randomBytes(16).toString('hex'),
      };
      const flags = (value: 'on' | 'off') =>
        Object.fromEntries(Object.values(featureFlags).map(({ name }) => [name, value]));
      const callbackPort = await freePort();
      const stack = await Stack.start({
        layout: 'services',
        replicas: { gateway: 3, 'cloud-connector': 2 },
        env: {
          ...names.environment,
          ...bucket.environment,
          ...flags('on'),
          UNVERIFIED_PER_MINUTE: PLENTY,
          FOREIGN_PINGS_PER_MINUTE: PLENTY,
          REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS),
          OUTBOUND_ALLOW_CIDRS: REACHABLE_RANGE,
          PROVIDER_APP_SECRET: provider.appSecret,
          PROVIDER_VERIFY_TOKEN: provider.verifyToken,
        },
        envOf: {
          ...Object.fromEntries(
            serviceNames.map((name) => [
              name,
              { NODE_OPTIONS: `${names.environment['NODE_OPTIONS']} ${heapOptionsOf(name)}` },
            ]),
          ),
          'gateway-2': {
            TRUSTED_PROXY_HOPS: '1',
            MAX_CONNECTIONS: String(CROWD.connections),
            MAX_CONNECTIONS_PER_ADDRESS: String(CROWD.perAddress),
            MAX_REQUESTS_PER_ACCOUNT: String(CROWD.perAccount),
            REQUEST_TIMEOUT_MS: String(CROWD.requestTimeoutMs),
          },
          'cloud-connector-2': { TRUSTED_PROXY_HOPS: '1', CALLBACK_PORT: String(callbackPort) },
          'gateway-3': { TRUSTED_PROXY_HOPS: '2', ...flags('off') },
        },
      });
      const [plain, behindOne, behindTwo] = stack.gatewayUrls.map((url) => new HttpTarget(url));
      const marks = new Marks();
      for (const secret of Object.values(provider)) marks.plant(secret, 'a secret of the provider', null);
      const database = new Pool({ connectionString: stack.databaseUrl, max: 2 });
      return new World(
        stack,
        names,
        canaries,
        bucket,
        [plain!, behindOne!, behindTwo!],
        new HttpTarget(stack.callbackUrl),
        new HttpTarget(`http://127.0.0.1:${callbackPort}`),
        provider,
        database,
        marks,
        random,
        quick,
      );
    } catch (error) {
      await Promise.all([names.stop(), canaries.stop(), bucket.stop()]);
      throw error;
    }
  }

  get gateway(): HttpTarget {
    return this.gateways[0];
  }

  /** Opens an account whose key has every scope, usable from any loopback address. */
  async openTenant(name: string): Promise<Tenant> {
    const { id } = await this.stack.admin.createAccount({ name: `Account of ${name}` });
    const credential = await this.stack.admin.createApiKey(id, { scopes: [...scopes] });
    return new Tenant(name, id, credential, this.marks, this.stack, this.gateway);
  }

  /**
   * Returns the problems of an answer that this tenant got: its shape, its status and code, violations of the document,
   * and data of others.
   * @param http the documented route that answered, if any.
   */
  judge(answer: HttpAnswer, expectation: Expectation, reader: string, http?: string): string[] {
    const { status, headers, bytes } = answer;
    const body = bytes.toString();
    const [method, path] = http?.split(' ') ?? [];
    const isDownload = status < 300 && this.downloads.has(http ?? '') && expectation.orSuccess;
    return [
      ...(isDownload
        ? []
        : problemsOfAnswer(
            {
              status,
              body,
              header: (name) => headers.get(name),
              isLegacy: this.legacy.has(http ?? ''),
            },
            expectation,
          )),
      ...(method && path ? AnswerJudge.committed.differences(method, path, answer) : []),
      ...this.marks.foundInAnswer(body, reader),
    ];
  }

  /** Counts rows. @param from the rest of the statement, such as `FROM messaging.messages`. */
  async count(from: string, values: readonly unknown[] = []): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(`SELECT count(*)::int ${from}`, [
      ...values,
    ]);
    return rows[0]!.count;
  }

  /** Counts the events that a service gave up. */
  async countDeadLetters(): Promise<number> {
    const schemas = await this.database.query<{ name: string }>(
      `SELECT table_schema AS name FROM information_schema.tables WHERE table_name = 'dead_letters'`,
    );
    const counts = schemas.rows.map(({ name }) => this.count(`FROM ${name}.dead_letters`));
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  /**
   * Returns the rows of every table that has this column, which have this value in it, as text.
   * @param volatile columns that are left out.
   */
  async rowsWith(
    column: { account_id: number } | { channel_id: number },
    volatile: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const [[name, value]] = Object.entries(column) as [[string, number]];
    const tables = await this.database.query<{ table: string }>(
      `SELECT table_schema || '.' || table_name AS table FROM information_schema.columns
       JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_type = 'BASE TABLE' AND column_name = $1`,
      [name],
    );
    const rows = new Map<string, readonly string[]>();
    for (const { table } of tables.rows) {
      const found = await this.database.query<{ row: string }>(
        `SELECT (to_jsonb(t) - $2::text[])::text AS row FROM ${table} t WHERE ${name} = $1 ORDER BY row`,
        [value, volatile],
      );
      rows.set(
        table,
        found.rows.map(({ row }) => row),
      );
    }
    return rows;
  }

  /** Lets something expire. @throws Error unless exactly one row changes. */
  async letPass(update: string, values: readonly unknown[]): Promise<void> {
    const { rowCount } = await this.database.query(`UPDATE ${update}`, [...values]);
    if (rowCount !== 1) throw new Error(`${rowCount} rows where UPDATE ${update} should change one.`);
  }

  /** Checks that no process connected to an address that it may not reach. */
  nothingCaught(): Attack {
    return {
      name: 'the canaries on loopback',
      isLast: true,
      run: () => Promise.resolve(this.canaries.caught.map((what) => `Something connected to ${what}.`)),
    };
  }

  /** Returns the most memory that a process ever had, in MiB. */
  peakMemory(name: string): number {
    const status = readFileSync(`/proc/${this.stack.pid(name)}/status`, 'utf8');
    return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1_024);
  }

  /** The members of the stack whose process was replaced since the start. */
  get restarted(): string[] {
    return [...this.startedAs]
      .filter(([name, pid]) => !isRunning(pid) || this.stack.pid(name) !== pid)
      .map(([name]) => name);
  }

  async stop(): Promise<void> {
    [...this.gateways, this.callbacks, this.callbacksBehindProxy].forEach((target) => target.close());
    await this.database.end();
    try {
      await this.stack.stop();
    } finally {
      await Promise.all([this.names.stop(), this.canaries.stop(), this.bucket.stop()]);
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
