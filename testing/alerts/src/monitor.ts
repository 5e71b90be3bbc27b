import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { freePort, replaceFile, startPrometheus, type LocalPrometheus } from '@chat/local-servers';
import { readRuleFile, ruleFiles } from './rule-files';
import { shortened } from './shortened.rules';

/** How many times faster than in the rules of the product time passes in those of the run. */
export const TIMES_FASTER = 20;
/** A window of five minutes, which is shortened to 15 seconds, has seven of them. */
const SCRAPE_SECONDS = 2;

/** A Prometheus that scrapes the processes of an installation, with the shortened rules of the product. */
export class Monitor {
  private readonly hidden = new Set<string>();

  private constructor(
    private readonly prometheus: LocalPrometheus,
    private readonly targetsFile: string,
    private readonly ports: ReadonlyMap<string, number>,
  ) {}

  /** @param ports where each process serves its metrics, by the name of the process. */
  static async start(folder: string, ports: ReadonlyMap<string, number>): Promise<Monitor> {
    await mkdir(folder, { recursive: true });
    for (const file of ruleFiles()) {
      await writeFile(join(folder, file), stringify(shortened(readRuleFile(file), TIMES_FASTER)));
    }
    const targetsFile = join(folder, 'targets.json');
    await writeFile(targetsFile, '[]');
    const configuration = stringify({
      global: {
        scrape_interval: `${SCRAPE_SECONDS}s`,
        scrape_timeout: `${SCRAPE_SECONDS}s`,
        evaluation_interval: '1s',
      },
      rule_files: ruleFiles(),
      scrape_configs: [
        { job_name: 'chat', file_sd_configs: [{ files: [targetsFile], refresh_interval: '1s' }] },
      ],
    });
    const prometheus = await startPrometheus({ dataDir: folder, port: await freePort(), configuration });
    const monitor = new Monitor(prometheus, targetsFile, ports);
    await monitor.writeTargets();
    return monitor;
  }

  /** Returns the names of the alerts that are firing. */
  async firing(): Promise<Set<string>> {
    const response = await fetch(`${this.prometheus.url}/api/v1/alerts`);
    const { data } = (await response.json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] };
    };
    const firing = data.alerts.filter(({ state }) => state === 'firing');
    return new Set(firing.map(({ labels }) => labels.alertname));
  }

  /** Removes a process from the targets, as discovery does once its pod is gone. */
  async hide(name: string): Promise<void> {
    this.hidden.add(name);
    await this.writeTargets();
  }

  async show(name: string): Promise<void> {
    this.hidden.delete(name);
    await this.writeTargets();
  }

  stop(): Promise<void> {
    return this.prometheus.stop();
  }

  private async writeTargets(): Promise<void> {
    const shown = [...this.ports].filter(([name]) => !this.hidden.has(name));
    const targets = shown.map(([name, port]) => ({
      targets: [`127.0.0.1:${port}`],
      labels: { job: `chat-${name}` },
    }));
    await replaceFile(this.targetsFile, JSON.stringify(targets));
  }
}
