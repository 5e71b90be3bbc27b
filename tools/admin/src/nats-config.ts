import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { natsConfiguration, natsUsers } from '@chat/bus/users';
import { readPasswords } from './nats-passwords.rules';

export function addNatsConfigCommand(program: Command): void {
  program
    .command('nats-config')
    .description('print the NATS users with their permissions, for the configuration of nats-server')
    .option(
      '--passwords <file>',
      'a file with lines NATS_PASSWORD_<USER>=<password or bcrypt hash>, which become part of the output; ' +
        'NATS_PASSWORD_<USER>_NEXT adds the user <user>-next with the same permissions, NATS_PASSWORD_ADMIN_<NAME> and ' +
        'NATS_PASSWORD_VIEWER_<NAME> a user of this tool for a person, who may do everything or only look',
    )
    .addHelpText(
      'after',
      '\nNeeds no running stack. Other passwords are environment variables of nats-server:\n' +
        Object.values(natsUsers.passwordVariables)
          .map((name) => `  ${name}\n`)
          .join(''),
    )
    .action(async ({ passwords: file }: { passwords?: string }) => {
      const passwords = file === undefined ? undefined : readPasswords(await readFile(file, 'utf8'));
      process.stdout.write(natsConfiguration(passwords));
    });
}
