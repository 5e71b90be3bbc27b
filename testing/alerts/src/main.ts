import { Command, CommanderError } from 'commander';
import { alertNames } from './rule-files';
import { faults, onlyCalculated } from './faults';
import { findingOf, formatOutcome } from './report.rules';
import { runAlerts, selectedFaults, type RunOptions } from './run';

interface Options extends RunOptions {
  list: boolean;
  patient: boolean;
}

/** `npm run test:alerts -- [--quick] [--only alert,alert] [--patient] [--list]` */
async function main(): Promise<void> {
  const program = new Command('test:alerts')
    .description('Cause a real fault for each alert, and watch a real Prometheus fire it and end it again.')
    .option('--quick', 'all services in one process, and only a few alerts', false)
    .option('--only <alerts>', 'only these alerts, separated by commas', readAlerts, [])
    .option('--patient', 'further alerts are not a finding, for a busy machine', false)
    .option('--list', 'list the alerts and their faults', false)
    .exitOverride()
    .action(run);
  await program.parseAsync();
}

async function run(options: Options): Promise<void> {
  if (options.list) return list();
  const abort = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort());
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  let passed = 0;
  for await (const outcome of runAlerts(options, say, abort.signal)) {
    console.log(formatOutcome(outcome, options.patient));
    if (findingOf(outcome, options.patient) === null) passed += 1;
  }
  // A fault that an interrupted run did not cause has failed as well.
  const failed = selectedFaults(options).length - passed;
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function list(): void {
  for (const { alert, fault } of faults) console.log(`${alert.padEnd(24)} ${fault}`);
  for (const [alert, why] of Object.entries(onlyCalculated)) {
    console.log(`${alert.padEnd(24)} only by promtool: ${why}`);
  }
}

function readAlerts(text: string): string[] {
  const names = text.split(',');
  const unknown = names.filter((name) => !alertNames().includes(name));
  if (unknown.length > 0) throw new Error(`There are no such alerts: ${unknown.join(', ')}.`);
  return names;
}

main()
  .catch((error: unknown) => {
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  })
  // A connection that is still open elsewhere must not delay the exit.
  .finally(() => process.exit());
