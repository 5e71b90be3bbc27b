import { Empty, operation } from '..';
import { ConnectNumber, NumberCredentials, NumberRef, NumberSnapshot, VerifiedNumber } from './number.dto';

/** Verifies with the provider that the token was issued to our app and grants access to the number. Changes nothing. */
export const verifyNumber = operation({
  subject: 'rpc.cloud-connector.number.verify',
  effect: 'read',
  body: NumberCredentials,
  output: VerifiedNumber,
  timeoutMs: 20_000,
  errors: ['conflict', 'provider_error'],
});

/** Registers the number if a PIN is given, subscribes to its callbacks and connects it to the channel. */
export const connectNumber = operation({
  subject: 'rpc.cloud-connector.number.connect',
  effect: 'write',
  body: ConnectNumber,
  output: NumberSnapshot,
  timeoutMs: 20_000,
  errors: ['conflict', 'provider_error'],
});

/** Disconnects the number from a channel that is being deleted. The provider is notified afterwards. */
export const releaseNumber = operation({
  subject: 'rpc.cloud-connector.number.release',
  effect: 'write',
  body: NumberRef,
  output: Empty,
});
