import { makeValidator } from 'envalid';
import { processSettings, readSettings, settings, whole, type Environment } from '@chat/service-kit';

/** Anyone who reaches the sandbox may act as any phone. */
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
      SANDBOX_HOST: settings.str({ default: '127.0.0.1' }),
      SANDBOX_PORT: whole({ min: 0 })({ default: 3100 }),
      /** How long the first QR code of a connection lives, how long the others, and how many there are. */
      SANDBOX_QR_FIRST_MS: positive({ default: 60_000 }),
      SANDBOX_QR_NEXT_MS: positive({ default: 20_000 }),
      SANDBOX_QR_COUNT: positive({ default: 6 }),
    },
    environment,
  );
}

export type SandboxConfig = ReturnType<typeof loadSandboxConfig>;
