import type { RawStatus } from '@chat/contracts/device-sessions';
import type { CloseReason } from '../engines/close-reasons';

/** A connection that the network ended. */
export interface Closing {
  reason: CloseReason;
  /** When a restriction ends; null if the network does not say or there is none. */
  until: Date | null;
  /** Whether a phone is linked. */
  isLinked: boolean;
  /** Consecutive connections that ended before they were open. */
  attempts: number;
  /** Time since another connection last replaced this one; null if none ever did. */
  msSinceConflict: number | null;
  now: Date;
  /** 0 to 1, for the jitter. */
  random: number;
}

/**
 * What follows: a new connection after the delay, a stop until the session is requested again, or a stop that also
 * forgets the link.
 */
export interface Verdict {
  rawStatus: RawStatus;
  next: 'reconnect' | 'stop' | 'forget';
  delayMs: number;
  /** Null when nothing is wrong. */
  error: SessionError | null;
  /** Whether it may heal by itself in a moment, so that nobody is told before the grace has passed. */
  isPassing: boolean;
}

/** Why a session is not connected, or is limited, in one word for programs. */
export const sessionReasons = [
  'disconnected',
  'logged_out',
  'banned',
  'restricted',
  'client_outdated',
  'phone_outdated',
  'qr_timeout',
  'conflict',
  'unreachable',
  'engine_missing',
  'passkey_required',
] as const;

export interface SessionError {
  reason: (typeof sessionReasons)[number];
  /** What to do, for people. */
  sentence: string;
}

const SECOND = 1_000;
const MAX_BACKOFF_MS = 60 * SECOND;
const CONFLICT_RETRY_MS = 60 * SECOND;
const CONFLICT_MEMORY_MS = 10 * 60 * SECOND;
const BUSY_NETWORK_MS = 10 * SECOND;
/** A connection that is restricted is tried again after this time at the latest: restrictions are lifted early. */
const MAX_RESTRICTED_MS = 60 * 60 * SECOND;

export const LOST: SessionError = {
  reason: 'disconnected',
  sentence: 'The connection to the phone’s network was lost. It is being restored; try again shortly.',
};
const ENDED: SessionError = {
  reason: 'disconnected',
  sentence: 'The connection to the phone’s network ended before a phone was linked. Request a new code.',
};
const REMOVED: SessionError = {
  reason: 'logged_out',
  sentence: 'The phone removed this device. Reconnect the channel and link the phone again.',
};
const BANNED: SessionError = {
  reason: 'banned',
  sentence: 'The network banned this number. Link another phone.',
};
const OUTDATED: SessionError = {
  reason: 'client_outdated',
  sentence: 'The network rejects this version of the device. Update the service.',
};
const PHONE_OUTDATED: SessionError = {
  reason: 'phone_outdated',
  sentence: 'The phone does not support linked devices. Update the app on the phone.',
};
const NOT_SCANNED: SessionError = {
  reason: 'qr_timeout',
  sentence: 'The code was not scanned in time. Request a new one.',
};
const REPLACED: SessionError = {
  reason: 'conflict',
  sentence: 'Another connection replaced this one. Reconnect the channel.',
};

const UNREACHABLE: SessionError = {
  reason: 'unreachable',
  sentence: 'The phone’s network cannot be reached. The connection is being restored; try again shortly.',
};
export const ENGINE_MISSING: SessionError = {
  reason: 'engine_missing',
  sentence:
    'This phone was linked with an engine that is not installed. Install it, or reconnect the channel and link the phone again.',
};
const PASSKEY: SessionError = {
  reason: 'passkey_required',
  sentence:
    'The account on this phone can only be linked with a passkey, which is not supported. Turn passkeys off in the app, or link another phone.',
};

/** Returns why a session may not do everything: it cannot connect, or may not start new chats. */
export function restrictedUntil(until: Date | null): SessionError {
  const end = until ? `until ${until.toISOString().replace('Z', '+00:00')}` : 'and does not say until when';
  return { reason: 'restricted', sentence: `The network restricts this number ${end}.` };
}

/** Decides what a session does when its connection has ended. */
export function afterClose(closing: Closing): Verdict {
  switch (closing.reason) {
    case 'restart_required':
      return { rawStatus: 'CONNECTING', next: 'reconnect', delayMs: 0, error: null, isPassing: true };
    case 'logged_out':
      return { ...stop('LOGGED_OUT', REMOVED), next: 'forget' };
    case 'banned':
      return stop('BANNED', BANNED);
    case 'restricted':
      return afterRestriction(closing);
    case 'client_outdated':
      return stop('FAILED', OUTDATED);
    case 'phone_outdated':
      return stop('FAILED', PHONE_OUTDATED);
    case 'passkey_required':
      return stop('FAILED', PASSKEY);
    case 'code_expired':
      return stop('QR_TIMEOUT', NOT_SCANNED);
    case 'replaced':
      return afterConflict(closing);
    case 'busy':
      return retry(closing, BUSY_NETWORK_MS / SECOND, LOST);
    case 'unreachable':
      return retry(closing, 1, UNREACHABLE);
    case 'lost':
      return retry(closing, 1, LOST);
  }
}

/** Retries once, then leaves it to a person: two owners of one link would replace each other forever. */
function afterConflict({ msSinceConflict }: Closing): Verdict {
  const isFirst = msSinceConflict === null || msSinceConflict > CONFLICT_MEMORY_MS;
  if (!isFirst) return stop('CONFLICT', REPLACED);
  return { ...stop('CONFLICT', REPLACED), next: 'reconnect', delayMs: CONFLICT_RETRY_MS };
}

/** Connects again when the restriction ends. */
function afterRestriction({ isLinked, until, now }: Closing): Verdict {
  const verdict = stop('DISCONNECTED', restrictedUntil(until));
  if (!isLinked) return verdict;
  const msLeft = until ? until.getTime() - now.getTime() : MAX_RESTRICTED_MS;
  return {
    ...verdict,
    next: 'reconnect',
    delayMs: Math.min(Math.max(msLeft, BUSY_NETWORK_MS), MAX_RESTRICTED_MS),
  };
}

/** Reconnects a linked session; an unlinked one waits for the next request. */
function retry({ isLinked, attempts, random }: Closing, firstSeconds: number, error: SessionError): Verdict {
  if (!isLinked) return stop('DISCONNECTED', ENDED);
  const backoffMs = Math.min(MAX_BACKOFF_MS, firstSeconds * SECOND * 2 ** attempts);
  const jitter = 0.8 + 0.4 * random;
  return {
    rawStatus: 'DISCONNECTED',
    next: 'reconnect',
    delayMs: Math.round(backoffMs * jitter),
    error,
    isPassing: true,
  };
}

function stop(rawStatus: RawStatus, error: SessionError): Verdict {
  return { rawStatus, next: 'stop', delayMs: 0, error, isPassing: false };
}
