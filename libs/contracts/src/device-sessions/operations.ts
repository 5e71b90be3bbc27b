import { operation } from '..';
import {
  ClaimedSession,
  LogOutSession,
  PairSession,
  ResetSession,
  SessionPairingCode,
  SessionQr,
  SessionRef,
  SessionSnapshot,
} from './session.dto';

/** The one replica that runs a channel's session answers for it. */
export const sessionOwner = { member: 'channel_id', claim: 'rpc.device-sessions.session.claim' } as const;

/** Any replica may take a session that nobody owns. */
export const claimSession = operation({
  subject: sessionOwner.claim,
  effect: 'write',
  body: SessionRef,
  output: ClaimedSession,
});

/** The session as its row stands; creates the row on the first mention. Any replica answers. */
export const getSession = operation({
  subject: 'rpc.device-sessions.session.get',
  effect: 'read',
  body: SessionRef,
  output: SessionSnapshot,
  timeoutMs: 3_000,
});

/** Starts the session if needed and answers with a code to scan. */
export const getSessionQr = operation({
  subject: 'rpc.device-sessions.session.qr',
  effect: 'write',
  body: SessionRef,
  output: SessionQr,
  owner: sessionOwner,
  timeoutMs: 15_000,
  errors: ['qr_failed', 'device_service_error'],
});

/** Starts the session if needed and answers with a code to type into the phone. */
export const getSessionPairingCode = operation({
  subject: 'rpc.device-sessions.session.pairing-code',
  effect: 'write',
  body: PairSession,
  output: SessionPairingCode,
  owner: sessionOwner,
  timeoutMs: 20_000,
  errors: ['pairing_failed', 'device_service_error', 'conflict'],
});

/** Ends the connection and forgets the link, so that the channel can be paired anew. */
export const resetSession = operation({
  subject: 'rpc.device-sessions.session.reset',
  effect: 'write',
  body: ResetSession,
  output: SessionSnapshot,
  owner: sessionOwner,
});

/** Tells the phone's network that this device is gone (best effort) and forgets the link. */
export const logOutSession = operation({
  subject: 'rpc.device-sessions.session.log-out',
  effect: 'write',
  body: LogOutSession,
  output: SessionSnapshot,
  owner: sessionOwner,
  timeoutMs: 15_000,
});
