import { Option, type Command } from 'commander';
import { replicateStream, stateOfStream } from '@chat/bus';
import { jsonOption } from './options';
import { printRecord } from './print';
import { withConnection } from './stack-bus';

interface Stream {
  replicas?: string;
  json: boolean;
}

export function addStreamCommand(program: Command): void {
  program
    .command('stream')
    .description('show which NATS servers store the event stream, or change their number')
    .addOption(new Option('--replicas <count>', 'store it on this many servers').choices(['1', '3', '5']))
    .addOption(jsonOption())
    .action(async ({ replicas, json }: Stream) => {
      const state = await withConnection(({ nats }) =>
        replicas === undefined ? stateOfStream(nats) : replicateStream(nats, Number(replicas)),
      );
      printRecord(state, json);
    });
}
