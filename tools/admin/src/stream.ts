import { Option, type Command } from 'commander';
import {
  consumersOfStream,
  replicateStream,
  resizeStream,
  stateOfStream,
  type ConsumerState,
  type StreamState,
} from '@chat/bus/client';
import { jsonOption, wholeNumber } from './options';
import { printRecord, printTable } from './print';
import { withConnection } from './stack-bus';

interface Changes {
  replicas?: string;
  maxBytes?: number;
}

export function addStreamCommand(program: Command): void {
  program
    .command('stream')
    .description('show how full the event stream is and who is behind, or change its size or its servers')
    .addOption(new Option('--replicas <count>', 'store it on this many servers').choices(['1', '3', '5']))
    .addOption(
      new Option(
        '--max-bytes <bytes>',
        'let it hold this much; services enlarge it to their NATS_STREAM_MAX_BYTES again',
      ).argParser(wholeNumber),
    )
    .addOption(jsonOption())
    .action(async ({ json, ...changes }: Changes & { json: boolean }) => {
      const { state, consumers } = await change(changes);
      const record = { ...state, used: shareOf(state) };
      if (json) return printRecord({ ...record, consumers }, json);
      printRecord(record, json);
      console.log('');
      printTable(consumers, ['name', 'pending', 'unacknowledged'], json);
    });
}

function change({
  replicas,
  maxBytes,
}: Changes): Promise<{ state: StreamState; consumers: ConsumerState[] }> {
  return withConnection(async ({ nats }) => {
    if (replicas !== undefined) await replicateStream(nats, Number(replicas));
    if (maxBytes !== undefined) await resizeStream(nats, maxBytes);
    return { state: await stateOfStream(nats), consumers: await consumersOfStream(nats) };
  });
}

/** Returns the used share of the size as a percentage; null without a limit. */
function shareOf({ bytes, max_bytes }: StreamState): string | null {
  return max_bytes === null ? null : `${((100 * bytes) / max_bytes).toFixed(1)} %`;
}
