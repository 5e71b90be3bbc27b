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
    .description(
      'show on which servers of NATS the stream of the events is kept, or change how many they are',
    )
    .addOption(new Option('--replicas <count>', 'keep it on so many servers').choices(['1', '3', '5']))
    .addOption(jsonOption())
    .action(async ({ replicas, json }: Stream) => {
      const state = await withConnection(({ nats }) =>
        replicas === undefined ? stateOfStream(nats) : replicateStream(nats, Number(replicas)),
      );
      printRecord(state, json);
    });
}
