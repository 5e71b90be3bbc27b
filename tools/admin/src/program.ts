import { Command } from 'commander';
import { addAccountCommands } from './account';
import { addAppCommands } from './app';
import { addAssetCommands } from './assets';
import { addChannelCommands } from './channel';
import { addDeadLetterCommands } from './dead-letters';
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
export function adminProgram(): Command {
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
  return program;
}
