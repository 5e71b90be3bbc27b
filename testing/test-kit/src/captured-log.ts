import { standardOutput } from '@chat/service-kit';

/** One line of a service's log. */
export type LogLine = Record<string, unknown> & { level: string; msg: string };

/** What the services of a spec's process log, instead of its standard output. Start it before the service. */
export class CapturedLog {
  private readonly written: string[] = [];
  private readonly original = process.stdout.write.bind(process.stdout);

  constructor() {
    process.stdout.write = (text: string | Uint8Array) => {
      this.written.push(String(text));
      return true;
    };
  }

  get text(): string {
    standardOutput.flushSync();
    return this.written.join('');
  }

  get lines(): LogLine[] {
    return this.text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine);
  }

  release(): void {
    standardOutput.flushSync();
    process.stdout.write = this.original;
  }
}
