import type { NumberRestriction, NumberStatus, RestrictionKind } from '@chat/contracts/cloud-connector';
import type { NumberTrouble } from '../provider/error-table.rules';
import { isObject } from '../provider/answer.rules';
import { momentOf, objectsIn, textOf } from '../envelopes/envelope.rules';
import { departureSentence } from '../numbers/departure.rules';
import { activeOf, forbidsAll, replaced } from '../numbers/restriction.rules';

type Json = Record<string, unknown>;

/** The effect of an `account_update` on one number of the account. */
export type AccountEffect =
  | {
      kind: 'disconnect';
      trouble: NumberTrouble;
      /** Replaces the usual sentence of the trouble. */
      sentence?: string;
      /** The restrictions that leave nothing to send, if the provider names them. */
      restrictions?: NumberRestriction[];
    }
  /** Some kinds of message are restricted; the others work. */
  | { kind: 'restrict'; restrictions: NumberRestriction[] }
  | { kind: 'reconnect' }
  | { kind: 'warn' };

/** By the provider's types. Others concern no messages, such as the one that forbids to add numbers, or not all. */
const restrictionKinds: Readonly<Record<string, RestrictionKind>> = {
  RESTRICTED_BIZ_INITIATED_MESSAGING: 'business_initiated',
  RESTRICTED_CUSTOMER_INITIATED_MESSAGING: 'customer_initiated',
  RESTRICTED_UTILITY_TEMPLATES: 'utility_templates',
};

interface Effect {
  effect: AccountEffect;
  /** The numbers affected: the one named in the event, all of the account, or those that a restriction disconnects. */
  scope: 'named' | 'account' | 'restricted';
}

const removed: Effect = { effect: { kind: 'disconnect', trouble: 'number_removed' }, scope: 'named' };
const restricted: Effect = {
  effect: { kind: 'disconnect', trouble: 'account_restricted' },
  scope: 'account',
};

/** The state of a number before the event. */
interface KnownNumber {
  phone_number: string;
  status: NumberStatus;
  /** Why the number has this status. */
  reason: string;
  restrictions: readonly NumberRestriction[];
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
 * @param appId our app at the provider.
 */
export function effectOn(
  number: KnownNumber,
  update: Json,
  { now, appId }: { now: Date; appId: string },
): AccountEffect | null {
  const known = effectOf(number, update, { now, appId });
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

function effectOf(
  number: KnownNumber,
  update: Json,
  { now, appId }: { now: Date; appId: string },
): Effect | null {
  switch (textOf(update.event)) {
    case 'PARTNER_REMOVED':
      return effectOfDeparture(update.disconnection_info);
    case 'PARTNER_APP_UNINSTALLED':
      return isOfOtherApp(update.waba_info, appId) ? null : removed;
    case 'ACCOUNT_OFFBOARDED':
      return { effect: { kind: 'disconnect', trouble: 'account_offboarded' }, scope: 'named' };
    case 'ACCOUNT_DELETED':
      return { ...removed, scope: 'account' };
    case 'ACCOUNT_RESTRICTION':
      return effectOfRestriction(number.restrictions, update, now);
    case 'DISABLED_UPDATE':
      return effectOfBan(update.ban_info);
    case 'ACCOUNT_RECONNECTED':
      return { effect: { kind: 'reconnect' }, scope: 'named' };
    default:
      return null;
  }
}

function effectOfDeparture(info: unknown): Effect {
  const sentence = isObject(info) ? departureSentence(textOf(info.reason)) : null;
  return {
    effect: { kind: 'disconnect', trouble: 'number_removed', ...(sentence !== null && { sentence }) },
    scope: 'named',
  };
}

/** A business may uninstall any app of a partner; the partner is told of each. */
function isOfOtherApp(info: unknown, appId: string): boolean {
  const named = isObject(info) ? textOf(info.partner_app_id) : '';
  return named !== '' && named !== appId;
}

/**
 * The event lists the restrictions that hold; only some concern messages. Without a list, everything is restricted, unless
 * the event is about templates in a wrong category: then it warns, or tells that the restriction of these has ended.
 */
function effectOfRestriction(known: readonly NumberRestriction[], update: Json, now: Date): Effect | null {
  const isListed = objectsIn(update.restriction_info).length > 0;
  const violation = isObject(update.violation_info) ? textOf(update.violation_info.violation_type) : '';
  if (!isListed && !violation.startsWith('UTILITY_TEMPLATE_ABUSE')) return restricted;
  const reported = restrictionsIn(update.restriction_info, now);
  if (reported.length === 0 && !violation.endsWith('_UNBAN')) return null;
  const restrictions = replaced(activeOf(known, now), reported);
  return forbidsAll(restrictions)
    ? { effect: { kind: 'disconnect', trouble: 'account_restricted', restrictions }, scope: 'account' }
    : { effect: { kind: 'restrict', restrictions }, scope: 'account' };
}

/** Returns the restrictions of messages in `restriction_info` of an `account_update` that still hold. */
function restrictionsIn(info: unknown, now: Date): NumberRestriction[] {
  const given = objectsIn(info).flatMap(({ restriction_type: type, expiration }) => {
    const kind = restrictionKinds[textOf(type)];
    return kind ? [{ kind, until: momentOf(expiration)?.toISOString() ?? null }] : [];
  });
  return activeOf(given, now);
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
