import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bringUp, type RunningServer } from './bring-up';
import { SERVER_ENVIRONMENT, spawnServer, stopProcess } from './processes';

export interface PrometheusOptions {
  /** The folder for the configuration, the data and the log. */
  readonly dataDir: string;
  readonly port: number;
  /** The configuration; YAML includes JSON. Relative paths in it are looked up in `dataDir`. */
  readonly configuration: string;
}

export interface LocalPrometheus extends RunningServer {
  readonly url: string;
}

/** Starts the installed Prometheus and resolves when it is ready. It exits with this process, even if it is killed. */
export async function startPrometheus(options: PrometheusOptions): Promise<LocalPrometheus> {
  const { port } = options;
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const configFile = join(dataDir, 'prometheus.yml');
  const logFile = join(dataDir, 'prometheus.log');
  const pidFile = join(dataDir, 'prometheus.pid');
  await writeFile(configFile, options.configuration, { mode: 0o600 });
  const address = `127.0.0.1:${port}`;
  const url = `http://${address}`;
  return bringUp<LocalPrometheus>({
    name: 'prometheus',
    pidFile,
    logFile,
    log: () => undefined,
    running: () => Promise.resolve(undefined),
    start: async () => {
      const args = [
        `--config.file=${configFile}`,
        `--storage.tsdb.path=${join(dataDir, 'data')}`,
        `--web.listen-address=${address}`,
        '--log.level=warn',
      ];
      const { pid } = await spawnServer({ file: 'prometheus', args, env: SERVER_ENVIRONMENT, logFile });
      await writeFile(pidFile, `${pid}\n`);
      return { port, pid, url, stop: () => stopProcess(pid, 'SIGTERM') };
    },
    answers: () =>
      fetch(`${url}/-/ready`)
        .then(({ ok }) => ok)
        .catch(() => false),
  });
}
