import { ConfigError } from '@chat/service-kit';
import { loadCloudConnectorConfig } from './config';

const required = ['PROVIDER_APP_ID', 'PROVIDER_APP_SECRET', 'PROVIDER_VERIFY_TOKEN'];
const names = [...required, 'PROVIDER_CONFIG_ID'];
/** Each subset of these settings. */
const subsets = Array.from({ length: 2 ** names.length }, (_, bits) =>
  names.filter((_name, index) => (bits >> index) % 2 === 1),
);

function violationsOf(given: Record<string, string>): Record<string, string> {
  try {
    loadCloudConnectorConfig({
      DATABASE_URL: 'postgres://127.0.0.1/chat',
      NATS_URL: 'nats://127.0.0.1',
      SECRET_KEY: Buffer.alloc(32).toString('base64'),
      ...given,
    });
    return {};
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.violations;
  }
}

describe('the settings of the app at the provider', () => {
  it.each(subsets.map((subset) => [subset.join(', ') || 'none', subset] as const))(
    'are complete, or the missing ones are named: %s',
    (_, subset) => {
      const missing = subset.length === 0 ? [] : required.filter((name) => !subset.includes(name));
      const violations = violationsOf(Object.fromEntries(subset.map((name) => [name, 'x'])));
      expect(Object.keys(violations)).toEqual(missing);
      for (const sentence of Object.values(violations)) expect(sentence).toContain(`beside ${subset[0]}.`);
    },
  );

  it.each([
    ['PROVIDER_PROXY_URL', '', null],
    ['PROVIDER_PROXY_URL', 'http://user:pass@proxy.internal:3128', null],
    ['PROVIDER_PROXY_URL', 'proxy.internal:3128', 'must be a URL as in https://host.example.com, or empty'],
    ['PROVIDER_CALLBACK_URL', 'https://api.example.com/provider/callbacks', null],
    [
      'PROVIDER_CALLBACK_URL',
      '/provider/callbacks',
      'must be a URL as in https://host.example.com, or empty',
    ],
    ['PROVIDER_DATA_LOCALIZATION_REGION', 'DE', null],
    ['PROVIDER_DATA_LOCALIZATION_REGION', '', null],
    [
      'PROVIDER_DATA_LOCALIZATION_REGION',
      'Germany',
      'must be the two capital letters of a country, as in DE, or empty',
    ],
    ['PROVIDER_APP_SECRETS_ACCEPTED', 'one, other', null],
  ])('%s %j: %s', (name, value, sentence) => {
    expect(violationsOf({ [name]: value })).toEqual(sentence === null ? {} : { [name]: sentence });
  });
});
