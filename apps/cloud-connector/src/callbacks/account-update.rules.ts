import type { NumberTrouble } from '../provider/error-table.rules';

/** What an event of the provider's account does to a number of it. */
export type AccountEffect = { kind: 'disconnect'; trouble: NumberTrouble } | { kind: 'reconnect' };

interface Effect {
  effect: AccountEffect;
  /** Whether it is about the number that the event names, or about all of the account. */
  scope: 'named' | 'account';
}

const removed: Effect = { effect: { kind: 'disconnect', trouble: 'number_removed' }, scope: 'named' };
const restricted: Effect = {
  effect: { kind: 'disconnect', trouble: 'account_restricted' },
  scope: 'account',
};

const effects: ReadonlyMap<string, Effect> = new Map([
  ['PARTNER_REMOVED', removed],
  ['ACCOUNT_OFFBOARDED', removed],
  ['ACCOUNT_DELETED', { ...removed, scope: 'account' }],
  ['ACCOUNT_RESTRICTION', restricted],
  ['DISABLED_UPDATE', restricted],
  ['ACCOUNT_RECONNECTED', { effect: { kind: 'reconnect' }, scope: 'named' }],
]);

/** A number as far as it matters here. */
interface KnownNumber {
  phone_number: string;
  /** Why it is as it is. */
  reason: string;
}

/**
 * What an `account_update` does to one number of the account; null when nothing.
 * @param named digits, where the event names a number: an event about one number leaves the others alone, but for those
 * that share the fate of the account.
 */
export function effectOn(number: KnownNumber, event: string, named: string | null): AccountEffect | null {
  const known = effects.get(event);
  if (!known) return null;
  const sharesFate = known.effect.kind === 'reconnect' && number.reason === 'account_restricted';
  const isMeant = known.scope === 'account' || named === null || named === number.phone_number || sharesFate;
  return isMeant ? known.effect : null;
}
