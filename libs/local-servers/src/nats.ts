import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { bringUp } from './bring-up';
import type { RunningServer } from './bring-up';
import { natsBinary } from './nats-binary';
import { rememberedPort } from './ports';
import { commandMentions, isAlive, SERVER_ENVIRONMENT, spawnServer, stopProcess } from './processes';

export interface NatsOptions {
  /** Where the streams, the configuration, the port and the log are kept. */
  readonly dataDir: string;
  /** A fixed port; without it the one of the last start is kept while it is free. */
  readonly port?: number;
  /** Receives one short line for each step that takes noticeable time. */
  readonly log: (line: string) => void;
}

export interface LocalNats extends RunningServer {
  readonly url: string;
}

/**
 * Brings up the NATS server of `dataDir`, with JetStream, and resolves when it answers: a server that already runs
 * there is adopted. It leaves with this process, also when the process is killed.
 */
export async function startNats(options: NatsOptions): Promise<LocalNats> {
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const binary = await natsBinary(options.log);
  const configFile = join(dataDir, 'nats.conf');
  const pidFile = join(dataDir, 'nats.pid');
  const portFile = join(dataDir, 'port');
  const logFile = join(dataDir, 'nats.log');

  const numberIn = async (file: string): Promise<number> =>
    Number(await readFile(file, 'utf8').catch(() => '0'));
  return bringUp<LocalNats>({
    name: 'NATS',
    pidFile,
    logFile,
    log: options.log,
    running: async () => {
      const pid = await numberIn(pidFile);
      const ours = pid > 0 && isAlive(pid) && (await commandMentions(pid, configFile));
      return ours ? localNats(await numberIn(portFile), pid) : undefined;
    },
    start: async () => {
      const port = await rememberedPort(portFile, options.port);
      await writeFile(configFile, configuration(dataDir, pidFile, port));
      const command = { file: binary, args: ['-c', configFile], env: SERVER_ENVIRONMENT, logFile };
      return localNats(port, (await spawnServer(command)).pid);
    },
    answers: (server) => greets(server.port),
  });
}

function localNats(port: number, pid: number): LocalNats {
  return { url: `nats://127.0.0.1:${port}`, port, pid, stop: () => stopProcess(pid, 'SIGINT') };
}

function configuration(dataDir: string, pidFile: string, port: number): string {
  // A page of a list can pass the default limit of 1 MiB for one message.
  return `listen: "127.0.0.1:${port}"
max_payload: 8MB
pid_file: ${JSON.stringify(pidFile)}
jetstream { store_dir: ${JSON.stringify(dataDir)} }
`;
}

/** Whether a NATS server with JetStream greets at this port; it does so once its streams are recovered. */
function greets(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 5_000 });
    const finish = (ready: boolean): void => {
      socket.destroy();
      done(ready);
    };
    socket.once('data', (greeting) => finish(/^INFO .*"jetstream":\s*true/.test(greeting.toString('utf8'))));
    socket.once('error', () => finish(false));
    socket.once('timeout', () => finish(false));
  });
}
