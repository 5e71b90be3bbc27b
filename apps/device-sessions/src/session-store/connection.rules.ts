import { closeCodes } from '@chat/device-network';
import type { RawStatus } from '@chat/contracts/device-sessions';

/** A connection that the network ended. */
export interface Closing {
  code: number;
  /** Whether the session has credentials. */
  isLinked: boolean;
  /** Consecutive connections that ended before they were open. */
  attempts: number;
  /** Time since another connection last replaced this one; null if none ever did. */
  msSinceConflict: number | null;
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
}

/** Why a session is not connected. */
export interface SessionError {
  /** One word, for programs. */
  reason: string;
  /** What to do, for people. */
  sentence: string;
}

const SECOND = 1_000;
const MAX_BACKOFF_MS = 60 * SECOND;
const CONFLICT_RETRY_MS = 60 * SECOND;
const CONFLICT_MEMORY_MS = 10 * 60 * SECOND;
const BUSY_NETWORK_MS = 10 * SECOND;
const BAD_SESSION_RETRIES = 3;

const LOST: SessionError = {
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

/** Decides what a session does when the network ends its connection with this code. */
export function afterClose(closing: Closing): Verdict {
  const { code, isLinked, attempts } = closing;
  switch (code) {
    case closeCodes.restartRequired:
      return { rawStatus: 'CONNECTING', next: 'reconnect', delayMs: 0, error: null };
    case closeCodes.loggedOut:
      return { rawStatus: 'LOGGED_OUT', next: 'forget', delayMs: 0, error: REMOVED };
    case closeCodes.forbidden:
      return stop('BANNED', BANNED);
    case closeCodes.clientOutdated:
      return stop('FAILED', OUTDATED);
    case closeCodes.multideviceMismatch:
      return stop('FAILED', PHONE_OUTDATED);
    case closeCodes.timedOut:
      return isLinked ? retry(closing, 1) : stop('QR_TIMEOUT', NOT_SCANNED);
    case closeCodes.connectionReplaced:
      return afterConflict(closing);
    case closeCodes.badSession:
      if (attempts < BAD_SESSION_RETRIES) return retry(closing, 1);
      return { rawStatus: 'LOGGED_OUT', next: 'forget', delayMs: 0, error: REMOVED };
    case closeCodes.unavailableService:
      return retry(closing, BUSY_NETWORK_MS / SECOND);
    default:
      return retry(closing, 1);
  }
}

/** Retries once, then leaves it to a person: two owners of one link would replace each other forever. */
function afterConflict({ msSinceConflict }: Closing): Verdict {
  const isFirst = msSinceConflict === null || msSinceConflict > CONFLICT_MEMORY_MS;
  if (!isFirst) return stop('CONFLICT', REPLACED);
  return { rawStatus: 'CONFLICT', next: 'reconnect', delayMs: CONFLICT_RETRY_MS, error: REPLACED };
}

/** Reconnects a linked session; an unlinked one waits for the next request. */
function retry({ isLinked, attempts, random }: Closing, firstSeconds: number): Verdict {
  if (!isLinked) return stop('DISCONNECTED', ENDED);
  const backoffMs = Math.min(MAX_BACKOFF_MS, firstSeconds * SECOND * 2 ** attempts);
  const jitter = 0.8 + 0.4 * random;
  return {
    rawStatus: 'DISCONNECTED',
    next: 'reconnect',
    delayMs: Math.round(backoffMs * jitter),
    error: LOST,
  };
}

function stop(rawStatus: RawStatus, error: SessionError): Verdict {
  return { rawStatus, next: 'stop', delayMs: 0, error };
}
