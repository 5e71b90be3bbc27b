import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bringUp } from './bring-up';
import type { RunningServer } from './bring-up';
import { keptSecret } from './kept-secret';
import { natsBinary } from './nats-binary';
import { acceptsUser } from './nats-handshake';
import { rememberedPort } from './ports';
import { commandMentions, isAlive, SERVER_ENVIRONMENT, spawnServer, stopProcess } from './processes';
import { replaceFile } from './replace-file';

export interface NatsOptions {
  /** The folder for the streams, the configuration, the secret, the port and the log. */
  readonly dataDir: string;
  /** A fixed port; default: the port of the last start if it is still free. */
  readonly port?: number;
  /** Who may connect, and with which permissions; default: a single user `local` with all permissions. */
  readonly users?: NatsUsers;
  /** Receives one short line for each step that takes noticeable time. */
  readonly log: (line: string) => void;
  /** Whether the server also exposes its counters over HTTP. */
  readonly monitored?: boolean;
}

/** The users of a server, which accepts no others. */
export interface NatsUsers {
  /** The environment variable that holds each user's password, by user name. */
  readonly passwordVariables: Readonly<Record<string, string>>;
  /** The `authorization` block of nats-server's configuration, which reads the passwords from those variables. */
  readonly configuration: string;
}

export interface LocalNats extends RunningServer {
  /** `nats://127.0.0.1:<port>`: without credentials, so not enough to connect. */
  readonly address: string;
  /** @throws Error when the server has no such user. */
  password(user: string): string;
  /** Returns the address with a user's name and password. */
  url(user: string): string;
  /** The base URL of its counters (`/varz`); undefined unless it is monitored. */
  readonly monitorUrl: string | undefined;
}

const ONE_USER: NatsUsers = {
  passwordVariables: { local: 'NATS_PASSWORD_LOCAL' },
  configuration:
    'authorization { timeout: 10, users = [{ user: "local", password: $NATS_PASSWORD_LOCAL }] }\n',
};

/**
 * Brings up the NATS server of `dataDir`, with JetStream, and resolves when it answers. A server that already runs
 * there with the same users is adopted. The server exits with this process, even if the process is killed. Its users'
 * passwords are derived from a secret stored in `dataDir`; only the server's environment holds them.
 */
export async function startNats(options: NatsOptions): Promise<LocalNats> {
  const dataDir = resolve(options.dataDir);
  const users = options.users ?? ONE_USER;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const binary = await natsBinary(options.log);
  const configFile = join(dataDir, 'nats.conf');
  const usersFile = join(dataDir, 'users.conf');
  const pidFile = join(dataDir, 'nats.pid');
  const portFile = join(dataDir, 'port');
  const monitorPortFile = join(dataDir, 'monitor-port');
  const logFile = join(dataDir, 'nats.log');
  const passwords = passwordsFrom(
    await keptSecret(join(dataDir, 'secret'), () => randomBytes(32).toString('hex')),
    users,
  );
  const textIn = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

  return bringUp<LocalNats>({
    name: 'NATS',
    pidFile,
    logFile,
    log: options.log,
    running: async () => {
      const pid = Number(await textIn(pidFile));
      if (!(pid > 0) || !isAlive(pid) || !(await commandMentions(pid, configFile))) return undefined;
      if ((await textIn(usersFile)) === users.configuration)
        return localNats(
          Number(await textIn(portFile)),
          pid,
          passwords,
          Number(await textIn(monitorPortFile)),
        );
      await stopProcess(pid, 'SIGINT');
      return undefined;
    },
    start: async () => {
      const port = await rememberedPort(portFile, options.port);
      const monitorPort = options.monitored ? await rememberedPort(monitorPortFile, undefined) : undefined;
      await replaceFile(configFile, configuration(dataDir, pidFile, port, monitorPort));
      await replaceFile(usersFile, users.configuration);
      // One core is plenty for the load from this machine; with more, the server's threads spend a fifth of its CPU on
      // coordination.
      const env = { ...SERVER_ENVIRONMENT, GOMAXPROCS: '1', ...environmentOf(users, passwords) };
      const command = { file: binary, args: ['-c', configFile], env, logFile };
      return localNats(port, (await spawnServer(command)).pid, passwords, monitorPort);
    },
    answers: ({ port }) => {
      const [[user, password] = ['', '']] = passwords;
      return acceptsUser(port, user, password);
    },
  });
}

function localNats(
  port: number,
  pid: number,
  passwords: ReadonlyMap<string, string>,
  monitorPort?: number,
): LocalNats {
  const address = `nats://127.0.0.1:${port}`;
  const password = (user: string): string => {
    const found = passwords.get(user);
    if (found === undefined) throw new Error(`This NATS server has no user ${user}.`);
    return found;
  };
  return {
    address,
    password,
    url: (user) => `nats://${user}:${password(user)}@127.0.0.1:${port}`,
    monitorUrl: monitorPort ? `http://127.0.0.1:${monitorPort}` : undefined,
    port,
    pid,
    stop: () => stopProcess(pid, 'SIGINT'),
  };
}

/** Each begins with a letter: nats-server parses variables as configuration values, and digits as a number. */
function passwordsFrom(secret: string, { passwordVariables }: NatsUsers): ReadonlyMap<string, string> {
  const passwordOf = (user: string) => `p${createHmac('sha256', secret).update(user).digest('hex')}`;
  return new Map(Object.keys(passwordVariables).map((user) => [user, passwordOf(user)]));
}

function environmentOf(
  { passwordVariables }: NatsUsers,
  passwords: ReadonlyMap<string, string>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(passwordVariables).map(([user, variable]) => [variable, passwords.get(user)]),
  );
}

function configuration(dataDir: string, pidFile: string, port: number, monitorPort?: number): string {
  // A page of a list can exceed the default limit of 1 MiB per message.
  return `listen: "127.0.0.1:${port}"
${monitorPort ? `http: "127.0.0.1:${monitorPort}"\n` : ''}max_payload: 8MB
pid_file: ${JSON.stringify(pidFile)}
jetstream { store_dir: ${JSON.stringify(dataDir)} }
include "./users.conf"
`;
}
