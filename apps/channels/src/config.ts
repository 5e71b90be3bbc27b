import { loadConfig, settings, whole, type Environment } from '@chat/service-kit';

const LONGEST_SESSION_MS = 30 * 60 * 1000;

/** The settings of this service. */
export function loadChannelsConfig(environment: Environment) {
  return loadConfig(
    {
      /** Base URL of the hosted pages. */
      PUBLIC_BASE_URL: settings.url({
        devDefault: 'http://127.0.0.1:3000',
        desc: 'where clients reach the API, as in https://api.example.com',
      }),
      /** Lifetime of a hosted onboarding session, in ms. */
      ONBOARDING_TTL_MS: whole({ min: 1_000, max: LONGEST_SESSION_MS })({ default: LONGEST_SESSION_MS }),
    },
    environment,
  );
}

export type ChannelsConfig = ReturnType<typeof loadChannelsConfig>;
