import type { NumberTrouble } from '../provider/error-table.rules';

/** The sentences shown as `last_error` of a channel. */
export const troubleSentences: Readonly<Record<NumberTrouble, string>> = {
  token_invalid: 'The provider no longer accepts the token. Renew the channel with a new one.',
  number_removed: 'The number was removed at the provider, or its token may not use it any more.',
  account_restricted: 'The provider has restricted this business account. See its account quality.',
  number_not_registered:
    'The number is not registered with the provider. Register it, then renew the channel.',
  permission_missing: 'The token lacks a permission at the provider. Renew the channel with a complete one.',
};

export const DISABLE_SCHEDULED_SENTENCE =
  'The provider is going to disable this business account. See its account quality.';

export const BILLING_SENTENCE =
  'The provider cannot bill this number. Settle its payment method there; messages that cost nothing still go out.';
