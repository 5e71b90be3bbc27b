import { Empty, operation } from '..';
import { RotatedSecrets, RotateSecrets, SecretKeyUsage } from './secret-key.dto';

/** The services that store values which depend on `SECRET_KEY`. No other service gets the key. */
export const servicesWithSecrets: readonly string[] = [
  'cloud-connector',
  'device-sessions',
  'gateway',
  'webhooks',
];

/** Returns the operations for the keys that the values of such a service depend on. */
export function secretKeyOperations(service: string) {
  return {
    /** Returns which keys the service has, and how many values depend on each. */
    usage: operation({
      subject: `rpc.${service}.secret-key.usage`,
      effect: 'read',
      body: Empty,
      output: SecretKeyUsage,
      timeoutMs: 25_000,
    }),
    /** Makes one batch of values depend on the current key only. Idempotent. */
    rotate: operation({
      subject: `rpc.${service}.secret-key.rotate`,
      unaudited: 'It seals what is stored with another key, and changes nothing that anybody sees.',
      effect: 'write',
      body: RotateSecrets,
      output: RotatedSecrets,
      timeoutMs: 25_000,
    }),
  };
}
