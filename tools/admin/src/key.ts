import { Option, type Command } from 'commander';
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
  type CreatedApiKey,
} from '@chat/contracts/gateway';
import {
  accountOption,
  commaList,
  dateOption,
  jsonOption,
  optionalAccountOption,
  someText,
  wholeNumber,
} from './options';
import { printRecord, printTable } from './print';
import { askStack, withAccount } from './stack-bus';

const columns = [
  'client_id',
  'name',
  'account_id',
  'scopes',
  'allowlist',
  'created_at',
  'last_used_at',
  'expires_at',
  'revoked_at',
];

interface Create {
  account: number;
  scopes?: string[];
  allScopes?: true;
  allow: string[];
  name?: string;
  expires?: string;
  json: boolean;
}

interface Update {
  scopes?: string[];
  allScopes?: true;
  allow?: string[];
  json: boolean;
}

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys');

  key
    .command('create')
    .description('create a key; its secret is shown only once')
    .addOption(accountOption())
    .addOption(
      new Option('--scopes <a,b>', 'the scopes of the key; none: no scope at all')
        .argParser(commaList)
        .conflicts('allScopes'),
    )
    .option('--all-scopes', 'every scope except those that must be explicit (tickets, template lifecycle)')
    .requiredOption('--allow <CIDR,…>', 'addresses and ranges that may use it; none: nobody may', commaList)
    .option('--name <name>', 'what it is for', someText)
    .option('--expires <date>', 'from when on it no longer works, such as 2027-01-31', dateOption)
    .addOption(jsonOption())
    .action(async (options: Create, command: Command) => {
      if (!options.scopes && !options.allScopes) {
        command.error('error: say --scopes a,b or --all-scopes');
      }
      const body = {
        account_id: options.account,
        name: options.name,
        expires_at: options.expires,
        scopes: options.scopes ?? null,
        allowlist: options.allow,
      };
      printCreated(await askStack(createApiKey, { body }), options.json);
    });

  key
    .command('list')
    .description('list the keys, without their secrets')
    .addOption(optionalAccountOption())
    .addOption(jsonOption())
    .action(async ({ account, json }: { account?: number; json: boolean }) => {
      const { api_keys } = await withAccount(account, (ask) =>
        ask(listApiKeys, { body: { account_id: account } }),
      );
      printTable(api_keys, columns, json);
    });

  key
    .command('update')
    .description('change the scopes or the allowlist of a key; takes effect everywhere within 5 seconds')
    .argument('<client-id>', 'as shown by list')
    .addOption(
      new Option('--scopes <a,b>', 'the new scopes; none: no scope at all')
        .argParser(commaList)
        .conflicts('allScopes'),
    )
    .option('--all-scopes', 'every scope except those that must be explicit')
    .option('--allow <CIDR,…>', 'the new addresses and ranges that may use it; none: nobody may', commaList)
    .addOption(jsonOption())
    .action(async (clientId: string, options: Update, command: Command) => {
      const scopes = options.allScopes ? null : options.scopes;
      if (scopes === undefined && !options.allow) {
        command.error('error: say --scopes a,b, --all-scopes or --allow');
      }
      const body = { client_id: clientId, scopes, allowlist: options.allow };
      printRecord((await askStack(updateApiKey, { body })).api_key, options.json);
    });

  key
    .command('rotate')
    .description('give a key a new secret, which is shown only once; the old one works during the overlap')
    .argument('<client-id>', 'as shown by list')
    .addOption(
      new Option('--overlap-hours <n>', 'hours for which the old secret works; 0 ends it immediately')
        .argParser(wholeNumber)
        .default(24),
    )
    .addOption(jsonOption())
    .action(async (clientId: string, { overlapHours, json }: { overlapHours: number; json: boolean }) => {
      const body = { client_id: clientId, overlap_hours: overlapHours };
      printCreated(await askStack(rotateApiKey, { body }), json);
    });

  key
    .command('revoke')
    .description('revoke a key permanently; it stops working everywhere within 5 seconds')
    .argument('<client-id>', 'as shown by list')
    .addOption(jsonOption())
    .action(async (clientId: string, { json }: { json: boolean }) => {
      printRecord((await askStack(revokeApiKey, { body: { client_id: clientId } })).api_key, json);
    });
}

function printCreated({ api_key, client_secret }: CreatedApiKey, asJson: boolean): void {
  printRecord({ ...api_key, client_secret }, asJson);
  if (!asJson) console.log('\nStore client_secret now: it is not shown again.');
}
