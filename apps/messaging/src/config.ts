import { loadConfig, whole, type Environment } from '@chat/service-kit';

/** The settings of this service. */
export function loadMessagingConfig(environment: Environment) {
  return loadConfig(
    {
      /** How long a connector may take to hand a message over, in milliseconds. */
      SEND_TIMEOUT_MS: whole({ min: 1 })({ default: 20_000 }),
    },
    environment,
  );
}

export type MessagingConfig = ReturnType<typeof loadMessagingConfig>;
