import type { Command } from 'commander';
import { natsUsers } from '@chat/bus/users';

export function addNatsConfigCommand(program: Command): void {
  program
    .command('nats-config')
    .description('print the NATS users with their permissions, for the configuration of nats-server')
    .addHelpText(
      'after',
      '\nNeeds no running stack. The passwords are environment variables of nats-server:\n' +
        Object.values(natsUsers.passwordVariables)
          .map((name) => `  ${name}\n`)
          .join(''),
    )
    .action(() => void process.stdout.write(natsUsers.configuration));
}
