import { blobStoreSettings } from '@chat/media';
import { outboundSettings } from '@chat/outbound';
import { loadConfig, whole, type Environment } from '@chat/service-kit';

/** The settings of this service. */
export function loadTemplatesConfig(environment: Environment) {
  return loadConfig(
    {
      ...blobStoreSettings,
      ...outboundSettings(environment.NODE_ENV),
      /** How often the templates of a provider account are synced, in ms. */
      TEMPLATE_SYNC_INTERVAL_MS: whole({ min: 1_000 })({ default: 15 * 60 * 1000 }),
      /** How long the provider may take to show the outcome of an unanswered request, in ms. */
      TEMPLATE_GIVE_UP_MS: whole({ min: 1_000 })({ default: 2 * 60 * 1000 }),
    },
    environment,
  );
}

export type TemplatesConfig = ReturnType<typeof loadTemplatesConfig>;
