import { operation } from '..';
import { ErasedPhoneRecords, ExportedPhoneRecords, NamedPerson } from './person.dto';
import {
  ClaimedSession,
  LogOutSession,
  PairSession,
  RenewedMedia,
  RenewMedia,
  ResetSession,
  SessionPairingCode,
  SessionQr,
  SessionRef,
  SessionSnapshot,
} from './session.dto';

/** Routes an operation to the replica that runs the channel's session. */
export const sessionOwner = { member: 'channel_id', claim: 'rpc.device-sessions.session.claim' } as const;

/** Asks any replica to claim a session that has no owner. */
export const claimSession = operation({
  subject: sessionOwner.claim,
  effect: 'write',
  body: SessionRef,
  output: ClaimedSession,
});

/** Returns the session as stored; creates the row on first use. Any replica answers. */
export const getSession = operation({
  subject: 'rpc.device-sessions.session.get',
  effect: 'read',
  body: SessionRef,
  output: SessionSnapshot,
  timeoutMs: 3_000,
});

/** Starts the session if needed and returns a code to scan. */
export const getSessionQr = operation({
  subject: 'rpc.device-sessions.session.qr',
  effect: 'write',
  body: SessionRef,
  output: SessionQr,
  owner: sessionOwner,
  timeoutMs: 15_000,
  errors: ['qr_failed', 'device_service_error'],
});

/** Starts the session if needed and returns a code to type into the phone. */
export const getSessionPairingCode = operation({
  subject: 'rpc.device-sessions.session.pairing-code',
  effect: 'write',
  body: PairSession,
  output: SessionPairingCode,
  owner: sessionOwner,
  timeoutMs: 20_000,
  errors: ['pairing_failed', 'device_service_error', 'conflict'],
});

/** Closes the connection and deletes the link, so that the channel can be paired again. */
export const resetSession = operation({
  subject: 'rpc.device-sessions.session.reset',
  effect: 'write',
  body: ResetSession,
  output: SessionSnapshot,
  owner: sessionOwner,
});

/** Logs this device out of the phone's network (best effort) and deletes the link. */
export const logOutSession = operation({
  subject: 'rpc.device-sessions.session.log-out',
  effect: 'write',
  body: LogOutSession,
  output: SessionSnapshot,
  owner: sessionOwner,
  timeoutMs: 15_000,
});

/** Has the phone upload media again that expired on the network. */
export const renewDeviceMedia = operation({
  subject: 'rpc.device-sessions.media.renew',
  effect: 'write',
  body: RenewMedia,
  output: RenewedMedia,
  owner: sessionOwner,
  timeoutMs: 35_000,
  errors: ['device_service_error'],
});

/** Erases what phones keep of a person besides messages. Idempotent. */
export const erasePhoneRecords = operation({
  subject: 'rpc.device-sessions.person.erase',
  effect: 'write',
  body: NamedPerson,
  output: ErasedPhoneRecords,
  timeoutMs: 25_000,
});

export const exportPhoneRecords = operation({
  subject: 'rpc.device-sessions.person.export',
  effect: 'read',
  body: NamedPerson,
  output: ExportedPhoneRecords,
  timeoutMs: 25_000,
});
