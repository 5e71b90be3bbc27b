import type { Command } from 'commander';
import { listGrants, revokeGrant } from '@chat/contracts/gateway';
import { accountOption, jsonOption, wholeNumber } from './options';
import { printRecord, printTable } from './print';
import { askStack, withAccount } from './stack-bus';

const columns = ['id', 'email', 'app_name', 'client_id', 'scopes', 'mcp', 'created_at', 'revoked_at'];

export function addGrantCommands(program: Command): void {
  const grant = program.command('grant').description('what users have authorized developer apps to do');

  grant
    .command('list')
    .description('list the grants of an account, the newest first, at most 1,000')
    .addOption(accountOption())
    .addOption(jsonOption())
    .action(async ({ account, json }: { account: number; json: boolean }) => {
      const { grants } = await withAccount(account, (ask) =>
        ask(listGrants, { body: { account_id: account } }),
      );
      printTable(grants, columns, json);
    });

  grant
    .command('revoke')
    .description('revoke a grant; its tokens stop working everywhere within 5 seconds')
    .argument('<id>', 'as shown by list', wholeNumber)
    .addOption(jsonOption())
    .action(async (id: number, { json }: { json: boolean }) => {
      printRecord((await askStack(revokeGrant, { body: { grant_id: id } })).grant, json);
    });
}
