import type { Command } from 'commander';
import {
  createDeveloperApp,
  deleteDeveloperApp,
  listDeveloperApps,
  rotateDeveloperAppSecret,
  updateDeveloperApp,
  type CreatedDeveloperApp,
} from '@chat/contracts/gateway';
import { accountOption, jsonOption, optionalAccountOption } from './options';
import { printRecord, printTable } from './print';
import { askStack } from './stack-bus';

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
  const app = program.command('app').description('developer apps, which people let act for their accounts');
  addCreate(app);
  addUpdate(app);

  app
    .command('list')
    .description('show the apps, without their secrets')
    .addOption(optionalAccountOption())
    .addOption(jsonOption())
    .action(async (options: { account?: number; json: boolean }) => {
      const { developer_apps } = await askStack(listDeveloperApps, { body: { account_id: options.account } });
      printTable(developer_apps, columns, options.json);
    });

  app
    .command('rotate-secret')
    .description('give an app a new client secret, shown this once; the old one ends at once')
    .argument('<app>', 'its id or its client id')
    .addOption(jsonOption())
    .action(async (name: string, { json }: { json: boolean }) => {
      printCreated(await askStack(rotateDeveloperAppSecret, { body: { app: name } }), json);
    });

  app
    .command('delete')
    .description('end an app and all that people granted to it; everywhere within 5 seconds')
    .argument('<app>', 'its id or its client id')
    .addOption(jsonOption())
    .action(async (name: string, { json }: { json: boolean }) => {
      printRecord(await askStack(deleteDeveloperApp, { body: { app: name } }), json);
    });
}

function addCreate(app: Command): void {
  app
    .command('create')
    .description('make an app; its client secret is shown this once')
    .addOption(accountOption())
    .requiredOption('--name <name>', 'what people read when they are asked to allow it')
    .requiredOption('--redirect-uri <uri...>', 'where people are sent afterwards: one or several')
    .option('--public', 'it can keep no secret, as a program on people’s own machines', false)
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
    .description('change what is given; redirect URIs replace all those until now')
    .argument('<app>', 'its id or its client id')
    .option('--name <name>', 'what people read when they are asked to allow it')
    .option('--redirect-uri <uri…>', 'where people are sent afterwards; may be given several times', several)
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

/** Commander hands over each value of an option that is given several times, with those before it. */
function several(uri: string, before: string[] = []): string[] {
  return [...before, uri];
}
