import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import {
  connectCloudChannel,
  deleteChannel,
  listChannels,
  setDefaultChannel,
} from '@chat/contracts/channels';
import { failingChannels, failingColumns } from './channel-survey';
import { accountOption, jsonOption, optionalAccountOption, wholeNumber } from './options';
import { printRecord, printTable } from './print';
import { asAccount, withAccount, withStack } from './stack-bus';

const columns = [
  'id',
  'business_name',
  'phone_number',
  'effective_channel_type',
  'connection_status',
  'is_default',
  'last_seen_at',
  'token_expires_at',
];

interface OfAccount {
  account: number;
  json: boolean;
}

interface ListOptions {
  account?: number;
  failing: boolean;
  json: boolean;
}

interface ConnectCloud extends OfAccount {
  wabaId: string;
  phoneNumberId: string;
  coexistence: boolean;
  tokenFile: string;
  pinFile?: string;
}

export function addChannelCommands(program: Command): void {
  const channel = program.command('channel').description('channels of an account, and those that fail');
  addConnectCloud(channel);

  channel
    .command('list')
    .description('list the channels of an account, or those that fail')
    .addOption(optionalAccountOption())
    .option('--failing', 'only those that are not connected or whose sends fail, of any account', false)
    .addOption(jsonOption())
    .action(async ({ account, failing, json }: ListOptions, command: Command) => {
      if (failing) {
        const channels = await withAccount(account, (ask) => failingChannels(ask, account));
        return printTable(channels, failingColumns, json);
      }
      if (account === undefined) return command.error('error: say which: --account <id>, or --failing');
      const { devices } = await asAccount(account, (ask, of) => ask(listChannels, { query: {} }, of));
      printTable(devices, columns, json);
    });

  channel
    .command('default')
    .description('make a channel the default for sending')
    .argument('<id>', 'as shown by list', wholeNumber)
    .addOption(accountOption())
    .addOption(jsonOption())
    .action(async (id: number, { account, json }: OfAccount) => {
      const { device } = await asAccount(account, (ask, of) =>
        ask(setDefaultChannel, { params: { id } }, of),
      );
      printRecord(device, json);
    });

  channel
    .command('delete')
    .description('delete a channel with everything linked to it; cannot be undone')
    .argument('<id>', 'as shown by list', wholeNumber)
    .addOption(accountOption())
    .addOption(jsonOption())
    .action(async (id: number, { account, json }: OfAccount) => {
      printRecord(await asAccount(account, (ask, of) => ask(deleteChannel, { params: { id } }, of)), json);
    });
}

function addConnectCloud(channel: Command): void {
  channel
    .command('connect-cloud')
    .description('create or renew a Cloud channel with a company’s own token')
    .addOption(accountOption())
    .requiredOption('--waba-id <id>', 'the business account at the provider')
    .requiredOption('--phone-number-id <id>', 'the number at the provider')
    .requiredOption('--token-file <file>', 'file with the token, - for standard input')
    .option('--pin-file <file>', 'file with a PIN of six digits, to register an unregistered number')
    .option('--coexistence', 'the number stays active in the business app', false)
    .addOption(jsonOption())
    .action(async (options: ConnectCloud) => {
      const { account, wabaId, phoneNumberId, coexistence, tokenFile, pinFile } = options;
      const body = {
        account_id: account,
        waba_id: wabaId,
        phone_number_id: phoneNumberId,
        coexistence,
        token: await readSecret(tokenFile),
        ...(pinFile !== undefined && { pin: await readSecret(pinFile) }),
      };
      const { device } = await withStack((ask) => ask(connectCloudChannel, { body }));
      printRecord(device, options.json);
    });
}

/** Reads a secret from a file or standard input, never from the command line. */
async function readSecret(file: string): Promise<string> {
  const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  return content.trim();
}
