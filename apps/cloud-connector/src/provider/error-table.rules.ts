import { sendBlockers, type SendBlocker } from '@chat/contracts/templates';
import type { ErrorCode } from '@chat/errors';

/** How an error of the provider is handled. */
export interface ErrorMeaning {
  readonly code: ErrorCode;
  readonly reason?: string;
  /** Replaces the catalogue's sentence. */
  readonly message?: string;
  /** For `validation_error`: the request member at fault; `CONTENT` for the one with the content. */
  readonly member?: string;
  /** Whether, and by whom, the same call may be repeated; absent: the refusal is final. */
  readonly transient?: Transience;
  /** What the error reveals about the number; `numberTroubles` says what follows. */
  readonly trouble?: NumberTrouble;
}

/**
 * `always`: the same call may succeed shortly. `once`: worth one more attempt, since the call itself is as likely at
 * fault. `unproven`: only the provider's flag says so, of a code that nobody knows. Management is repeated, but a message
 * only by the client, who learns that it was refused.
 */
export type Transience = 'always' | 'once' | 'unproven';

/** Stands for the member that holds the content, which depends on its kind. */
export const CONTENT = 'content';

/** What is wrong with a number. */
export type NumberTrouble =
  | 'token_invalid'
  | 'token_expired'
  | 'number_removed'
  | 'account_offboarded'
  | 'account_restricted'
  | 'number_not_registered'
  | 'permission_missing';

const capability = (reason: string, message: string): ErrorMeaning => ({
  code: 'capability_error',
  reason,
  message,
});
const restricted: ErrorMeaning = {
  ...capability(
    'account_restricted',
    'The provider has restricted this business account. See its account quality.',
  ),
  trouble: 'account_restricted',
};
const wrong = (member: string): ErrorMeaning => ({ code: 'validation_error', member });
const limited: ErrorMeaning = {
  code: 'provider_error',
  reason: 'provider_rate_limited',
  message: 'The provider is not accepting more messages right now. Send it again shortly.',
  transient: 'always',
};
const failing: ErrorMeaning = {
  code: 'provider_error',
  reason: 'provider_unavailable',
  message: 'The provider cannot accept the message right now. Send it again shortly.',
  transient: 'always',
};
const unproven: ErrorMeaning = { ...failing, transient: 'unproven' };
const noPermission: ErrorMeaning = {
  ...capability(
    'permission_missing',
    'The token of this channel, or the app, lacks the permission for this message. Renew the channel with all permissions.',
  ),
  trouble: 'permission_missing',
};
const suppressed = (reason: string, message: string): ErrorMeaning => ({
  code: 'marketing_suppressed',
  reason,
  message,
});
const notRegistered: ErrorMeaning = {
  ...capability(
    'number_not_registered',
    'The number is not registered with the provider. Register it, then renew the channel.',
  ),
  trouble: 'number_not_registered',
};
const deadToken: ErrorMeaning = {
  code: 'provider_error',
  reason: 'token_invalid',
  message: 'The provider no longer accepts the token of this channel. Renew the channel with a new token.',
  trouble: 'token_invalid',
};
const expiredToken: ErrorMeaning = {
  ...deadToken,
  reason: 'token_expired',
  message: 'The token of this channel has expired. Renew the channel with a new token.',
  trouble: 'token_expired',
};
/** The token was sent, so something on the way dropped it. It may be fine, so the number stays connected. */
const tokenNotReceived: ErrorMeaning = {
  code: 'provider_error',
  reason: 'token_not_received',
  message:
    'The provider received no access token. Check what stands between this installation and the provider, such as a proxy.',
};
const notAllowed: ErrorMeaning = {
  code: 'invalid_phone',
  reason: 'recipient_not_allowed',
  message:
    'The number of this channel is not allowed to write to this phone number. Add it at the provider first.',
};
const gone: ErrorMeaning = {
  code: 'not_found',
  message:
    'The number of this channel is no longer at the provider, or its token may not use it. Renew the channel.',
  trouble: 'number_removed',
};
const billing: ErrorMeaning = { code: 'billing_blocked' };
const template = (reason: SendBlocker) => capability(reason, sendBlockers[reason]);
const pin = (reason: string, message: string): ErrorMeaning => ({ code: 'conflict', reason, message });

/** By the provider's code. HTTP statuses and texts are not used, since they differ between its documents. */
const meanings: Readonly<Record<number, ErrorMeaning>> = {
  131047: { code: 'template_required' },
  131042: billing,
  131044: billing,
  134011: billing,
  131050: suppressed(
    'opted_out',
    'This person opted out of marketing messages from this business. Do not send any.',
  ),
  131049: suppressed(
    'per_user_limit',
    'This person has received enough marketing messages for now. Wait at least 24 hours.',
  ),
  130472: suppressed(
    'experiment',
    'The provider withholds marketing messages from this person for an experiment.',
  ),
  131055: capability(
    'marketing_messages_not_set_up',
    'The provider does not allow this call for the account yet. Complete its setup at the provider.',
  ),
  131063: capability(
    'marketing_templates_disabled',
    'Marketing templates are turned off for this business account. Turn them on at the provider.',
  ),
  131064: capability(
    'messaging_limit',
    'The number reached its messaging limit at the provider. Send later.',
  ),
  131026: capability(
    'undeliverable',
    'The provider could not deliver the message. The person may not use the chat app.',
  ),
  131030: notAllowed,
  131021: { code: 'invalid_phone', message: 'The sender and the recipient are the same number.' },
  131062: capability('recipient_needs_phone', 'This message requires the phone number of the recipient.'),
  137000: capability(
    'identity_changed',
    'The identity of the recipient has changed. Confirm it before you send again.',
  ),
  131051: capability(
    'content_not_supported',
    'The provider does not support this kind of message. Send another kind.',
  ),
  131052: wrong(CONTENT),
  131053: wrong(CONTENT),
  131008: wrong(CONTENT),
  131009: wrong(CONTENT),
  100: wrong(CONTENT),
  134100: capability(
    'marketing_templates_only',
    'The provider takes only marketing templates here. Send a marketing template.',
  ),
  134101: {
    ...failing,
    reason: 'template_syncing',
    message: 'The provider is still preparing this template. Send it again in ten minutes.',
  },
  134102: capability(
    'template_unavailable',
    'The provider cannot use this template for marketing messages. Send another template.',
  ),
  135000: wrong(CONTENT),
  33: gone,
  803: gone,
  132000: wrong('body_variables'),
  132001: template('template_not_approved'),
  132005: wrong('body_variables'),
  132007: wrong('template_id'),
  132008: wrong('body_variables'),
  132012: wrong('body_variables'),
  132018: wrong('body_variables'),
  132015: template('template_paused'),
  132016: template('template_disabled'),
  132068: capability(
    'flow_blocked',
    'The provider blocked the flow of this template. Mend it there, or send another template.',
  ),
  132069: capability(
    'flow_throttled',
    'The provider lets the flow of this template be sent only rarely. Send it later, or send another template.',
  ),
  130429: limited,
  131056: limited,
  4: limited,
  17: limited,
  32: limited,
  341: limited,
  613: limited,
  131048: capability(
    'sender_restricted',
    'The provider limits this number because people reported its messages as spam.',
  ),
  368: restricted,
  131031: restricted,
  130497: capability(
    'country_restricted',
    'The provider does not allow this account to write to people in that country.',
  ),
  131037: capability(
    'display_name_not_approved',
    'The provider has not approved the display name of this number yet.',
  ),
  131045: notRegistered,
  133010: notRegistered,
  131057: failing,
  190: deadToken,
  0: deadToken,
  104: tokenNotReceived,
  10: noPermission,
  3: noPermission,
  131005: noPermission,
  1: { ...failing, transient: 'once' },
  2: failing,
  131016: failing,
  133000: failing,
  133004: failing,
  131000: failing,
  133005: pin('wrong_pin', 'The PIN is not the one that the number was registered with.'),
  133006: pin('verification_needed', 'The number must be verified again at the provider.'),
  133008: pin('too_many_pins', 'Too many wrong PINs. Wait before the next attempt.'),
  133009: pin('pin_too_soon', 'The PIN was retried too soon. Wait before the next attempt.'),
  133015: pin('deletion_pending', 'The number was just deleted. Wait five minutes.'),
  133016: pin('registration_limit', 'The number was registered too often. Try again in 72 hours.'),
};

/** The provider's subcode for "no such object, or the token may not see it", under the code 100. */
const UNKNOWN_OBJECT = 33;
/** Its subcode for a token that has expired, under the code 190. */
export const EXPIRED = 463;

/** What identifies an error of the provider. */
export interface ErrorIdentity {
  code: number | string;
  subcode?: number | null;
  isTransient?: boolean;
}

/** Returns how an error of the provider is handled, by its code. An unknown code is final, unless it claims otherwise. */
export function classifyError({ code, subcode = null, isTransient = false }: ErrorIdentity): ErrorMeaning {
  if (code === 100 && subcode === UNKNOWN_OBJECT) return gone;
  if (code === 190 && subcode === EXPIRED) return expiredToken;
  return (
    knownMeaning(code) ??
    (isTransient
      ? unproven
      : capability('refused_by_provider', 'The provider refuses this. Its own words in provider say why.'))
  );
}

/** Whether the table has the code. */
export function isKnown(code: number | string): boolean {
  return knownMeaning(code) !== null;
}

function knownMeaning(code: number | string): ErrorMeaning | null {
  if (typeof code === 'string') return null;
  if (code >= 200 && code <= 299) return noPermission;
  // Limits of the provider's business use cases, of which 80007 and 80008 are those of this one.
  if (code >= 80000 && code <= 80014) return limited;
  return meanings[code] ?? null;
}

/** The codes that the table has, for its test. */
export const knownCodes: readonly number[] = Object.keys(meanings).map(Number);
