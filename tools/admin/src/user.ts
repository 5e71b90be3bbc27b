import { Option, type Command } from 'commander';
import { roles, type Role } from '@chat/contracts';
import {
  createUser,
  disableUser,
  enableUser,
  removeSecondFactor,
  setUserPassword,
  setOperator,
  setUserRole,
} from '@chat/contracts/gateway';
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
  role?: Role;
}

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('people of an account');

  user
    .command('create')
    .description('create a user; a generated password is shown only once')
    .addOption(accountOption())
    .requiredOption('--email <address>', 'the e-mail address for signing in')
    .option('--name <name>', 'display name')
    .addOption(
      new Option('--role <role>', 'by default, the first of an account is owner, others admin').choices(
        roles,
      ),
    )
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
        role: options.role,
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
    .description(
      'disable a user, by the address in all of their accounts; ends their sessions and revokes their grants to apps',
    )
    .argument('<user>', 'the e-mail address or the id')
    .addOption(jsonOption())
    .action(async (name: string, { json }: { json: boolean }) => {
      printRecord((await askStack(disableUser, { body: { user: name } })).user, json);
    });

  user
    .command('enable')
    .description('let a disabled user sign in again')
    .argument('<user>', 'the e-mail address or the id')
    .addOption(jsonOption())
    .action(async (name: string, { json }: { json: boolean }) => {
      printRecord((await askStack(enableUser, { body: { user: name } })).user, json);
    });

  user
    .command('operator')
    .description('make a user who has a second factor an operator of the installation, until they have none')
    .argument('<user>', 'the e-mail address or the id')
    .option('--revoke', 'end it', false)
    .addOption(jsonOption())
    .action(async (name: string, { revoke, json }: { revoke: boolean; json: boolean }) => {
      const body = { user: name, is_operator: !revoke };
      printRecord((await askStack(setOperator, { body })).user, json);
    });

  user
    .command('remove-second-factor')
    .description('let a user who lost their second factor sign in with the password alone')
    .argument('<user>', 'the e-mail address or the id')
    .addOption(jsonOption())
    .action(async (name: string, { json }: { json: boolean }) => {
      printRecord((await askStack(removeSecondFactor, { body: { user: name } })).user, json);
    });

  user
    .command('set-role')
    .description('change what a user may do; their grants to apps lose what the role does not include')
    .argument('<user>', 'the e-mail address or the id')
    .addOption(new Option('--role <role>', 'the new role').choices(roles).makeOptionMandatory())
    .addOption(jsonOption())
    .action(async (name: string, { role, json }: { role: Role; json: boolean }) => {
      printRecord((await askStack(setUserRole, { body: { user: name, role } })).user, json);
    });
}

const passwordOption = () =>
  new Option('--password', 'ask at the terminal for a password of at least 12 characters').conflicts(
    'passwordFile',
  );
