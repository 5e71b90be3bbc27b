import { AppError } from '@chat/errors';
import type { CloudConnectorConfig } from '../config';
import { ProviderTokens } from '../provider/provider-tokens';
import { SignUpDialogService } from './sign-up-dialog.service';

const app = { PROVIDER_APP_ID: '9', PROVIDER_APP_SECRET: 'S', PROVIDER_VERIFY_TOKEN: 'V' };

/** The sign-up of an installation with these settings. */
function describeWith(settings: Partial<CloudConnectorConfig>) {
  const config = {
    PROVIDER_BASE_URL: 'https://graph.facebook.com',
    ...{ PROVIDER_SDK_URL: '', PROVIDER_APP_ID: '', PROVIDER_APP_SECRET: '', PROVIDER_CONFIG_ID: '' },
    PROVIDER_SIGNUP_EXTRAS: {},
    ...settings,
  } as CloudConnectorConfig;
  const tokens = new ProviderTokens(undefined as never, undefined as never, config);
  return new SignUpDialogService(config, tokens, undefined as never, undefined as never).describe(false);
}

describe('the sign-up in the browser', () => {
  it('is there with an app and a configuration', () => {
    expect(describeWith({ ...app, PROVIDER_CONFIG_ID: '8' })).toMatchObject({ app_id: '9', config_id: '8' });
  });

  it.each([
    ['an app', {}, /PROVIDER_APP_ID, PROVIDER_APP_SECRET and PROVIDER_VERIFY_TOKEN/],
    ['a configuration', app, /PROVIDER_CONFIG_ID/],
  ])('is disabled without %s, whose settings are named', (_, settings, names) => {
    expect(() => describeWith(settings)).toThrow(names);
    expect(() => describeWith(settings)).toThrow(AppError);
  });
});
