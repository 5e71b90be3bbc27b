import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { runApiBench } from './api';
import type { Bench, BenchOptions, Size } from './bench';
import { runBearerBench } from './bearer';
import { runConsoleBench } from './console';
import { runContactsSearchBench } from './contacts-search';
import { runEventStreamsBench } from './event-streams';
import { runHistoryImportBench } from './history-import';
import { runInboundBench } from './inbound';
import { runLargeInstallationBench } from './large-installation';
import { runMediaDownloadBench } from './media-download';
import { runMessageListsBench } from './message-lists';
import { runRelaysBench } from './relays';
import { runSoakBench } from './soak';
import { runHostileEndpointsBench } from './hostile-endpoints';
import { runDeadEndpointsBench } from './dead-endpoints';
import { runNoisyEndpointsBench } from './noisy-endpoints';
import { runSlowEndpointsBench } from './slow-endpoints';
import { runSmallest } from './smallest';
import { runTelemetryBench } from './telemetry';
import { runWebhookBacklogBench } from './webhook-backlog';

/** Every bench by its name; a new bench is one line here. */
const benches: Record<string, Bench> = {
  api: {
    about: 'ping, lists and sends through all services, compared with a bare server',
    canShare: true,
    run: runApiBench,
  },
  bearer: {
    about: 'requests with an access token compared with an API key',
    canShare: true,
    run: runBearerBench,
  },
  inbound: {
    about:
      'from a message that a person writes, on both kinds of channel, to the signed webhook at its receiver',
    canShare: true,
    run: runInboundBench,
  },
  soak: {
    about: 'ten minutes of sends at 80 % of the rate reached: queues, memory and latencies by minute',
    canShare: true,
    run: runSoakBench,
  },
  'contacts-search': {
    about: 'searches in one account of 1,000,000 contacts and in 100 accounts of 10,000 each',
    run: runContactsSearchBench,
  },
  'message-lists': {
    about: 'pages of 10,000 and of 5,000,000 messages and their conversations, first and deep ones',
    run: runMessageListsBench,
  },
  'large-installation': {
    about:
      'one among 200 accounts with 2,000,000 messages and 10,000,000 deliveries: lists, sends, retention, backup',
    run: runLargeInstallationBench,
  },
  console: {
    about: 'the console in Chromium: 10,000 conversations, a thread of 50,000 messages, arrivals, cuts, rest',
    canShare: true,
    run: runConsoleBench,
  },
  'history-import': {
    about:
      'pings while 20,000 messages of a number in the business app are imported, compared with pings alone',
    canShare: true,
    run: runHistoryImportBench,
  },
  'media-download': {
    about: 'downloads of stored media through the gateway, compared with a bare server of the same files',
    canShare: true,
    run: runMediaDownloadBench,
  },
  'event-streams': {
    about: 'memory and CPU of 2,000 event streams in one gateway, and CPU of the events that they are sent',
    run: runEventStreamsBench,
  },
  relays: {
    about:
      'one, two and four relays of two replicas with a backlog, with NATS on this machine and 10 ms away',
    run: runRelaysBench,
  },
  'hostile-endpoints': {
    about:
      'ten tenants with a webhook endpoint of each hostile kind next to them, compared with a good receiver',
    run: runHostileEndpointsBench,
  },
  telemetry: {
    about:
      'a send with metrics, with the request log, with traces of 1 % and of 100 %, compared with all off',
    canShare: true,
    run: runTelemetryBench,
  },
  'webhook-backlog': {
    about: 'a backlog of webhooks, compared with a bare signed undici pool',
    run: runWebhookBacklogBench,
  },
  'dead-endpoints': {
    about: 'a healthy webhook endpoint among up to 10,000 dead ones with backlogs',
    run: runDeadEndpointsBench,
  },
  'noisy-endpoints': {
    about: '17 healthy webhook endpoints with a dead, a slow and a flooded one, compared with the 17 alone',
    run: runNoisyEndpointsBench,
  },
  'slow-endpoints': {
    about:
      'ten accounts with a healthy webhook endpoint beside 1,100 slow endpoints, compared with the ten alone',
    run: runSlowEndpointsBench,
  },
};

type CommandOptions = Omit<BenchOptions, 'size'> & Record<'quick' | 'smallest' | 'json', boolean>;

/** `npm run bench -- [--quick] [--json] [--only row,row] [--connections n,n] [--topology t] [name]`, or `--smallest` */
async function main(): Promise<void> {
  const names = Object.entries(benches).map(([name, { about }]) => `  ${name.padEnd(18)}  ${about}`);
  const program = new Command('bench')
    .description('Measure the speed of this build on this machine.')
    .argument('[name]', 'which bench (default: api; with --smallest, every bench)')
    .option('--quick', 'shorter and fewer measurements', false)
    .option('--smallest', 'only show that the benches work, and judge no figure', false)
    .option('--json', 'print JSON', false)
    .option('--only <rows>', 'measure only these rows, separated by commas', readNames, [])
    .option('--connections <numbers>', 'numbers of connections, separated by commas', readCounts, [])
    .option('--statements', 'also list the SQL statements of a request', false)
    .option('--minutes <number>', 'how long the soak lasts', readMinutes)
    .addOption(new Option('--topology <name>', 'only this one').choices(['split', 'standalone']))
    .addHelpText('after', `\nBenches:\n${names.join('\n')}`)
    .exitOverride()
    .action(async (name: string | undefined, options: CommandOptions, command: Command) => {
      if (name !== undefined && !Object.hasOwn(benches, name))
        return command.error(`error: there is no bench ${name}; see --help`);
      if (options.smallest) await showThatTheyWork(name);
      else await measure(benches[name ?? 'api']!, options);
    });
  await program.parseAsync();
}

async function measure(bench: Bench, { quick, json, ...options }: CommandOptions): Promise<void> {
  const size: Size = quick ? 'quick' : 'full';
  const { figures, text, isMissed = false } = await bench.run({ ...options, size });
  console.log(json ? JSON.stringify(figures, null, 2) : text);
  if (isMissed) process.exitCode = 1;
}

/** @param name undefined for every bench. */
async function showThatTheyWork(name: string | undefined): Promise<void> {
  const { passed, failed } = await runSmallest(name === undefined ? benches : { [name]: benches[name]! });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function readNames(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}

function readMinutes(text: string): number {
  const [minutes] = readCounts(text);
  if (minutes! >= 3) return minutes!;
  throw new InvalidArgumentError('It compares the second minute with the last, so it takes at least 3.');
}

function readCounts(text: string): number[] {
  const counts = text.split(',').map(Number);
  if (counts.every((count) => Number.isInteger(count) && count > 0)) return counts;
  throw new InvalidArgumentError('They must be positive whole numbers.');
}

main()
  .catch((error: unknown) => {
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  })
  // What a bench that failed has left open ends with this process.
  .finally(() => process.exit());
