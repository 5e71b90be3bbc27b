import { isObject } from './answer.rules';
import { EXPIRED } from './error-table.rules';
import { targetsOf } from './granted-accounts.rules';

/** A token as the provider describes it. */
export interface TokenState {
  appId: string;
  isValid: boolean;
  /** Of a token that is not valid: whether it has expired, and was not withdrawn. */
  isExpired: boolean;
  /** Null: never. Undefined: the provider does not say. */
  expiresAt: Date | null | undefined;
  scopes: string[];
  /** The accounts at the provider that it names; none if the provider names none. */
  wabaIds: string[];
}

/** Reads `data` of `debug_token`, where times are in seconds and 0 means never. */
export function toTokenState(data: unknown, now: Date): TokenState {
  const { app_id, is_valid, expires_at, scopes, granular_scopes, error } = isObject(data) ? data : {};
  const expiresAt = typeof expires_at === 'number' ? momentOf(expires_at) : undefined;
  const isOver = expiresAt instanceof Date && expiresAt <= now;
  return {
    appId: String(app_id),
    isValid: is_valid === true,
    isExpired: is_valid !== true && (isOver || (isObject(error) && error.subcode === EXPIRED)),
    expiresAt,
    scopes: Array.isArray(scopes) ? scopes.map(String) : [],
    wabaIds: targetsOf(granular_scopes),
  };
}

/** When a token expires by the answer that it came with; null if that says nothing. */
export function expiryOf({ expires_in: seconds }: Record<string, unknown>, now: Date): Date | null {
  return typeof seconds === 'number' && seconds > 0 ? new Date(now.getTime() + seconds * 1000) : null;
}

/** Whether one token may take the place of another: it lasts longer, and permits no less. */
export function outlasts(one: TokenState, other: TokenState): boolean {
  const end = ({ expiresAt }: TokenState) => (expiresAt === null ? Infinity : (expiresAt?.getTime() ?? 0));
  const permitsAll = [
    [other.scopes, one.scopes],
    [other.wabaIds, one.wabaIds],
  ].every(([needed = [], given = []]) => needed.every((name) => given.includes(name)));
  return one.isValid && one.appId === other.appId && end(one) > end(other) && permitsAll;
}

function momentOf(seconds: number): Date | null {
  return seconds > 0 ? new Date(seconds * 1000) : null;
}
