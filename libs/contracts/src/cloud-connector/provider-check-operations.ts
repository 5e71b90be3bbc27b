import { Empty, operation } from '..';
import { CheckedNumbers, CheckNumbers, ProviderFindings } from './provider-check.dto';

/** Checks the settings of the app at the provider, there and at the callback URL. Changes nothing. */
export const checkProvider = operation({
  subject: 'rpc.cloud-connector.provider.check',
  effect: 'read',
  body: Empty,
  output: ProviderFindings,
  timeoutMs: 45_000,
});

/** Checks some numbers at the provider, in the order of their accounts and channels. */
export const checkNumbers = operation({
  subject: 'rpc.cloud-connector.number.check',
  unaudited: 'It asks the provider, and keeps the answer as every survey does.',
  effect: 'write',
  body: CheckNumbers,
  output: CheckedNumbers,
  timeoutMs: 45_000,
});
