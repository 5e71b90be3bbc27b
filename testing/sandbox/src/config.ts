import { makeValidator } from 'envalid';
import { processSettings, readSettings, settings, whole, type Environment } from '@chat/service-kit';
import { allCallbackFields } from './provider/callbacks/fields';

/** Anyone who can reach the sandbox can act as any phone, so it refuses to run in production. */
const anythingButProduction = makeValidator((input: string) => {
  if (input === 'production')
    throw new Error('must not be production: the sandbox is for development and tests');
  return input;
});

const positive = whole({ min: 1 });

export function loadSandboxConfig(environment: Environment) {
  return readSettings(
    {
      ...processSettings,
      NODE_ENV: anythingButProduction({ default: 'development' }),
      DATABASE_URL: settings.postgresUrl({ desc: 'Postgres, as in postgres://user:password@host:5432/chat' }),
      DATABASE_POOL_SIZE: whole({ min: 2 })({ default: 10 }),
      SANDBOX_HOST: settings.host({ default: '127.0.0.1' }),
      SANDBOX_PORT: settings.listenPort({ default: 3100 }),
      /** The folder for the bytes of messages. */
      SANDBOX_MEDIA_FOLDER: settings.str({ default: '.data/sandbox-media' }),
      /** Lifetime of the first QR code of a connection, lifetime of the others, and their number. */
      SANDBOX_QR_FIRST_MS: positive({ default: 60_000 }),
      SANDBOX_QR_NEXT_MS: positive({ default: 20_000 }),
      SANDBOX_QR_COUNT: positive({ default: 6 }),
      /** The app at the provider: its credentials, as configured in the connector, and its callback URL. */
      PROVIDER_APP_ID: settings.str({ default: '900000000000001' }),
      PROVIDER_APP_SECRET: settings.str({ default: 'sandbox-app-secret' }),
      PROVIDER_VERIFY_TOKEN: settings.str({ default: 'sandbox-verify-token' }),
      SANDBOX_CALLBACK_URL: settings.str({ default: 'http://127.0.0.1:3200/provider/callbacks' }),
      /** The callback fields that the app is subscribed to; callbacks of other fields are not sent. */
      SANDBOX_CALLBACK_FIELDS: settings.list({ default: allCallbackFields }),
      /** The pause before the third attempt of a callback. */
      SANDBOX_CALLBACK_RETRY_MS: positive({ default: 1_000 }),
      /** Delay from acceptance to `sent`, and from there to `delivered`. */
      SANDBOX_STATUS_MS: whole({ min: 0 })({ default: 0 }),
      /** Duration of the review of a template. */
      SANDBOX_REVIEW_MS: whole({ min: 0 })({ default: 2_000 }),
      /** Maximum number of templates of an account. */
      SANDBOX_TEMPLATE_LIMIT: positive({ default: 250 }),
      /** Lifetime of sign-up codes and of media links. */
      SANDBOX_CODE_MS: positive({ default: 30_000 }),
      SANDBOX_MEDIA_URL_SECONDS: positive({ default: 300 }),
      /** Messages per second of a number, and of one in the business app; 0: unlimited. */
      SANDBOX_NUMBER_PER_SECOND: whole({ min: 0 })({ default: 80 }),
      SANDBOX_COEXISTENCE_PER_SECOND: whole({ min: 0 })({ default: 20 }),
      /** Messages to one person in a burst, 0: unlimited; and seconds per further message. */
      SANDBOX_PAIR_BURST: whole({ min: 0 })({ default: 45 }),
      SANDBOX_PAIR_SECONDS: positive({ default: 6 }),
    },
    environment,
  );
}

export type SandboxConfig = ReturnType<typeof loadSandboxConfig>;
