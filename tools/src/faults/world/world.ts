import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import { isAlive } from '@chat/local-servers';
import { AnswerJudge, createCertificate, Stack, type StackOptions } from '@chat/testing';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import type { TreeCopy } from '../../planted/tree-copy';
import type { Failpoint, Order } from '../failpoints/failpoint';
import { Links } from '../network/links';
import { BlobFiles } from './blob-files';
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

/** Behind an ingress nothing is cut, and what takes its time is no failure: nothing may fail at all. */
const settingsBehindIngress = {
  ...settings,
  SEND_TIMEOUT_MS: '20000',
  DEVICE_LEASE_MS: '10000',
  WEBHOOK_TIMEOUT_MS: '10000',
};

/**
 * What clients reach first: gateways that can be hurt one by one, with every link between two parts leading through a
 * proxy; or an ingress with TLS, behind which there are three gateways and two of everything else.
 */
export type Front = 'gateways' | 'ingress';

/** A whole installation of real processes that can be hurt anywhere, with customers in it. */
export class World {
  readonly tenants: Tenant[] = [];
  /** The calls that an installation that never pauses would have answered otherwise. */
  readonly outages: string[] = [];
  private readonly formerDispatcher = getGlobalDispatcher();
  readonly blobs: BlobFiles;
  private filesUrl = '';

  private constructor(
    private readonly folder: string,
    readonly front: Front,
    readonly stack: Stack,
    readonly links: Links,
    /** Postgres as its superuser, past all faults of the network. */
    readonly database: Pool,
    private readonly hostile: HostileReceivers,
    private readonly files: FileServer,
    /** Where Postgres has its data; null where no disk of its own could be had. */
    readonly disk: SmallDisk | null,
    /** What a release answered that is not this one is held against no document. */
    private readonly judge: AnswerJudge | null,
  ) {
    this.blobs = new BlobFiles(join(stack.folder, 'blobs'));
  }

  /** @param release what every process runs at first; the code of this checkout if null. */
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
        // A small disk in memory holds all of it.
        postgresSettings: { max_wal_size: '256MB', min_wal_size: '80MB' },
        ...(await optionsOf(front, folder, links)),
        workspace: release?.folder,
      });
      const database = new Pool({ connectionString: stack.databaseUrl });
      database.on('error', () => undefined);
      const judge = release ? null : AnswerJudge.committed;
      return await new World(folder, front, stack, links, database, hostile, files, disk, judge).open();
    } catch (error) {
      await Promise.all([links.stop(), hostile.stop(), files.stop()]);
      await removeRunFolder(folder);
      throw error;
    }
  }

  /** The URL under which messaging can fetch a file from now on. */
  urlOf(file: Parameters<FileServer['host']>[0]): string {
    return `${this.filesUrl}${this.files.host(file)}`;
  }

  /** The processes of a service, or the server of that name. */
  membersOf(service: string): string[] {
    return this.stack.names.filter((name) => name.replace(/-\d+$/, '') === service);
  }

  /** Has the first process of the service that comes to the point hurt itself there. */
  arm({ service, ...point }: Failpoint, signal: 'SIGKILL' | 'SIGSTOP', skip: number): void {
    for (const name of this.membersOf(service)) this.order(name, { do: 'arm', point, signal, skip });
  }

  order(name: string, order: Order): void {
    this.stack.tell(name, order);
  }

  /** The members that do not run. */
  get dead(): string[] {
    return this.stack.names.filter((name) => !this.isRunning(name));
  }

  /** Starts whatever does not run. */
  async revive(): Promise<void> {
    // Servers first: the services need them to become ready.
    for (const server of SERVERS) if (!this.isRunning(server)) await this.stack.start(server);
    await Promise.all(this.dead.map((name) => this.stack.start(name)));
  }

  /** Ends every fault there may be, and brings everything back. */
  async heal(): Promise<void> {
    this.links.set({ kind: 'fair' });
    await this.disk?.empty();
    for (const name of this.stack.names.filter((one) => this.isRunning(one))) {
      this.order(name, { do: 'disarm' });
      this.order(name, { do: 'shift-clock', byMs: 0 });
      this.stack.signal(name, 'SIGCONT');
    }
    await this.revive();
  }

  /** Stops everything and leaves nothing behind. */
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
      await this.letIn();
      return this;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** The customers. */
  private async letIn(): Promise<void> {
    const { stack, links, hostile, files, judge } = this;
    const { host, port } = await links.lead({ from: 'messaging', to: 'files', port: files.port });
    this.filesUrl = `http://${host}:${port}`;
    const gatewayUrls = this.front === 'ingress' ? stack.gatewayUrls : await this.leadToGateways();
    for (let index = 0; index < TENANTS; index += 1) {
      this.tenants.push(await openTenant({ stack, links, gatewayUrls, hostile, judge }, index));
    }
  }

  private async leadToGateways(): Promise<string[]> {
    const gatewayUrls: string[] = [];
    for (const [index, url] of this.stack.gatewayUrls.entries()) {
      const to = this.membersOf('gateway')[index]!;
      const address = await this.links.lead({ from: 'client', to, port: Number(new URL(url).port) });
      gatewayUrls.push(`http://${address.host}:${address.port}`);
    }
    return gatewayUrls;
  }

  /** Whether a failpoint had its effect on the process. */
  isHurt(name: string, signal: 'SIGKILL' | 'SIGSTOP'): boolean {
    return signal === 'SIGKILL' ? !this.isRunning(name) : isStopped(this.stack.findPid(name));
  }

  private isRunning(name: string): boolean {
    const pid = this.stack.findPid(name);
    // Of an app the stack itself knows when it is gone, and starts it again no sooner.
    return pid !== undefined && (!SERVERS.includes(name) || isAlive(pid));
  }
}

/** How a stack stands behind its front. */
async function optionsOf(front: Front, folder: string, links: Links): Promise<Partial<StackOptions>> {
  if (front === 'gateways')
    return {
      replicas: { gateway: 2, messaging: 2, 'device-sessions': 2, 'cloud-connector': 2, webhooks: 2 },
      env: settings,
      nodeOptions: ['--require', PRELOAD],
      route: (route) => links.lead(route),
    };
  const ingress = await createCertificate(folder);
  const ca = await readFile(ingress.certificateFile, 'utf8');
  // A new connection for each request: this nginx closes idle ones whenever it learns of another backend, and a request
  // that is just on its way on one of them is lost, whatever stands behind.
  setGlobalDispatcher(new Agent({ connect: { ca }, pipelining: 0 }));
  // A backup copies the log after the files.
  return { ingress, env: settingsBehindIngress, postgresSettings: { wal_keep_size: '512MB' } };
}

/** Whether the system has stopped the process, as Linux shows it. */
function isStopped(pid: number | undefined): boolean {
  try {
    return /^State:\s*T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
