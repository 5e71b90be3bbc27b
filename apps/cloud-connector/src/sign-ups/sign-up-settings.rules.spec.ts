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
      'may have its script in another language',
      'https://graph.facebook.com',
      'https://connect.facebook.net/de_DE/sdk.js',
      { sdkUrl: 'https://connect.facebook.net/de_DE/sdk.js', messageOrigin: 'https://www.facebook.com' },
    ],
    [
      'is in one place with what stands in for the provider',
      'http://127.0.0.1:3100',
      '',
      { sdkUrl: 'http://127.0.0.1:3100/en_US/sdk.js', messageOrigin: 'http://127.0.0.1:3100' },
    ],
    [
      'is where browsers reach it, if that is elsewhere',
      'http://sandbox:3100',
      'http://localhost:3100/en_US/sdk.js',
      { sdkUrl: 'http://localhost:3100/en_US/sdk.js', messageOrigin: 'http://localhost:3100' },
    ],
  ])('%s', (_, baseUrl, sdkUrl, places) => expect(signUpPlaces(baseUrl, sdkUrl)).toEqual(places));

  it('is told of the business app where the number stays in it, over all settings', () => {
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
