import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { parse, type Dto } from '@chat/contracts';
import {
  createAccountCtaUrl,
  createAccountInteractiveList,
  CtaUrlSettings,
  deleteAccountCtaUrl,
  deleteAccountInteractiveList,
  InteractiveListSettings,
  listAccountCtaUrls,
  listAccountInteractiveLists,
} from '@chat/contracts/messaging';
import { accountOption, jsonOption, wholeNumber } from './options';
import { printRecord, printTable } from './print';
import { withAccount, type Ask } from './stack-bus';

interface OfAccount {
  account: number;
  json: boolean;
}

type Create = OfAccount & { file: string };

/** One kind of asset, with the operations of its commands. */
interface AssetCommands {
  name: string;
  /** Its description, in the plural. */
  what: string;
  columns: string[];
  create: (ask: Ask, accountId: number, settings: unknown) => Promise<object>;
  list: (ask: Ask, accountId: number) => Promise<object[]>;
  delete: (ask: Ask, accountId: number, id: number) => Promise<object>;
}

const kinds: AssetCommands[] = [
  {
    name: 'cta-url',
    what: 'messages with a button that opens a web page',
    columns: ['id', 'name', 'display_text', 'url', 'created_at'],
    create: async (ask, account_id, settings) => {
      const cta_url = strictly(CtaUrlSettings, settings);
      return (await ask(createAccountCtaUrl, { body: { account_id, cta_url } })).cta_url;
    },
    list: async (ask, account_id) => (await ask(listAccountCtaUrls, { body: { account_id } })).cta_urls,
    delete: (ask, account_id, id) => ask(deleteAccountCtaUrl, { body: { account_id, id } }),
  },
  {
    name: 'interactive-list',
    what: 'messages with a menu to choose from',
    columns: ['id', 'name', 'button', 'body', 'created_at'],
    create: async (ask, account_id, settings) => {
      const interactive_list = strictly(InteractiveListSettings, settings);
      return (await ask(createAccountInteractiveList, { body: { account_id, interactive_list } }))
        .interactive_list;
    },
    list: async (ask, account_id) =>
      (await ask(listAccountInteractiveLists, { body: { account_id } })).interactive_lists,
    delete: (ask, account_id, id) => ask(deleteAccountInteractiveList, { body: { account_id, id } }),
  },
];

export function addAssetCommands(program: Command): void {
  for (const kind of kinds) {
    const command = program
      .command(kind.name)
      .description(`${kind.what}, for an account to send by their id`);
    addCreate(command, kind);
    addList(command, kind);
    addDelete(command, kind);
  }
}

function addCreate(command: Command, { create }: AssetCommands): void {
  command
    .command('create')
    .description('make one')
    .addOption(accountOption())
    .requiredOption('--file <file>', 'JSON file with its members, - for standard input')
    .addOption(jsonOption())
    .action(async ({ account, file, json }: Create) => {
      const settings = await readJson(file);
      printRecord(await withAccount(account, (ask) => create(ask, account, settings)), json);
    });
}

function addList(command: Command, { list, columns }: AssetCommands): void {
  command
    .command('list')
    .description('list those of an account')
    .addOption(accountOption())
    .addOption(jsonOption())
    .action(async ({ account, json }: OfAccount) => {
      printTable(await withAccount(account, (ask) => list(ask, account)), columns, json);
    });
}

function addDelete(command: Command, kind: AssetCommands): void {
  command
    .command('delete')
    .description('delete one; messages sent with it are kept')
    .argument('<id>', 'as shown by list', wholeNumber)
    .addOption(accountOption())
    .addOption(jsonOption())
    .action(async (id: number, { account, json }: OfAccount) => {
      printRecord(await withAccount(account, (ask) => kind.delete(ask, account, id)), json);
    });
}

async function readJson(file: string): Promise<unknown> {
  const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  try {
    return JSON.parse(content);
  } catch {
    throw new Error(`${file === '-' ? 'Standard input' : file} is not JSON.`);
  }
}

/** Refuses unknown members. Services drop them silently, but a person who mistyped one should be told. */
function strictly<T extends object>(dto: Dto<T>, settings: unknown): T {
  return parse(dto, settings, 'refused');
}
