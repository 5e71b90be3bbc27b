import type { NumberTrouble } from '../provider/error-table.rules';

/** What follows from a trouble of a number. */
interface Consequence {
  /** Whether the number can do nothing any more; otherwise it stays connected, with a warning. */
  readonly disconnects: boolean;
  /** `last_error` of the channel: what is wrong, and what to do. */
  readonly sentence: string;
}

/** By the reason of `device.status_changed`. */
export const numberTroubles: Readonly<Record<NumberTrouble, Consequence>> = {
  token_invalid: {
    disconnects: true,
    sentence: 'The provider no longer accepts the token. Renew the channel with a new one.',
  },
  token_expired: {
    disconnects: true,
    sentence: 'The token has expired. Renew the channel with a new one, or sign up with the number again.',
  },
  number_removed: {
    disconnects: true,
    sentence:
      'The number was removed at the provider, or its token may not use it any more. Connect the number again.',
  },
  account_offboarded: {
    disconnects: true,
    sentence:
      "The business registered the number anew in its app, which took it off the provider's cloud. It usually comes back by " +
      'itself. Connect the number again if it does not.',
  },
  account_restricted: {
    disconnects: true,
    sentence: 'The provider has restricted this business account. See its account quality at the provider.',
  },
  number_not_registered: {
    disconnects: true,
    sentence: 'The number is not registered with the provider. Register it, then renew the channel.',
  },
  // The provider refuses single actions for this, whatever else the token may do.
  permission_missing: {
    disconnects: false,
    sentence:
      'The provider refused an action for which the token or the app lacks a permission. Renew the channel with all ' +
      'permissions; everything else works.',
  },
};

/** An error of a number that stays connected. */
export interface NumberWarning {
  /** In one word. */
  readonly reason: string;
  readonly sentence: string;
}

export const disableScheduled: NumberWarning = {
  reason: 'disable_scheduled',
  sentence: 'The provider is going to disable this business account. See its account quality.',
};

export const billingBlocked: NumberWarning = {
  reason: 'billing_blocked',
  sentence:
    'The provider cannot bill this number. Settle its payment method there; messages that cost nothing still go out.',
};
