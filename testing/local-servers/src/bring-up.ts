import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, tailOf } from './processes';
import { stopServerWithThisProcess } from './watchdog';

export interface RunningServer {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

interface Steps<Server extends RunningServer> {
  readonly name: string;
  readonly pidFile: string;
  readonly logFile: string;
  /** Returns the server that already runs on this data, ready or not. */
  readonly running: () => Promise<Server | undefined>;
  readonly start: () => Promise<Server>;
  /** Returns whether the server is ready, and is the expected one rather than another on the same port. */
  readonly answers: (server: Server) => Promise<boolean>;
  readonly log: (line: string) => void;
}

/** After a crash, the old Postgres processes hold their memory for about a second, during which a start fails. */
const RETRY_MS = 5_000;
const READY_TIMEOUT_MS = 60_000;

/**
 * Adopts the server that is already running, or starts one, and resolves when it answers. A failed start is retried
 * for five seconds; then the error contains the end of the log. The server exits with this process, however and
 * whenever it ends.
 */
export async function bringUp<Server extends RunningServer>(steps: Steps<Server>): Promise<Server> {
  const giveUpAt = Date.now() + RETRY_MS;
  for (;;) {
    // The last attempt begins after the deadline, so that a machine that stalled until then still makes one.
    const isLastTry = Date.now() > giveUpAt;
    const running = await steps.running();
    steps.log(
      running ? `Using the ${steps.name} that runs as process ${running.pid}` : `Starting ${steps.name}`,
    );
    const server = running ?? (await steps.start());
    const endWatch = stopServerWithThisProcess(server.pid, steps.pidFile);
    if (await becomesReady(server, steps.answers)) {
      return { ...server, stop: () => server.stop().then(endWatch) };
    }
    await endWatch();
    if (isLastTry) {
      throw new Error(
        `${steps.name} did not start. The end of ${steps.logFile}:\n${await tailOf(steps.logFile)}`,
      );
    }
    await delay(200);
  }
}

/** Resolves to true when the server answers, and to false when it exits first, as one that was stopping does. */
async function becomesReady<Server extends RunningServer>(
  server: Server,
  answers: (server: Server) => Promise<boolean>,
): Promise<boolean> {
  const giveUpAt = Date.now() + READY_TIMEOUT_MS;
  while (isAlive(server.pid)) {
    if (await answers(server)) return true;
    if (Date.now() > giveUpAt) await server.stop();
    await delay(30);
  }
  return false;
}
