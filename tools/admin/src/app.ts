import type { Command } from 'commander';
import {
  createDeveloperApp,
  deleteDeveloperApp,
  listDeveloperApps,
  rotateDeveloperAppSecret,
  updateDeveloperApp,
  type CreatedDeveloperApp,
} from '@chat/contracts/gateway';
import { accountOption, jsonOption, optionalAccountOption, someText } from './options';
import { printRecord, printTable } from './print';
import { askStack, withAccount } from './stack-bus';

const columns = ['id', 'account_id', 'name', 'client_id', 'public', 'redirect_uris', 'created_at'];

interface Create {
  account: number;
  name: string;
  redirectUri: string[];
  public: boolean;
  json: boolean;
}

interface Update {
  name?: string;
  redirectUri?: string[];
  json: boolean;
}

export function addAppCommands(program: Command): void {
  const app = program
    .command('app')
    .description('developer apps, which users can authorize to act for their accounts');
  addCreate(app);
  addUpdate(app);

  app
    .command('list')
    .description('list the apps, without their secrets')
    .addOption(optionalAccountOption())
    .addOption(jsonOption())
    .action(async ({ account, json }: { account?: number; json: boolean }) => {
      const { developer_apps } = await withAccount(account, (ask) =>
        ask(listDeveloperApps, { body: { account_id: account } }),
      );
      printTable(developer_apps, columns, json);
    });

  app
    .command('rotate-secret')
    .description(
      'give an app a new client secret, which is shown only once; the old one stops working immediately',
    )
    .argument('<app>', 'its id or client id')
    .addOption(jsonOption())
    .action(async (name: string, { json }: { json: boolean }) => {
      printCreated(await askStack(rotateDeveloperAppSecret, { body: { app: name } }), json);
    });

  app
    .command('delete')
    .description('delete an app and revoke all its grants; takes effect everywhere within 5 seconds')
    .argument('<app>', 'its id or client id')
    .addOption(jsonOption())
    .action(async (name: string, { json }: { json: boolean }) => {
      printRecord(await askStack(deleteDeveloperApp, { body: { app: name } }), json);
    });
}

function addCreate(app: Command): void {
  app
    .command('create')
    .description('create an app; its client secret is shown only once')
    .addOption(accountOption())
    .requiredOption('--name <name>', 'the name shown on the consent page')
    .requiredOption('--redirect-uri <uri...>', 'redirect URIs: one or several')
    .option('--public', 'a public client that cannot keep a secret, such as a desktop program', false)
    .addOption(jsonOption())
    .action(async (options: Create) => {
      const body = {
        account_id: options.account,
        name: options.name,
        redirect_uris: options.redirectUri,
        public: options.public,
      };
      printCreated(await askStack(createDeveloperApp, { body }), options.json);
    });
}

function addUpdate(app: Command): void {
  app
    .command('update')
    .description('change the given options; redirect URIs replace all previous ones')
    .argument('<app>', 'its id or client id')
    .option('--name <name>', 'the name shown on the consent page', someText)
    .option('--redirect-uri <uri…>', 'redirect URI; may be repeated', several)
    .addOption(jsonOption())
    .action(async (name: string, options: Update, command: Command) => {
      if (options.name === undefined && !options.redirectUri) {
        command.error('error: say --name or --redirect-uri');
      }
      const body = { app: name, name: options.name, redirect_uris: options.redirectUri };
      printRecord((await askStack(updateDeveloperApp, { body })).developer_app, options.json);
    });
}

function printCreated({ developer_app, client_secret }: CreatedDeveloperApp, asJson: boolean): void {
  printRecord({ ...developer_app, client_secret }, asJson);
  if (!asJson && client_secret) console.log('\nStore client_secret now: it is not shown again.');
}

/** Commander passes each value of a repeated option, with those before it. */
function several(uri: string, before: string[] = []): string[] {
  return [...before, uri];
}
