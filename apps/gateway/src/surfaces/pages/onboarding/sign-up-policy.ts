import type { SignUpSettings } from '@chat/contracts/cloud-connector';
import { styleHash } from '../style';
import { signUpScriptHash } from './sign-up-script';

/** The origins from which the real provider's script loads resources, which it calls, and whose frames it shows. */
const PROVIDER_ORIGINS = 'https://*.facebook.com https://*.facebook.net';

/** The domain of the hosts from which the real provider's sign-up may report how it ended, such as `business.` and `web.` */
const PROVIDER_DOMAIN = '.facebook.com';

/**
 * Whose messages the page believes: an origin and, for the real provider, all https hosts of a domain; empty for a
 * stand-in, which has one origin.
 */
export function messageSource({ message_origin: origin }: Pick<SignUpSettings, 'message_origin'>): {
  origin: string;
  domain: string;
} {
  return { origin, domain: new URL(origin).hostname.endsWith(PROVIDER_DOMAIN) ? PROVIDER_DOMAIN : '' };
}

/**
 * The headers of the only page with scripts: ours, and the provider's from its one URL. The sign-up window must be able
 * to find its opener, so the page keeps access to the windows that it opens. The provider allows its sign-up only on the
 * app's domains, which it reads from the referrer: it gets the origin, never the path with the session.
 */
export function signUpHeaders(settings: SignUpSettings): Record<string, string> {
  const { origin, domain } = messageSource(settings);
  const provider = domain === '' ? origin : PROVIDER_ORIGINS;
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${signUpScriptHash} ${new URL(settings.sdk_url).origin}`,
      `connect-src ${provider}`,
      `frame-src ${provider}`,
      `style-src ${styleHash}`,
      `img-src data: ${provider}`,
      "form-action 'self' https: http:",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'referrer-policy': 'strict-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  };
}
