import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { runApiBench } from './api';
import type { Bench, BenchOptions } from './bench';
import { runBearerBench } from './bearer';
import { runContactRenamesBench } from './contact-renames';
import { runContactsSearchBench } from './contacts-search';
import { runHistoryImportBench } from './history-import';
import { runInboundBench } from './inbound';
import { runMediaDownloadBench } from './media-download';
import { runMessageListsBench } from './message-lists';
import { runSoakBench } from './soak';
import { runHostileEndpointsBench } from './hostile-endpoints';
import { runDeadEndpointsBench } from './dead-endpoints';
import { runNoisyEndpointsBench } from './noisy-endpoints';
import { runTelemetryBench } from './telemetry';
import { runWebhookBacklogBench } from './webhook-backlog';
import { runWebhookRetentionBench } from './webhook-retention';

/** Every bench by its name; a new bench is one line here. */
const benches: Record<string, Bench> = {
  api: { about: 'ping, lists and sends through all services, compared with a bare server', run: runApiBench },
  bearer: {
    about: 'requests with an access token compared with an API key',
    run: runBearerBench,
  },
  inbound: {
    about:
      'from a message that a person writes, on both kinds of channel, to the signed webhook at its receiver',
    run: runInboundBench,
  },
  soak: {
    about: 'ten minutes of sends at 80 % of the rate reached: queues, memory and latencies by minute',
    run: runSoakBench,
  },
  'contact-renames': {
    about: 'one account renames 50 contacts with 5,000 tickets each, while another renames one',
    run: runContactRenamesBench,
  },
  'contacts-search': {
    about: 'searches in one account of 1,000,000 contacts and in 100 accounts of 10,000 each',
    run: runContactsSearchBench,
  },
  'message-lists': {
    about: 'pages of 10,000 and of 5,000,000 messages and their conversations, first and deep ones',
    run: runMessageListsBench,
  },
  'history-import': {
    about:
      'pings while 20,000 messages of a number in the business app are imported, compared with pings alone',
    run: runHistoryImportBench,
  },
  'media-download': {
    about: 'downloads of stored media through the gateway, compared with a bare server of the same files',
    run: runMediaDownloadBench,
  },
  'hostile-endpoints': {
    about:
      'ten tenants with a webhook endpoint of each hostile kind next to them, compared with a good receiver',
    run: runHostileEndpointsBench,
  },
  telemetry: {
    about: 'a send with metrics, with traces of 1 % and of 100 %, compared with all off',
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
  'webhook-retention': {
    about: 'deliveries in one table that is purged in batches, compared with one partition per day',
    run: runWebhookRetentionBench,
  },
};

/** `npm run bench -- [--quick] [--json] [--only row,row] [--connections n,n] [--topology t] [name]` */
async function main(): Promise<void> {
  const names = Object.entries(benches).map(([name, { about }]) => `  ${name.padEnd(17)}  ${about}`);
  const program = new Command('bench')
    .description('Measure the speed of this build on this machine.')
    .argument('[name]', 'which bench', 'api')
    .option('--quick', 'shorter and fewer measurements', false)
    .option('--json', 'print JSON', false)
    .option('--only <rows>', 'measure only these rows, separated by commas', readNames, [])
    .option('--connections <numbers>', 'numbers of connections, separated by commas', readCounts, [])
    .option('--statements', 'also list the SQL statements of a request', false)
    .option('--minutes <number>', 'how long the soak lasts', readMinutes)
    .addOption(new Option('--topology <name>', 'only this one').choices(['split', 'standalone']))
    .addHelpText('after', `\nBenches:\n${names.join('\n')}`)
    .exitOverride()
    .action(async (name: string, options: BenchOptions, command: Command) => {
      const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
      if (!bench) return command.error(`error: there is no bench ${name}; see --help`);
      await bench.run(options);
    });
  await program.parseAsync();
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

main().catch((error: unknown) => {
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
});
