import { Empty, operation } from '..';
import { ConnectNumber, NumberCredentials, NumberRef, NumberSnapshot, VerifiedNumber } from './number.dto';

/** Asks the provider whether the token is one of our app and the number is its. Changes nothing. */
export const verifyNumber = operation({
  subject: 'rpc.cloud-connector.number.verify',
  effect: 'read',
  body: NumberCredentials,
  output: VerifiedNumber,
  timeoutMs: 20_000,
  errors: ['conflict', 'provider_error'],
});

/** Registers the number where a PIN is given, subscribes to its callbacks and puts it behind the channel. */
export const connectNumber = operation({
  subject: 'rpc.cloud-connector.number.connect',
  effect: 'write',
  body: ConnectNumber,
  output: NumberSnapshot,
  timeoutMs: 20_000,
  errors: ['conflict', 'provider_error'],
});

/** Takes the number from behind a channel that is being deleted. What the provider must hear of it follows. */
export const releaseNumber = operation({
  subject: 'rpc.cloud-connector.number.release',
  effect: 'write',
  body: NumberRef,
  output: Empty,
});
