import type { OnboardingMode } from '@chat/contracts/channels';

/**
 * The step a session is at. `open`: the person has yet to sign up with the provider. `connecting`: a job connects the
 * number. `pin`: the person is asked for the PIN of the number. `undoing`: the session has failed, and a job undoes
 * what was done.
 */
export type SessionStep = 'open' | 'connecting' | 'pin' | 'undoing' | 'completed' | 'failed';

/** A row of `channels.onboarding_sessions`. */
export interface OnboardingSessionRow {
  account_id: number;
  id: string;
  mode: OnboardingMode;
  return_url: string;
  state: string | null;
  step: SessionStep;
  sign_up_id: number | null;
  channel_id: number | null;
  is_new_channel: boolean;
  pins_given: number;
  advice: string | null;
  error_code: string | null;
  error_message: string | null;
  expires_at: Date;
  completed_at: Date | null;
  /** According to the Postgres clock. */
  is_expired: boolean;
  /** Time since it last started connecting. */
  connecting_ms: number | null;
}

/** Listed by name, because a statement prepared with `*` breaks when a newer version adds a column. */
export const SESSION_COLUMNS = `account_id, id, mode, return_url, state, step, sign_up_id, channel_id, is_new_channel,
  pins_given, advice, error_code, error_message, expires_at, completed_at, expires_at <= now() AS is_expired,
  (extract(epoch FROM now() - connecting_since) * 1000)::float8 AS connecting_ms`;
