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
  /** The server that runs on this data already, ready or not. */
  readonly running: () => Promise<Server | undefined>;
  readonly start: () => Promise<Server>;
  /** Whether it is ready for work, and truly the one that it should be. */
  readonly answers: (server: Server) => Promise<boolean>;
  readonly log: (line: string) => void;
}

/** After a crash the old processes of Postgres hold their memory for about a second, and a start fails meanwhile. */
const RETRY_MS = 5_000;
const READY_TIMEOUT_MS = 60_000;

/**
 * Adopts the server that runs already or starts one, and resolves when it answers. A start that fails is repeated
 * for five seconds; then the error shows the end of the log. The server leaves with this process, however and whenever
 * it ends.
 */
export async function bringUp<Server extends RunningServer>(steps: Steps<Server>): Promise<Server> {
  const giveUpAt = Date.now() + RETRY_MS;
  for (;;) {
    // The last try begins after that: a machine that stood still meanwhile has not tried.
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

/** Waits until the server answers; false when it leaves before that, as one does that was about to stop. */
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
