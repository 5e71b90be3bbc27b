import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './account';
import { addAppCommands } from './app';
import { addAssetCommands } from './assets';
import { addChannelCommands } from './channel';
import { addDeadLetterCommands } from './dead-letters';
import { explain } from './explain';
import { addGrantCommands } from './grant';
import { addJobCommands } from './jobs';
import { addKeyCommands } from './key';
import { addMessageCommands } from './message';
import { addNatsConfigCommand } from './nats-config';
import { addPersonCommands } from './person';
import { addProviderCommands } from './provider';
import { addSecretsCommands } from './secrets';
import { addStreamCommand } from './stream';
import { addUserCommands } from './user';
import { addWebhookCommands } from './webhook';

/**
 * `npm run -s admin -- <command>`: manages accounts, keys, apps, users, assets, dead letters, jobs and people of a
 * running stack, explains its messages, channels and webhooks, and checks its app at the provider.
 */
async function main(): Promise<void> {
  const program = new Command('admin')
    .description(
      'Manage accounts, API keys, developer apps, users, assets, dead letters, jobs, people and secrets of a running ' +
        'stack, explain its messages, channels and webhooks, and check what it needs at the provider of Cloud channels.',
    )
    .addHelpText(
      'after',
      '\nThe stack is found by NATS_URL, else by DATA_DIR (default .data), the folder in which npm start keeps its state.',
    )
    .exitOverride();
  addAccountCommands(program);
  addKeyCommands(program);
  addAppCommands(program);
  addGrantCommands(program);
  addUserCommands(program);
  addAssetCommands(program);
  addChannelCommands(program);
  addMessageCommands(program);
  addWebhookCommands(program);
  addDeadLetterCommands(program);
  addJobCommands(program);
  addPersonCommands(program);
  addNatsConfigCommand(program);
  addProviderCommands(program);
  addSecretsCommands(program);
  addStreamCommand(program);
  await program.parseAsync();
}

main().catch((error: unknown) => {
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else {
    // The open connection to a server that never answered would keep this process running.
    process.stderr.write(`${explain(error)}\n`, () => process.exit(1));
  }
});
