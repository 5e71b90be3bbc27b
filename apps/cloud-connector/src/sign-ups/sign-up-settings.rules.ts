/** Where the provider's script is, and which origin the messages of its sign-up come from. */
export interface SignUpPlaces {
  sdkUrl: string;
  messageOrigin: string;
}

const PROVIDER_HOST = 'graph.facebook.com';
const SDK_PATH = '/en_US/sdk.js';
const COEXISTENCE = 'whatsapp_business_app_onboarding';

/**
 * The real provider has hosts of its own for script and messages; one that stands in for it, as the sandbox does, has all
 * of it in one place.
 * @param sdkUrl where browsers find the script, if that is somewhere else; empty if not.
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

/** What the sign-up is told beside the app: the installation's settings, and what the mode asks for. */
export function signUpExtras(settings: object, coexistence: boolean): object {
  return coexistence ? { ...settings, featureType: COEXISTENCE } : settings;
}
