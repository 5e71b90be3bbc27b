import { Empty, operation } from '..';
import { NumberSnapshot, VerifiedNumber } from './number.dto';
import {
  AbandonSignUp,
  ConnectSignUp,
  DescribeSignUp,
  ExchangeSignUpCode,
  GiveSignUpPin,
  SignUpRef,
  SignUpSettings,
} from './sign-up.dto';

/** Returns what the sign-up page needs; answers `feature_disabled` if the installation has no app at the provider. */
export const describeSignUp = operation({
  subject: 'rpc.cloud-connector.sign-up.describe',
  effect: 'read',
  body: DescribeSignUp,
  output: SignUpSettings,
  errors: ['feature_disabled'],
});

/**
 * Exchanges a code for a token, which never leaves the connector. A repeat with the same code returns the same sign-up.
 */
export const exchangeSignUpCode = operation({
  subject: 'rpc.cloud-connector.sign-up.exchange',
  effect: 'write',
  body: ExchangeSignUpCode,
  output: SignUpRef,
  timeoutMs: 15_000,
  errors: ['feature_disabled', 'conflict', 'provider_error'],
});

/** Selects the number among those that the token grants. Changes nothing at the provider. */
export const verifySignUp = operation({
  subject: 'rpc.cloud-connector.sign-up.verify',
  effect: 'read',
  body: SignUpRef,
  output: VerifiedNumber,
  timeoutMs: 30_000,
  errors: ['capability_error', 'conflict', 'provider_error'],
});

/** Registers the number, subscribes to its callbacks and connects it to the channel. Idempotent. */
export const connectSignUp = operation({
  subject: 'rpc.cloud-connector.sign-up.connect',
  effect: 'write',
  body: ConnectSignUp,
  output: NumberSnapshot,
  timeoutMs: 45_000,
  errors: ['capability_error', 'conflict', 'provider_error'],
});

/** Stores the PIN with which the number will be registered. */
export const giveSignUpPin = operation({
  subject: 'rpc.cloud-connector.sign-up.give-pin',
  effect: 'write',
  body: GiveSignUpPin,
  output: Empty,
});

/** Undoes what was done at the provider and deletes the token. Idempotent. */
export const abandonSignUp = operation({
  subject: 'rpc.cloud-connector.sign-up.abandon',
  effect: 'write',
  body: AbandonSignUp,
  output: Empty,
});
