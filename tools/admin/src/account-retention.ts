import { InvalidArgumentError, type Command } from 'commander';
import { getRetention, setRetention } from '@chat/contracts/messaging';
import { jsonOption, wholeNumber } from './options';
import { printRecord } from './print';
import { withAccount } from './stack-bus';

interface RetentionOptions {
  messages?: number | null;
  media?: number | null;
  json: boolean;
}

export function addAccountRetention(account: Command): void {
  account
    .command('retention')
    .description('show or set how long an account keeps messages, and the files of messages')
    .argument('<id>', 'as shown by list', wholeNumber)
    .option('--messages <days>', 'delete messages after so many days, at least 7, or "off"', daysOf)
    .option('--media <days>', 'delete the files of messages after so many days, at least 7, or "off"', daysOf)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nDeletion begins at once and cannot be undone. Deliveries of webhooks are kept for 30 days.',
    )
    .action(async (account_id: number, { messages, media, json }: RetentionOptions) => {
      const retention = await withAccount(account_id, async (ask) => {
        const { retention: before } = await ask(getRetention, { body: { account_id } });
        if (messages === undefined && media === undefined) return before;
        const body = {
          account_id,
          message_days: messages === undefined ? before.message_days : messages,
          media_days: media === undefined ? before.media_days : media,
        };
        return (await ask(setRetention, { body })).retention;
      });
      printRecord({ account_id, ...retention }, json);
    });
}

function daysOf(text: string): number | null {
  if (text === 'off') return null;
  const days = wholeNumber(text);
  if (days < 7) throw new InvalidArgumentError('It must be at least 7, or "off".');
  return days;
}
