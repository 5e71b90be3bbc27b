/**
 * A person is a user of each account that they are in, and signs in as one of these users, who has the address, the
 * password and the second factor. The others name it.
 */

/** For how many minutes the proof of a person counts. */
export const STEP_UP_MINUTES = 15;

/** The condition that the person of session `s` proved lately who they are. */
export const isProven = (s: string) => `${s}.proven_at > now() - interval '${STEP_UP_MINUTES} minutes'`;

/** The condition that user `u` belongs to the sign-in of user `s`. */
export const belongsTo = (u: string, s: string) =>
  `((${u}.account_id = ${s}.account_id AND ${u}.id = ${s}.id)
    OR (${u}.sign_in_account_id = ${s}.account_id AND ${u}.sign_in_id = ${s}.id))`;

/** Joins, as `s`, the user as whom user `u` signs in. */
export const joinSignIn = (u: string, s: string) =>
  `JOIN gateway.users ${s} ON ${s}.account_id = coalesce(${u}.sign_in_account_id, ${u}.account_id)
     AND ${s}.id = coalesce(${u}.sign_in_id, ${u}.id)`;

/** The condition that somebody who signs in as user `s` is enabled in any account. */
export const isEnabledAnywhere = (s: string) =>
  `(${s}.disabled_at IS NULL OR EXISTS (SELECT FROM gateway.users other
     WHERE other.sign_in_account_id = ${s}.account_id AND other.sign_in_id = ${s}.id AND other.disabled_at IS NULL))`;
