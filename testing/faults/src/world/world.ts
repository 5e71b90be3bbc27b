import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import { isAlive } from '@chat/local-servers';
import { AnswerJudge, createCertificate, Stack, type StackOptions } from '@chat/test-kit';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import type { TreeCopy } from '@chat/planted-bugs';
import type { Failpoint, Order } from '../failpoints/failpoint';
import { Links } from '../network/links';
import { BlobFiles } from './blob-files';
import type { CallRecord } from './call-record';
import { FileServer } from './file-server';
import { HostileReceivers } from './hostile-receivers';
import { openRunFolder, removeRunFolder } from './run-folder';
import { SmallDisk } from './small-disk';
import { openTenant, type Tenant } from './tenant';

const TENANTS = 2;
const SERVERS = ['postgres', 'nats'];
const PRELOAD = join(__dirname, '../failpoints/preload.js');

/** Short, so that a round shows within seconds what takes minutes with the defaults. */
export const SESSION_LEASE_MS = 3_000;
const settings = {
  SEND_TIMEOUT_MS: '2500',
  DEVICE_LEASE_MS: String(SESSION_LEASE_MS),
  WEBHOOK_TIMEOUT_MS: '4000',
  LOG_LEVEL: 'warn',
};

/** Behind an ingress no connection is cut, and slowness is not a failure, because no request may fail there. */
const settingsBehindIngress = {
  ...settings,
  SEND_TIMEOUT_MS: '20000',
  DEVICE_LEASE_MS: '10000',
  WEBHOOK_TIMEOUT_MS: '10000',
};

/**
 * What clients connect to: gateways that can be hit individually, with a proxy on every link between two parts; or an
 * ingress with TLS, with three gateways and two of everything else behind it.
 */
export type Front = 'gateways' | 'ingress';

/** A whole installation of real processes that can be hit anywhere, with customers in it. */
export class World {
  readonly tenants: Tenant[] = [];
  /** The calls that an installation without interruptions would have answered otherwise. */
  readonly outages: string[] = [];
  /** The calls of the current round. */
  readonly calls: CallRecord[] = [];
  private readonly formerDispatcher = getGlobalDispatcher();
  readonly blobs: BlobFiles;
  private readonly upgraded = new Set<string>();
  private filesUrl = '';

  private constructor(
    private readonly folder: string,
    readonly front: Front,
    readonly stack: Stack,
    readonly links: Links,
    /** Postgres as its superuser, bypassing all network faults. */
    readonly database: Pool,
    private readonly hostile: HostileReceivers,
    private readonly files: FileServer,
    /** The disk of Postgres; null when it has no disk of its own. */
    readonly disk: SmallDisk | null,
    /** Null when an earlier release answers, which is not compared with the document of this one. */
    private readonly judge: AnswerJudge | null,
    /** The checkout of the last release, if every process ran it at first. */
    private readonly release: TreeCopy | null,
  ) {
    this.blobs = new BlobFiles(join(stack.folder, 'blobs'));
  }

  /** @param release what every process runs at first; null for the code of this checkout. */
  static async start(front: Front, release: TreeCopy | null): Promise<World> {
    const folder = await openRunFolder();
    const links = new Links();
    const hostile = await HostileReceivers.start();
    const files = await FileServer.start();
    try {
      const disk = front === 'gateways' ? await SmallDisk.mount(join(folder, 'postgres')) : null;
      const stack = await Stack.start({
        layout: 'services',
        durable: true,
        folder,
        // All of it fits on a small disk in memory.
        postgresSettings: { max_wal_size: '256MB', min_wal_size: '80MB' },
        ...(await optionsOf(front, folder, links)),
        workspace: release?.folder,
      });
      if (front === 'gateways') divideOutboxes(stack);
      const database = new Pool({ connectionString: stack.databaseUrl });
      database.on('error', () => undefined);
      const judge = release ? null : AnswerJudge.committed;
      return await new World(
        folder,
        front,
        stack,
        links,
        database,
        hostile,
        files,
        disk,
        judge,
        release,
      ).open();
    } catch (error) {
      await Promise.all([links.stop(), hostile.stop(), files.stop()]);
      await removeRunFolder(folder);
      throw error;
    }
  }

  /** Whether every process ran the last release at first. */
  get startedWithLastRelease(): boolean {
    return this.release !== null;
  }

  /** Serves a file to messaging from now on. @returns its URL. */
  urlOf(file: Parameters<FileServer['host']>[0]): string {
    return `${this.filesUrl}${this.files.host(file)}`;
  }

  /** The processes of a service, or the server of that name. */
  membersOf(service: string): string[] {
    return this.stack.names.filter((name) => name.replace(/-\d+$/, '') === service);
  }

  /** Makes the first process of the service that reaches the failpoint send itself the signal. */
  arm({ service, ...point }: Failpoint, signal: 'SIGKILL' | 'SIGSTOP', skip: number): void {
    for (const name of this.membersOf(service)) this.order(name, { do: 'arm', point, signal, skip });
  }

  order(name: string, order: Order): void {
    this.stack.tell(name, order);
  }

  /** The processes of the product. */
  get services(): string[] {
    return this.stack.names.filter((name) => ![...SERVERS, 'sandbox'].includes(name));
  }

  /** Whether some processes run the last release and others the code of this checkout. */
  get isMixed(): boolean {
    return this.upgraded.size > 0 && this.upgraded.size < this.services.length;
  }

  /** Has a process run the code of this checkout from its next start on. */
  upgrade(name: string): void {
    this.stack.runBuild(name);
    this.upgraded.add(name);
  }

  /** Has a process run the last release again from its next start on. */
  downgrade(name: string): void {
    this.stack.runBuild(name, this.release?.folder);
    this.upgraded.delete(name);
  }

  /** The members that are not running. */
  get dead(): string[] {
    return this.stack.names.filter((name) => !this.isRunning(name));
  }

  /** Starts all members that are not running. */
  async revive(): Promise<void> {
    // Servers first: the services need them to become ready.
    for (const server of SERVERS) if (!this.isRunning(server)) await this.stack.start(server);
    await Promise.all(this.dead.map((name) => this.stack.start(name)));
  }

  /** Ends every possible fault, and starts all members. */
  async heal(): Promise<void> {
    this.links.set({ kind: 'fair' });
    await this.disk?.empty();
    for (const name of this.stack.names.filter((one) => this.isRunning(one))) {
      this.order(name, { do: 'disarm' });
      this.order(name, { do: 'shift-clock', byMs: 0 });
      this.stack.signal(name, 'SIGCONT');
    }
    await this.revive();
    // A process that reached its failpoint before it heard of this has died since.
    await this.revive();
  }

  /** Stops everything and cleans up. */
  async stop(): Promise<void> {
    await this.heal().catch(() => undefined);
    setGlobalDispatcher(this.formerDispatcher);
    await this.database.end();
    await this.stack.stop().catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    });
    const ends = [...this.tenants.map(({ receiver }) => receiver), this.hostile, this.files, this.links];
    await Promise.all(ends.map((end) => end.stop()));
    await removeRunFolder(this.folder);
  }

  private async open(): Promise<World> {
    try {
      await this.createCustomers();
      return this;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Creates the customers. */
  private async createCustomers(): Promise<void> {
    const { stack, links, hostile, files, judge } = this;
    const { host, port } = await links.addProxy({ from: 'messaging', to: 'files', port: files.port });
    this.filesUrl = `http://${host}:${port}`;
    const gatewayUrls = this.front === 'ingress' ? stack.gatewayUrls : await this.proxyGateways();
    for (let index = 0; index < TENANTS; index += 1) {
      this.tenants.push(await openTenant({ stack, links, gatewayUrls, hostile, judge }, index));
    }
  }

  private async proxyGateways(): Promise<string[]> {
    const gatewayUrls: string[] = [];
    for (const [index, url] of this.stack.gatewayUrls.entries()) {
      const to = this.membersOf('gateway')[index]!;
      const address = await this.links.addProxy({ from: 'client', to, port: Number(new URL(url).port) });
      gatewayUrls.push(`http://${address.host}:${address.port}`);
    }
    return gatewayUrls;
  }

  /** Whether a failpoint took effect on the process. */
  isHurt(name: string, signal: 'SIGKILL' | 'SIGSTOP'): boolean {
    return signal === 'SIGKILL' ? !this.isRunning(name) : isStopped(this.stack.findPid(name));
  }

  private isRunning(name: string): boolean {
    const pid = this.stack.findPid(name);
    // The stack itself knows when an app is gone, and does not start it again before.
    return pid !== undefined && (!SERVERS.includes(name) || isAlive(pid));
  }
}

/** From its first restart on, the first of two replicas divides its outbox, and the other does not. */
function divideOutboxes(stack: Stack): void {
  for (const name of stack.names.filter((one) => stack.names.includes(`${one}-2`))) {
    stack.reconfigure(name, (env) => ({ ...env, OUTBOX_SHARDS: '4' }));
  }
}

/** The options of a stack for its front. */
async function optionsOf(front: Front, folder: string, links: Links): Promise<Partial<StackOptions>> {
  if (front === 'gateways')
    return {
      replicas: { gateway: 2, messaging: 2, 'device-sessions': 2, 'cloud-connector': 2, webhooks: 2 },
      env: settings,
      nodeOptions: ['--require', PRELOAD],
      route: (route) => links.addProxy(route),
    };
  const ingress = await createCertificate(folder);
  const ca = await readFile(ingress.certificateFile, 'utf8');
  // Opens a new connection for each request: nginx closes idle ones when its list of backends changes, and a request in
  // transit on one of them would be lost, whatever is behind nginx.
  setGlobalDispatcher(new Agent({ connect: { ca }, pipelining: 0 }));
  // A backup copies the WAL after the files.
  return { ingress, env: settingsBehindIngress, postgresSettings: { wal_keep_size: '512MB' } };
}

/** Whether the process is stopped by a signal, as reported by Linux. */
function isStopped(pid: number | undefined): boolean {
  try {
    return /^State:\s*T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
