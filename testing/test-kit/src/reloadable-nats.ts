import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, natsBinary } from '@chat/local-servers';

/** A NATS server whose users a spec can change while it runs, as an operator would. */
export class ReloadableNats {
  private server: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  /** @param users the users in the format of the server's configuration, separated by line breaks. */
  static async start(users: string): Promise<ReloadableNats> {
    const folder = await mkdtemp(join(tmpdir(), 'reloadable-nats-'));
    const nats = new ReloadableNats(folder, await freePort());
    await nats.configure(users);
    await nats.run();
    return nats;
  }

  url(user: string, password = user): string {
    return `nats://${user}:${password}@127.0.0.1:${this.port}`;
  }

  /** Changes the users; the server then checks all connections and subscriptions again. */
  async reload(users: string): Promise<void> {
    await this.configure(users);
    this.server!.kill('SIGHUP');
  }

  /** Restarts the server with other users. */
  async restart(users: string): Promise<void> {
    await this.kill();
    await this.configure(users);
    await this.run();
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true });
  }

  private async configure(users: string): Promise<void> {
    await writeFile(
      join(this.folder, 'nats.conf'),
      `listen: "127.0.0.1:${this.port}"\nmax_payload: 8MB\njetstream { store_dir: ${JSON.stringify(this.folder)} }\n` +
        `authorization { timeout: 30, users = [\n${users}\n] }\n`,
    );
  }

  private async run(): Promise<void> {
    const binary = await natsBinary(() => undefined);
    this.server = spawn(binary, ['-c', join(this.folder, 'nats.conf')], { stdio: 'ignore' });
    while (!(await this.listens())) await delay(10);
  }

  private async kill(): Promise<void> {
    const exited = once(this.server!, 'exit');
    this.server!.kill('SIGKILL');
    await exited;
  }

  private async listens(): Promise<boolean> {
    const socket = connect(this.port, '127.0.0.1');
    const connected = once(socket, 'connect').then(
      () => true,
      () => false,
    );
    return connected.finally(() => socket.destroy());
  }
}
