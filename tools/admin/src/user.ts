import { Option, type Command } from 'commander';
import { createUser, disableUser, setUserPassword } from '@chat/contracts/gateway';
import { accountOption, jsonOption } from './options';
import { readPassword } from './password';
import { printRecord } from './print';
import { askStack } from './stack-bus';

interface Chosen {
  password?: true;
  passwordFile?: string;
  json: boolean;
}

interface Create extends Chosen {
  account: number;
  email: string;
  name?: string;
}

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('people of an account');

  user
    .command('create')
    .description('create a user; a generated password is shown only once')
    .addOption(accountOption())
    .requiredOption('--email <address>', 'the e-mail address for signing in')
    .option('--name <name>', 'display name')
    .addOption(passwordOption())
    .option(
      '--password-file <file>',
      'read it from a file, - for standard input; without either option it is generated',
    )
    .addOption(jsonOption())
    .action(async (options: Create) => {
      const body = {
        account_id: options.account,
        email: options.email,
        name: options.name,
        password: await readPassword(options),
      };
      const created = await askStack(createUser, { body });
      printRecord({ ...created.user, password: created.password }, options.json);
    });
  user
    .command('set-password')
    .description('set the password of a user; ends their sessions and revokes their grants to apps')
    .argument('<user>', 'the e-mail address or the id')
    .addOption(passwordOption())
    .option('--password-file <file>', 'read it from a file, - for standard input; otherwise it is asked for')
    .addOption(jsonOption())
    .action(async (name: string, options: Chosen) => {
      const { passwordFile } = options;
      const password = await readPassword(passwordFile === undefined ? { password: true } : { passwordFile });
      const body = { user: name, password: password ?? '' };
      printRecord((await askStack(setUserPassword, { body })).user, options.json);
    });

  user
    .command('disable')
    .description('disable a user; ends their sessions and revokes their grants to apps')
    .argument('<user>', 'the e-mail address or the id')
    .addOption(jsonOption())
    .action(async (name: string, { json }: { json: boolean }) => {
      printRecord((await askStack(disableUser, { body: { user: name } })).user, json);
    });
}

const passwordOption = () =>
  new Option('--password', 'ask at the terminal for a password of at least 12 characters').conflicts(
    'passwordFile',
  );
