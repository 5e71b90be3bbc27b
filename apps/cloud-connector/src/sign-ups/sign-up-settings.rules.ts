/** The URL of the provider's script, and the origin of its sign-up messages. */
export interface SignUpPlaces {
  sdkUrl: string;
  messageOrigin: string;
}

const PROVIDER_HOST = 'graph.facebook.com';
const SDK_PATH = '/en_US/sdk.js';
const COEXISTENCE = 'whatsapp_business_app_onboarding';

/**
 * The real provider has separate hosts for script and messages; a stand-in such as the sandbox has one origin for
 * everything.
 * @param sdkUrl the URL of the script for browsers, if different; empty otherwise.
 */
export function signUpPlaces(baseUrl: string, sdkUrl: string): SignUpPlaces {
  if (new URL(baseUrl).hostname === PROVIDER_HOST) {
    return {
      sdkUrl: sdkUrl || `https://connect.facebook.net${SDK_PATH}`,
      messageOrigin: 'https://www.facebook.com',
    };
  }
  const url = new URL(sdkUrl || new URL(SDK_PATH, baseUrl).href);
  return { sdkUrl: url.href, messageOrigin: url.origin };
}

/** The options of the sign-up: the installation's settings, and what the mode requires. */
export function signUpExtras(settings: object, coexistence: boolean): object {
  return coexistence ? { ...settings, featureType: COEXISTENCE } : settings;
}
