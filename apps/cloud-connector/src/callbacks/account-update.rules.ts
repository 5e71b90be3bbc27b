import type { NumberStatus } from '@chat/contracts/cloud-connector';
import type { NumberTrouble } from '../provider/error-table.rules';
import { isObject } from '../provider/answer.rules';
import { momentOf, objectsIn, textOf } from '../envelopes/envelope.rules';

type Json = Record<string, unknown>;

/** The effect of an `account_update` on one number of the account. */
export type AccountEffect =
  | {
      kind: 'disconnect';
      trouble: NumberTrouble;
      /** When the restriction ends; null if the provider does not say. */
      until: Date | null;
    }
  | { kind: 'reconnect' }
  | { kind: 'warn' };

interface Effect {
  effect: AccountEffect;
  /** The numbers affected: the one named in the event, all of the account, or those that a restriction disconnects. */
  scope: 'named' | 'account' | 'restricted';
}

const disconnect = (trouble: NumberTrouble, until: Date | null = null): AccountEffect => ({
  kind: 'disconnect',
  trouble,
  until,
});
const removed: Effect = { effect: disconnect('number_removed'), scope: 'named' };
const restricted: Effect = { effect: disconnect('account_restricted'), scope: 'account' };

/** The state of a number before the event. */
interface KnownNumber {
  phone_number: string;
  status: NumberStatus;
  /** Why the number has this status. */
  reason: string;
}

/**
 * Returns the account at the provider that an `account_update` is about. Its entry may name another one, such as that
 * of the business which owns the account.
 */
export function wabaOf(update: Json, entryId: string): string {
  return (isObject(update.waba_info) && textOf(update.waba_info.waba_id)) || entryId;
}

/**
 * Returns the effect of an `account_update` on one number of the account, null if none. An event that names a number
 * leaves the others alone, unless it applies to the whole account.
 */
export function effectOn(number: KnownNumber, update: Json, now: Date): AccountEffect | null {
  const known = effectOf(update, now);
  if (!known) return null;
  const { effect, scope } = known;
  const isStopped = number.status === 'disconnected' && number.reason === 'account_restricted';
  // A connected number may still show the warning of an earlier event, which this event replaces.
  if (scope === 'restricted') return isStopped || number.status === 'connected' ? effect : null;
  const named = textOf(update.phone_number).replace(/\D/g, '');
  const sharesFate = effect.kind === 'reconnect' && isStopped;
  const isMeant = scope === 'account' || named === '' || named === number.phone_number || sharesFate;
  return isMeant ? effect : null;
}

function effectOf(update: Json, now: Date): Effect | null {
  switch (textOf(update.event)) {
    case 'PARTNER_REMOVED':
    case 'PARTNER_APP_UNINSTALLED':
    case 'ACCOUNT_OFFBOARDED':
      return removed;
    case 'ACCOUNT_DELETED':
      return { ...removed, scope: 'account' };
    case 'ACCOUNT_RESTRICTION':
      return effectOfRestriction(update.restriction_info, now);
    case 'DISABLED_UPDATE':
      return effectOfBan(update.ban_info);
    case 'ACCOUNT_RECONNECTED':
      return { effect: { kind: 'reconnect' }, scope: 'named' };
    default:
      return null;
  }
}

/** Only some restrictions concern messages. The number works again when the last of these ends. */
function effectOfRestriction(info: unknown, now: Date): Effect | null {
  const restrictions = objectsIn(info);
  if (restrictions.length === 0) return restricted;
  const ends = restrictions
    .filter(({ restriction_type: type }) => textOf(type).endsWith('_MESSAGING'))
    .map(({ expiration }) => momentOf(expiration))
    .filter((end) => end === null || end > now);
  if (ends.length === 0) return null;
  const until = ends.includes(null) ? null : new Date(Math.max(...ends.map(Number)));
  return { ...restricted, effect: disconnect('account_restricted', until) };
}

function effectOfBan(info: unknown): Effect | null {
  switch (isObject(info) ? textOf(info.waba_ban_state) : '') {
    case '':
    case 'DISABLE':
      return restricted;
    case 'SCHEDULE_FOR_DISABLE':
      return { effect: { kind: 'warn' }, scope: 'account' };
    case 'REINSTATE':
      return { effect: { kind: 'reconnect' }, scope: 'restricted' };
    default:
      return null;
  }
}
