import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { featureFlags, scopes } from '@chat/contracts';
import { AnswerJudge, Stack } from '@chat/testing';
import { HttpTarget, type HttpAnswer } from '../http/exchange';
import { problemsOfAnswer, type Expectation } from '../judge/answer.rules';
import type { Attack } from '../attack';
import { behaveBy } from '../outbound/hostile-receivers';
import { LocalNames } from '../outbound/local-names';
import { namesThatLeadHome, REACHABLE, REACHABLE_RANGE } from '../outbound/names-that-lead-home';
import { LoopbackCanaries } from '../outbound/loopback-canaries';
import type { Random } from '../random.rules';
import { listRoutes, type Route } from '../routes/route';
import { Marks } from './marks';
import { HOST_THAT_LEADS_HOME, Tenant } from './tenant';

/** So late is a request whose body or headers do not arrive. */
export const REQUEST_TIMEOUT_MS = 3_000;
/** The rest of a run comes from one address, which is not to use up what strangers have. */
const PLENTY = '1000000';

export interface WorldOptions {
  readonly random: Random;
  readonly quick: boolean;
}

/** What the provider and we know, and nobody else. */
interface ProviderSecrets {
  readonly appSecret: string;
  readonly verifyToken: string;
}

/** A whole installation of real processes, and the tenants in it. */
export class World {
  readonly routes: readonly Route[] = listRoutes();
  /** The routes that answer in the legacy envelope. */
  private readonly legacy = new Set(this.routes.filter(({ isLegacy }) => isLegacy).map(({ http }) => http));
  /** The routes that answer bytes and no envelope. */
  private readonly downloads = new Set(
    this.routes.filter(({ operation }) => operation?.download).map(({ http }) => http),
  );
  private readonly startedAs: ReadonlyMap<string, number>;

  private constructor(
    readonly stack: Stack,
    readonly names: LocalNames,
    readonly canaries: LoopbackCanaries,
    /** Gateways with no, one and two trusted proxies before them. In the last, every feature flag is off. */
    readonly gateways: readonly [HttpTarget, HttpTarget, HttpTarget],
    /** The port that the provider calls. */
    readonly callbacks: HttpTarget,
    readonly provider: ProviderSecrets,
    /** Postgres as its superuser: for what time does, and for what nobody can see from outside. */
    private readonly database: Pool,
    readonly marks: Marks,
    readonly random: Random,
    readonly quick: boolean,
  ) {
    this.startedAs = new Map(stack.names.map((name) => [name, stack.pid(name)]));
  }

  /** @throws Error when it cannot be brought up; nothing is left behind then. */
  static async start({ random, quick }: WorldOptions): Promise<World> {
    const names = await LocalNames.start();
    names.set(HOST_THAT_LEADS_HOME, () => ['127.0.0.1', '::1']);
    for (const [name, addresses] of Object.entries(namesThatLeadHome)) names.set(name, addresses);
    const canaries: LoopbackCanaries = await LoopbackCanaries.start(
      REACHABLE,
      behaveBy(() => `http://127.0.0.1:${canaries.port}/`),
    );
    try {
      const provider = {
        appSecret: randomBytes(16).toString('hex'),
        verifyToken: randomBytes(16).toString('hex'),
      };
      const flags = (value: 'on' | 'off') =>
        Object.fromEntries(Object.values(featureFlags).map(({ name }) => [name, value]));
      const stack = await Stack.start({
        layout: 'services',
        replicas: { gateway: 3 },
        env: {
          ...names.environment,
          ...flags('on'),
          UNVERIFIED_PER_MINUTE: PLENTY,
          FOREIGN_PINGS_PER_MINUTE: PLENTY,
          REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS),
          OUTBOUND_ALLOW_CIDRS: REACHABLE_RANGE,
          PROVIDER_APP_SECRET: provider.appSecret,
          PROVIDER_VERIFY_TOKEN: provider.verifyToken,
        },
        envOf: {
          'gateway-2': { TRUSTED_PROXY_HOPS: '1' },
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
        [plain!, behindOne!, behindTwo!],
        new HttpTarget(stack.callbackUrl),
        provider,
        database,
        marks,
        random,
        quick,
      );
    } catch (error) {
      await Promise.all([names.stop(), canaries.stop()]);
      throw error;
    }
  }

  get gateway(): HttpTarget {
    return this.gateways[0];
  }

  /** A new account whose key lists every scope, from any loopback address. */
  async openTenant(name: string): Promise<Tenant> {
    const { id } = await this.stack.admin.createAccount({ name: `Account of ${name}` });
    const credential = await this.stack.admin.createApiKey(id, { scopes: [...scopes] });
    return new Tenant(name, id, credential, this.marks, this.stack, this.gateway);
  }

  /**
   * What is wrong with an answer that this tenant read: its shape, its status and code, what the document says of the
   * route, and what it shows of others.
   * @param http the route that answered, if it is a described one.
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

  /** How many rows there are. @param from the rest of the statement, as in `FROM messaging.messages`. */
  async count(from: string, values: readonly unknown[] = []): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(`SELECT count(*)::int ${from}`, [
      ...values,
    ]);
    return rows[0]!.count;
  }

  /** What was to end some time has ended. @throws Error when there is no such row. */
  async letPass(update: string, values: readonly unknown[]): Promise<void> {
    const { rowCount } = await this.database.query(`UPDATE ${update}`, [...values]);
    if (rowCount !== 1) throw new Error(`${rowCount} rows where UPDATE ${update} should change one.`);
  }

  /** Whether anything of ours connected to an address that it may not reach. */
  nothingCaught(): Attack {
    return {
      name: 'the canaries on loopback',
      isLast: true,
      run: () => Promise.resolve(this.canaries.caught.map((what) => `Something connected to ${what}.`)),
    };
  }

  /** The members of the stack that are not the processes any more that they were at the start. */
  get restarted(): string[] {
    return [...this.startedAs]
      .filter(([name, pid]) => !isRunning(pid) || this.stack.pid(name) !== pid)
      .map(([name]) => name);
  }

  async stop(): Promise<void> {
    [...this.gateways, this.callbacks].forEach((target) => target.close());
    await this.database.end();
    try {
      await this.stack.stop();
    } finally {
      await Promise.all([this.names.stop(), this.canaries.stop()]);
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
