import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import {
  connectCloudChannel,
  deleteChannel,
  listChannels,
  setDefaultChannel,
} from '@chat/contracts/channels';
import { getAccount, type Account } from '@chat/contracts/gateway';
import { accountOption, jsonOption, wholeNumber } from './options';
import { printRecord, printTable } from './print';
import { withStack, type Ask } from './stack-bus';

const columns = [
  'id',
  'business_name',
  'phone_number',
  'effective_channel_type',
  'connection_status',
  'is_default',
  'last_seen_at',
];

interface OfAccount {
  account: number;
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
  const channel = program.command('channel').description('channels of an account');
  addConnectCloud(channel);

  channel
    .command('list')
    .description('show the channels of an account')
    .addOption(accountOption())
    .addOption(jsonOption())
    .action(async ({ account, json }: OfAccount) => {
      const { devices } = await asAccount(account, (ask, of) => ask(listChannels, { query: {} }, of));
      printTable(devices, columns, json);
    });

  channel
    .command('default')
    .description('make a channel the default for sending')
    .argument('<id>', 'as list shows it', wholeNumber)
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
    .description('delete a channel with everything that hangs on it; cannot be undone')
    .argument('<id>', 'as list shows it', wholeNumber)
    .addOption(accountOption())
    .addOption(jsonOption())
    .action(async (id: number, { account, json }: OfAccount) => {
      printRecord(await asAccount(account, (ask, of) => ask(deleteChannel, { params: { id } }, of)), json);
    });
}

function addConnectCloud(channel: Command): void {
  channel
    .command('connect-cloud')
    .description('make a Cloud channel of a number for which a company holds a token, or renew it')
    .addOption(accountOption())
    .requiredOption('--waba-id <id>', 'the business account at the provider')
    .requiredOption('--phone-number-id <id>', 'the number at the provider')
    .requiredOption('--token-file <file>', 'holds the token, - for standard input')
    .option('--pin-file <file>', 'holds six digits, to register a number that is not registered')
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

/** Channels are asked for in the name of their account, with its plan. */
function asAccount<T>(id: number, work: (ask: Ask, account: Account) => Promise<T>): Promise<T> {
  return withStack(async (ask) => work(ask, (await ask(getAccount, { body: { account_id: id } })).account));
}

/** A secret never stands in a command line. */
async function readSecret(file: string): Promise<string> {
  const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  return content.trim();
}
