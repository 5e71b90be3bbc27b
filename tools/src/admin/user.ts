import { Option, type Command } from 'commander';
import { createUser } from '@chat/contracts/gateway';
import { accountOption, jsonOption } from './options';
import { readPassword } from './password';
import { printRecord } from './print';
import { askStack } from './stack-bus';

interface Create {
  account: number;
  email: string;
  name?: string;
  password?: true;
  passwordFile?: string;
  json: boolean;
}

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('people of an account');

  user
    .command('create')
    .description('make a user; a password that is made for you is shown this once')
    .addOption(accountOption())
    .requiredOption('--email <address>', 'what the person signs in with')
    .option('--name <name>', 'what people call them')
    .addOption(
      new Option('--password', 'ask at the terminal for a password of at least 12 characters').conflicts(
        'passwordFile',
      ),
    )
    .option('--password-file <file>', 'read it from a file, - for standard input; without either one is made')
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
}
