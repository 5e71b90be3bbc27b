import { signUpExtras, signUpPlaces } from './sign-up-settings.rules';

describe('the sign-up of the provider', () => {
  it.each([
    [
      'is that of the real provider, on its own hosts',
      'https://graph.facebook.com',
      '',
      { sdkUrl: 'https://connect.facebook.net/en_US/sdk.js', messageOrigin: 'https://www.facebook.com' },
    ],
    [
      'can load its script in another language',
      'https://graph.facebook.com',
      'https://connect.facebook.net/de_DE/sdk.js',
      { sdkUrl: 'https://connect.facebook.net/de_DE/sdk.js', messageOrigin: 'https://www.facebook.com' },
    ],
    [
      'has one origin if the sandbox plays the provider',
      'http://127.0.0.1:3100',
      '',
      { sdkUrl: 'http://127.0.0.1:3100/en_US/sdk.js', messageOrigin: 'http://127.0.0.1:3100' },
    ],
    [
      'can use another host for browsers',
      'http://sandbox:3100',
      'http://localhost:3100/en_US/sdk.js',
      { sdkUrl: 'http://localhost:3100/en_US/sdk.js', messageOrigin: 'http://localhost:3100' },
    ],
  ])('%s', (_, baseUrl, sdkUrl, places) => expect(signUpPlaces(baseUrl, sdkUrl)).toEqual(places));

  it('requests Coexistence over all settings if the number stays in the business app', () => {
    expect(signUpExtras({ version: 'v4', featureType: '' }, false)).toEqual({
      version: 'v4',
      featureType: '',
    });
    expect(signUpExtras({ version: 'v4', featureType: '' }, true)).toEqual({
      version: 'v4',
      featureType: 'whatsapp_business_app_onboarding',
    });
  });
});
