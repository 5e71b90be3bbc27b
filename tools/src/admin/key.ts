import { Option, type Command } from 'commander';
import { createApiKey, listApiKeys, revokeApiKey } from '@chat/contracts/gateway';
import { accountOption, commaList, jsonOption, wholeNumber } from './options';
import { printRecord, printTable } from './print';
import { askStack } from './stack-bus';

const columns = ['client_id', 'account_id', 'scopes', 'allowlist', 'created_at', 'revoked_at'];

interface Create {
  account: number;
  scopes?: string[];
  allScopes?: true;
  allow: string[];
  json: boolean;
}

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys');

  key
    .command('create')
    .description('make a key; its secret is shown this once')
    .addOption(accountOption())
    .addOption(
      new Option('--scopes <a,b>', 'the scopes it carries').argParser(commaList).conflicts('allScopes'),
    )
    .option('--all-scopes', 'every scope but those that a key must name (tickets, template lifecycle)')
    .requiredOption('--allow <CIDR,…>', 'addresses and ranges that may use it', commaList)
    .addOption(jsonOption())
    .action(async (options: Create, command: Command) => {
      if (!options.scopes && !options.allScopes) {
        command.error('error: say --scopes a,b or --all-scopes');
      }
      const body = { account_id: options.account, scopes: options.scopes ?? null, allowlist: options.allow };
      const { api_key, client_secret } = await askStack(createApiKey, { body });
      printRecord({ ...api_key, client_secret }, options.json);
      if (!options.json) console.log('\nStore client_secret now: it is not shown again.');
    });

  key
    .command('list')
    .description('show the keys, without their secrets')
    .addOption(new Option('--account <id>', 'of this account only').argParser(wholeNumber))
    .addOption(jsonOption())
    .action(async (options: { account?: number; json: boolean }) => {
      const { api_keys } = await askStack(listApiKeys, { body: { account_id: options.account } });
      printTable(api_keys, columns, options.json);
    });

  key
    .command('revoke')
    .description('end a key for good; it stops working everywhere within 5 seconds')
    .argument('<client-id>', 'as list shows it')
    .addOption(jsonOption())
    .action(async (clientId: string, { json }: { json: boolean }) => {
      printRecord((await askStack(revokeApiKey, { body: { client_id: clientId } })).api_key, json);
    });
}
