import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { bringUp, type RunningServer } from './bring-up';
import { SERVER_ENVIRONMENT, spawnServer, stopProcess } from './processes';

export interface NginxOptions {
  /** Where the configuration, the logs and the temporary files are kept. */
  readonly dataDir: string;
  /** Where its first server listens. */
  readonly port: number;
  /** What stands in the block `http`. */
  readonly http: string;
  /** Receives one short line for each step that takes noticeable time. */
  readonly log: (line: string) => void;
}

export interface LocalNginx extends RunningServer {
  /** Replaces the block `http`; requests under way end as they began. */
  configure(http: string): Promise<void>;
}

const USUAL_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/** The installed nginx; undefined where there is none. */
export function findNginx(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...USUAL_FOLDERS];
  return folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file));
}

/** Starts nginx and resolves when it listens. It leaves with this process, also when the process is killed. */
export async function startNginx(options: NginxOptions): Promise<LocalNginx> {
  const file = findNginx();
  if (file === undefined) throw new Error('nginx is not installed (apt-get install nginx-light).');
  const dataDir = resolve(options.dataDir);
  const { port, log } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const pidFile = join(dataDir, 'nginx.pid');
  const configFile = join(dataDir, 'nginx.conf');
  const logFile = join(dataDir, 'nginx.log');
  const write = async (http: string) => {
    await rm(configFile, { force: true });
    await writeFile(configFile, configuration(dataDir, http), { mode: 0o600 });
  };
  await write(options.http);
  return bringUp<LocalNginx>({
    name: 'nginx',
    pidFile,
    logFile,
    log,
    running: () => Promise.resolve(undefined),
    start: async () => {
      const args = ['-p', dataDir, '-c', configFile, '-e', logFile];
      const { pid } = await spawnServer({ file, args, env: SERVER_ENVIRONMENT, logFile });
      const configure = async (http: string) => {
        await write(http);
        process.kill(pid, 'SIGHUP');
      };
      return { port, pid, configure, stop: () => stopProcess(pid, 'SIGTERM') };
    },
    answers: () => listens(port),
  });
}

function configuration(dataDir: string, http: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${join(dataDir, kind)};`,
  );
  return `daemon off;
pid ${join(dataDir, 'nginx.pid')};
${process.getuid?.() === 0 ? `user ${userInfo().username};\n` : ''}worker_processes 1;
error_log ${join(dataDir, 'nginx.log')} warn;
events { worker_connections 8192; }
http {
${temporary.join('\n')}
${http}
}
`;
}

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });
}
