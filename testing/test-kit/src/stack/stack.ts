import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type QueryResultRow } from 'pg';
import type { AppProcess, LocalNats, LocalPostgres } from '@chat/local-servers';
import { createDatabase, scratchFolder, startNats, startPostgres } from '@chat/local-servers';
import { ADMIN, natsUsers, OBSERVER } from '@chat/bus/users';
import type { Credential } from '../api-client';
import { ApiClient } from '../api-client';
import { SandboxClient } from '../sandbox-client';
import { TestClient } from '../test-client';
import { Ingress } from './ingress';
import { LocalServer } from './local-server';
import type { Layout, Topology } from './topology';
import { certificateOfRun } from './run-topology';
import { planProcesses } from './topology';
import { StackAdmin } from './stack-admin';
import type { StackMember } from './stack-member';
import { killNow } from './stack-member';

export interface StackOptions extends Layout {
  /** Whether Postgres keeps what it committed through a SIGKILL. False, and faster, by default. */
  durable?: boolean;
  /** Whether Postgres counts statements (`pg_stat_statements`) and NATS serves its counters. */
  measured?: boolean;
  /** Whether each service has a database of its own, as if each had a Postgres; `databaseUrl` and `query` then find nothing. */
  ownDatabases?: boolean;
  /** Settings of Postgres, over those of the stack. */
  postgresSettings?: Readonly<Record<string, string>>;
  /** The folder of all data, such as a small disk, which is not removed; a temporary folder if absent. */
  folder?: string;
}

const databaseName = 'chat';
/** More processes at once would exceed the time limit of a single start on a busy machine. */
const STARTS_AT_ONCE = 2 * availableParallelism();

/** A whole installation of real processes, for journeys, fault tests and the bench. */
export class Stack {
  private constructor(
    /** The folder for media and logs. */
    readonly folder: string,
    private readonly isFolderOurs: boolean,
    private readonly members: ReadonlyMap<string, StackMember>,
    private readonly topology: Topology,
    readonly databaseUrl: string,
    /** The NATS URL of a user that can read all events and change nothing. */
    readonly observerUrl: string,
    /** The URL of the counters of NATS; undefined unless the stack is measured. */
    readonly natsMonitorUrl: string | undefined,
    readonly admin: StackAdmin,
    /** The ingress; undefined if clients reach the gateways directly. */
    readonly ingress: Ingress | undefined,
  ) {}

  /** Starts everything and resolves when all of it is ready; leaves nothing behind if that fails. */
  static async start(chosen: StackOptions): Promise<Stack> {
    const options = { ingress: certificateOfRun(), ...chosen };
    const isFolderOurs = options.folder === undefined;
    const parent = options.durable ? tmpdir() : scratchFolder();
    const folder = options.folder ?? (await mkdtemp(join(parent, 'chat-stack-')));
    const members: StackMember[] = [];
    let ingress: Ingress | undefined;
    try {
      const servers = localServers(folder, options);
      members.push(servers.postgres, servers.nats);
      await startAll(members);
      const databaseUrl = servers.postgres.server.url(databaseName);
      await createDatabase(servers.postgres.server.url('postgres'), databaseName);
      const nats = servers.nats.server;

      const databaseOf = async (app: string) => {
        if (!options.ownDatabases) return databaseName;
        await createDatabase(servers.postgres.server.url('postgres'), app);
        return app;
      };
      const topology = await planProcesses(
        options,
        { postgres: servers.postgres.server, databaseOf, nats },
        folder,
      );
      members.push(...topology.processes);
      await startAll(topology.processes);
      if (options.ingress && topology.ingress) {
        const { port, backends } = topology.ingress;
        ingress = await Ingress.start(folder, port, options.ingress, backends);
      }
      const byName = new Map(members.map((member) => [member.name, member]));
      const admin = await StackAdmin.connect(nats.url(ADMIN));
      const { monitorUrl } = nats;
      const observerUrl = nats.url(OBSERVER);
      const addresses = [databaseUrl, observerUrl, monitorUrl] as const;
      return new Stack(folder, isFolderOurs, byName, topology, ...addresses, admin, ingress);
    } catch (error) {
      await ingress?.stop();
      await stopAll(members).catch(() => undefined);
      if (isFolderOurs) await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  get gatewayUrls(): readonly string[] {
    return this.topology.gatewayUrls;
  }

  get sandboxUrl(): string {
    return this.topology.sandboxUrl;
  }

  /** The URL of the callback port, without a path. */
  get callbackUrl(): string {
    return this.topology.callbackUrl;
  }

  get sandbox(): SandboxClient {
    return new SandboxClient(this.sandboxUrl);
  }

  /** The untyped client, for the first gateway. */
  client(credential?: Credential): ApiClient {
    return new ApiClient(this.gatewayUrls[0] ?? '', credential);
  }

  /** The typed client, for the first gateway. */
  typedClient(credential: Credential, headers?: Readonly<Record<string, string>>): TestClient {
    return new TestClient(this.gatewayUrls[0] ?? '', credential, headers);
  }

  /** Every member: `postgres`, `nats`, `sandbox`, and `standalone` or the services with their replicas. */
  get names(): string[] {
    return [...this.members.keys()];
  }

  /** The processes of a service; the one process where that is what the name says (`gateway-2`). */
  replicasOf(name: string): string[] {
    return this.names.filter((member) => member === name || member.replace(/-\d+$/, '') === name);
  }

  /** The process id of a running member. */
  pid(name: string): number {
    const pid = this.findPid(name);
    if (pid === undefined) throw new Error(`${name} does not run.`);
    return pid;
  }

  /** Queries the tables of all services. */
  async query<Row extends QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.databaseUrl });
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** The logs of all members, by file name. */
  async readLogs(): Promise<ReadonlyMap<string, string>> {
    const files = (await readdir(this.folder, { recursive: true })).filter((file) => file.endsWith('.log'));
    const texts = await Promise.all(files.map((file) => readFile(join(this.folder, file), 'utf8')));
    return new Map(files.map((file, index) => [file, texts[index]!]));
  }

  /** The process id of a member; for a server, its last one. Undefined for an app that does not run. */
  findPid(name: string): number | undefined {
    return this.member(name).pid;
  }

  /** SIGKILL; resolves when the process is gone. */
  async kill(name: string): Promise<void> {
    await killNow(this.pid(name), name);
  }

  /** Sends any other signal, such as SIGSTOP and SIGCONT, and does not wait for its effect. */
  signal(name: string, signal: NodeJS.Signals): void {
    process.kill(this.pid(name), signal);
  }

  /** Sends a message to a file that was loaded next to an app, over its IPC channel. */
  tell(name: string, message: object): void {
    this.topology.processes.find((process) => process.name === name)?.send(message);
  }

  /** The data folder of a server. */
  dataOf(server: 'postgres' | 'nats'): string {
    return join(this.folder, server);
  }

  /** Kills all processes of a service. @returns a function that starts them again. */
  async killAll(name: string): Promise<() => Promise<void>> {
    const replicas = this.replicasOf(name);
    await Promise.all(replicas.map((replica) => this.kill(replica)));
    return async () => {
      await Promise.all(replicas.map((replica) => this.start(replica)));
    };
  }

  /** Makes an app run the build of another checkout, or of this one, from its next start on. */
  runBuild(name: string, workspace?: string): void {
    this.app(name).runFrom(this.topology.entryOf(name, workspace));
  }

  /** Changes the environment of an app from its next start on, as an operator changes its settings. */
  reconfigure(name: string, change: (env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv): void {
    this.app(name).reconfigure(change);
  }

  /** Whether all readiness checks of an app pass. */
  async isReady(name: string): Promise<boolean> {
    return this.app(name).isReady();
  }

  /** Starts a member again after `kill` or `stopOne`, as it was; resolves when it is ready, and the ingress knows. */
  async start(name: string): Promise<void> {
    await this.member(name).start();
    await this.ingress?.noticed();
  }

  /** SIGTERM; rejects if the process does not drain and exit. */
  async stopOne(name: string): Promise<void> {
    await this.member(name).stop();
  }

  /** Stops everything and removes its data; rejects if a process did not exit cleanly. */
  async stop(): Promise<void> {
    await this.admin.close();
    try {
      await stopAll([...this.members.values()]);
    } finally {
      await this.ingress?.stop();
      if (this.isFolderOurs) await rm(this.folder, { recursive: true, force: true });
    }
  }

  private app(name: string): AppProcess {
    const app = this.topology.processes.find((process) => process.name === name);
    if (!app) throw new Error(`The stack has no app ${name}.`);
    return app;
  }

  private member(name: string): StackMember {
    const member = this.members.get(name);
    if (!member) throw new Error(`The stack has no ${name}; it has ${this.names.join(', ')}.`);
    return member;
  }
}

function localServers(folder: string, { durable = false, measured = false, postgresSettings }: StackOptions) {
  const log = () => undefined;
  const settings: Record<string, string> = {
    ...(measured && { shared_preload_libraries: 'pg_stat_statements' }),
    ...postgresSettings,
  };
  return {
    postgres: new LocalServer<LocalPostgres>('postgres', () =>
      startPostgres({ dataDir: join(folder, 'postgres'), durable, settings, log }),
    ),
    nats: new LocalServer<LocalNats>('nats', () =>
      startNats({ dataDir: join(folder, 'nats'), users: natsUsers, monitored: measured, log }),
    ),
  };
}

/** Starts some at a time. If one fails, it starts no more, and rejects once none is starting any more. */
async function startAll(members: readonly StackMember[]): Promise<void> {
  const waiting = [...members];
  const startOneByOne = async () => {
    for (let member = waiting.shift(); member; member = waiting.shift()) {
      await member.start().catch((error: unknown) => {
        waiting.length = 0;
        throw error;
      });
    }
  };
  throwFirst(await Promise.allSettled(Array.from({ length: STARTS_AT_ONCE }, startOneByOne)));
}

/** Callers first, so that all can drain: requests in progress are answered before their callee stops. */
async function stopAll(members: readonly StackMember[]): Promise<void> {
  const results: PromiseSettledResult<void>[] = [];
  for (const rank of [0, 1, 2, 3]) {
    const equals = members.filter((member) => rankOf(member) === rank);
    results.push(...(await Promise.allSettled(equals.map((member) => member.stop()))));
  }
  throwFirst(results);
}

function rankOf(member: StackMember): number {
  if (member instanceof LocalServer) return 3;
  if (member.name === 'sandbox') return 2;
  return /^(cloud-connector|device-sessions)/.test(member.name) ? 1 : 0;
}

function throwFirst(results: readonly PromiseSettledResult<void>[]): void {
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}
