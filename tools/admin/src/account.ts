import type { Command } from 'commander';
import {
  createAccount,
  getAccount,
  listAccounts,
  resumeAccount,
  suspendAccount,
  updateAccount,
} from '@chat/contracts/gateway';
import { addAccountRetention } from './account-retention';
import { addAccountTop } from './account-top';
import { addAccountUsage } from './account-usage';
import { accountOption, jsonOption, someText, wholeNumber } from './options';
import { printRecord, printTable } from './print';
import { askStack } from './stack-bus';

const columns = [
  'id',
  'name',
  'account_limit',
  'device_channels',
  'cloud_channels',
  'coexistence',
  'rate_limit',
  'manual_probes',
  'mcp',
  'suspended_at',
];

interface Settings {
  name: string;
  accountLimit: number;
  cloud: boolean;
  device: boolean;
  coexistence: boolean;
  rateLimit: number;
  manualProbes: boolean;
  mcp: boolean;
}

type Create = Omit<Settings, 'manualProbes' | 'mcp'> & { json: boolean };
type Update = Partial<Settings> & { account: number; json: boolean };

export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('accounts and their plans');
  addCreate(account);
  addList(account);
  addShow(account);
  addUpdate(account);
  addSuspend(account);
  addResume(account);
  addAccountUsage(account);
  addAccountRetention(account);
  addAccountTop(account);
}

function addCreate(account: Command): void {
  account
    .command('create')
    .description('create an account')
    .requiredOption('--name <name>', 'display name')
    .option('--account-limit <slots>', 'channel slots, -1 for unlimited', wholeNumber, 10)
    .option('--cloud', 'include Cloud channels in the plan', false)
    .option('--device', 'include Device channels in the plan', false)
    .option('--coexistence', 'include Coexistence in the plan', false)
    .option('--rate-limit <requests>', 'requests per sliding minute', wholeNumber, 120)
    .addOption(jsonOption())
    .action(async (options: Create) => {
      const body = {
        name: options.name,
        account_limit: options.accountLimit,
        device_channels: options.device,
        cloud_channels: options.cloud,
        coexistence: options.coexistence,
        rate_limit: options.rateLimit,
      };
      printRecord((await askStack(createAccount, { body })).account, options.json);
    });
}

function addList(account: Command): void {
  account
    .command('list')
    .description('list all accounts')
    .addOption(jsonOption())
    .action(async ({ json }: { json: boolean }) => {
      const { accounts } = await askStack(listAccounts, { body: {} });
      printTable(accounts, columns, json);
    });
}

function addShow(account: Command): void {
  account
    .command('show')
    .description('show one account')
    .addOption(accountOption())
    .addOption(jsonOption())
    .action(async (options: { account: number; json: boolean }) => {
      const body = { account_id: options.account };
      printRecord((await askStack(getAccount, { body })).account, options.json);
    });
}

function addUpdate(account: Command): void {
  account
    .command('update')
    .description('change the given options; takes effect within seconds')
    .addOption(accountOption())
    .option('--name <name>', 'display name', someText)
    .option('--account-limit <slots>', 'channel slots, -1 for unlimited', wholeNumber)
    .option('--cloud', 'include Cloud channels in the plan')
    .option('--no-cloud', 'exclude Cloud channels')
    .option('--device', 'include Device channels in the plan')
    .option('--no-device', 'exclude Device channels')
    .option('--coexistence', 'include Coexistence in the plan')
    .option('--no-coexistence', 'exclude Coexistence')
    .option('--rate-limit <requests>', 'requests per sliding minute', wholeNumber)
    .option('--manual-probes', 'allow webhook tests and resends')
    .option('--no-manual-probes', 'forbid webhook tests and resends; events are still delivered')
    .option('--mcp', 'let agents connect (MCP)')
    .option('--no-mcp', 'let no agent connect')
    .addOption(jsonOption())
    .action(async (options: Update, command: Command) => {
      const { account: account_id, json, ...changes } = options;
      if (Object.keys(changes).length === 0) {
        command.error('error: say what is to change, as in --name, --account-limit or --no-cloud');
      }
      const body = {
        account_id,
        name: options.name,
        account_limit: options.accountLimit,
        device_channels: options.device,
        cloud_channels: options.cloud,
        coexistence: options.coexistence,
        rate_limit: options.rateLimit,
        manual_probes: options.manualProbes,
        mcp: options.mcp,
      };
      printRecord((await askStack(updateAccount, { body })).account, json);
    });
}

function addSuspend(account: Command): void {
  account
    .command('suspend')
    .description('refuse and stop everything that an account does, within 5 seconds; what arrives is kept')
    .argument('<id>', 'as shown by list', wholeNumber)
    .addOption(jsonOption())
    .action(async (account_id: number, { json }: { json: boolean }) => {
      printRecord((await askStack(suspendAccount, { body: { account_id } })).account, json);
    });
}

function addResume(account: Command): void {
  account
    .command('resume')
    .description('end the suspension of an account: what waited goes on, and what arrived is told')
    .argument('<id>', 'as shown by list', wholeNumber)
    .addOption(jsonOption())
    .action(async (account_id: number, { json }: { json: boolean }) => {
      printRecord((await askStack(resumeAccount, { body: { account_id } })).account, json);
    });
}
