import { operation } from '..';
import {
  ClaimedSession,
  ConnectorAccepted,
  ConnectorSend,
  LogOutSession,
  PairSession,
  SessionPairingCode,
  SessionQr,
  SessionRef,
  SessionSnapshot,
  SettleSend,
  SettledSend,
} from './session.dto';

const owner = { member: 'channel_id', claim: 'rpc.device-sessions.session.claim' } as const;

/** Any replica may take a session that nobody owns. */
export const claimSession = operation({
  subject: owner.claim,
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
  owner,
  timeoutMs: 15_000,
  errors: ['qr_failed', 'device_service_error'],
});

/** Starts the session if needed and answers with a code to type into the phone. */
export const getSessionPairingCode = operation({
  subject: 'rpc.device-sessions.session.pairing-code',
  effect: 'write',
  body: PairSession,
  output: SessionPairingCode,
  owner,
  timeoutMs: 20_000,
  errors: ['pairing_failed', 'device_service_error', 'conflict'],
});

/** Ends the connection and forgets the link, so that the channel can be paired anew. */
export const resetSession = operation({
  subject: 'rpc.device-sessions.session.reset',
  effect: 'write',
  body: SessionRef,
  output: SessionSnapshot,
  owner,
});

/** Tells the phone's network that this device is gone (best effort) and forgets the link. */
export const logOutSession = operation({
  subject: 'rpc.device-sessions.session.log-out',
  effect: 'write',
  body: LogOutSession,
  output: SessionSnapshot,
  owner,
  timeoutMs: 15_000,
});

/** Hands one message over. Repeats with the same message id never hand it over twice. */
export const sendThroughDevice = operation({
  subject: 'rpc.device-sessions.message.send',
  effect: 'send',
  body: ConnectorSend,
  output: ConnectorAccepted,
  owner,
  timeoutMs: 25_000,
  errors: ['device_service_error', 'capability_error', 'invalid_phone', 'provider_outcome_unknown'],
});

/** After a send's deadline: what became of it. No record means refused, from then on for good. */
export const settleDeviceSend = operation({
  subject: 'rpc.device-sessions.message.settle',
  effect: 'write',
  body: SettleSend,
  output: SettledSend,
});
