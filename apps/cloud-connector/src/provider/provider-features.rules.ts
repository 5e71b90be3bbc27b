/** The settings of the app at the provider. */
export interface ProviderAppSettings {
  readonly PROVIDER_APP_ID: string;
  readonly PROVIDER_APP_SECRET: string;
  readonly PROVIDER_VERIFY_TOKEN: string;
  readonly PROVIDER_CONFIG_ID: string;
}

/** What callbacks and `connect-cloud` need. */
const required = ['PROVIDER_APP_ID', 'PROVIDER_APP_SECRET', 'PROVIDER_VERIFY_TOKEN'] as const;
const all = [...required, 'PROVIDER_CONFIG_ID'] as const;

/** Whether there are Cloud channels, given settings of which none is missing. */
export function hasCloud(app: ProviderAppSettings): boolean {
  return app.PROVIDER_APP_ID !== '';
}

/** Returns the settings that are missing beside others, each with what to do about it: without any, Cloud is off. */
export function missingSettings(app: ProviderAppSettings): Record<string, string> {
  const [given] = all.filter((name) => app[name] !== '');
  if (given === undefined) return {};
  const missing = required.filter((name) => app[name] === '');
  const sentence = `is missing beside ${given}. Set ${required.join(', ')}, or for no Cloud channels none of ${all.join(', ')}`;
  return Object.fromEntries(missing.map((name) => [name, sentence]));
}
