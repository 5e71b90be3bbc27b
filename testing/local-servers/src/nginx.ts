import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { bringUp, type RunningServer } from './bring-up';
import { SERVER_ENVIRONMENT, spawnServer, stopProcess } from './processes';

export interface NginxOptions {
  /** The folder for the configuration, the logs and the temporary files. */
  readonly dataDir: string;
  /** The port its first server listens on. */
  readonly port: number;
  /** The content of the `http` block. */
  readonly http: string;
  /** Receives one short line for each step that takes noticeable time. */
  readonly log: (line: string) => void;
}

export interface LocalNginx extends RunningServer {
  /** Replaces the `http` block; requests in flight finish with the old configuration. */
  configure(http: string): Promise<void>;
}

const USUAL_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/** Returns the path of the installed nginx, or undefined if there is none. */
export function findNginx(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...USUAL_FOLDERS];
  return folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file));
}

/** Starts nginx and resolves when it listens. It exits with this process, even if the process is killed. */
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
