import { loadConfig, whole } from '@chat/service-kit';

/** The environment of this service. */
export const loadMessagingConfig = () =>
  loadConfig({
    /** How long a connector may take to hand a message over, in milliseconds. */
    SEND_TIMEOUT_MS: whole({ min: 1 })({ default: 20_000 }),
  });

export type MessagingConfig = ReturnType<typeof loadMessagingConfig>;
