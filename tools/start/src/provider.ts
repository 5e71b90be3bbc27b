import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { keptSecret } from '@chat/local-servers';
import type { Settings } from './settings';

/** The app at the provider, as configured in the services and in `demo.json`. */
export interface ProviderApp {
  readonly base_url: string;
  readonly app_id: string;
  readonly app_secret: string;
  readonly verify_token: string;
  readonly config_id: string;
  readonly callback_url: string;
}

/** Returns the user's app, or one in the sandbox with secrets that are generated at the first start and kept. */
export async function providerApp(settings: Settings, env: NodeJS.ProcessEnv): Promise<ProviderApp> {
  const secret = (name: string) =>
    keptSecret(join(settings.dataDir, name), () => randomBytes(24).toString('base64url'));
  return {
    base_url: env['PROVIDER_BASE_URL'] || settings.sandboxUrl,
    app_id: env['PROVIDER_APP_ID'] || '900000000000001',
    app_secret: env['PROVIDER_APP_SECRET'] || (await secret('provider-app-secret')),
    verify_token: env['PROVIDER_VERIFY_TOKEN'] || (await secret('provider-verify-token')),
    config_id: env['PROVIDER_CONFIG_ID'] || '900000000000002',
    callback_url: settings.callbackUrl,
  };
}

/** The settings of the services, and of the sandbox that plays the provider. */
export function providerEnvironment(app: ProviderApp, settings: Settings): NodeJS.ProcessEnv {
  return {
    PROVIDER_BASE_URL: app.base_url,
    PROVIDER_APP_ID: app.app_id,
    PROVIDER_APP_SECRET: app.app_secret,
    PROVIDER_VERIFY_TOKEN: app.verify_token,
    PROVIDER_CONFIG_ID: app.config_id,
    CALLBACK_HOST: settings.callbackHost,
    CALLBACK_PORT: String(settings.callbackPort),
    SANDBOX_CALLBACK_URL: app.callback_url,
  };
}
