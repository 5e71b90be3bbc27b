import type { Command } from 'commander';
import { natsUsers } from '@chat/bus/users';

export function addNatsConfigCommand(program: Command): void {
  program
    .command('nats-config')
    .description('print the users of NATS and what each may do, for the configuration of nats-server')
    .addHelpText(
      'after',
      '\nIt needs no running stack. The passwords are variables of the environment of nats-server:\n' +
        Object.values(natsUsers.passwordVariables)
          .map((name) => `  ${name}\n`)
          .join(''),
    )
    .action(() => void process.stdout.write(natsUsers.configuration));
}
