import { Empty, operation } from '..';
import { RotatedSecrets, RotateSecrets, SecretKeyUsage } from './secret-key.dto';

/** The services that keep values which depend on `SECRET_KEY`, and so are the only ones that get it. */
export const servicesWithSecrets: readonly string[] = [
  'cloud-connector',
  'device-sessions',
  'gateway',
  'webhooks',
];

/** The operations by which such a service answers for the keys that its values depend on. */
export function secretKeyOperations(service: string) {
  return {
    /** Which keys the service has, and how many values depend on each. */
    usage: operation({
      subject: `rpc.${service}.secret-key.usage`,
      effect: 'read',
      body: Empty,
      output: SecretKeyUsage,
      timeoutMs: 25_000,
    }),
    /** Seals one batch of values anew with the current key. Safe to repeat. */
    rotate: operation({
      subject: `rpc.${service}.secret-key.rotate`,
      effect: 'write',
      body: RotateSecrets,
      output: RotatedSecrets,
      timeoutMs: 25_000,
    }),
  };
}
