import type { SignUpSettings } from '@chat/contracts/cloud-connector';
import { styleHash } from '../style';
import { signUpScriptHash } from './sign-up-script';

/** The origins from which the real provider's script loads resources, which it calls, and whose frames it shows. */
const PROVIDER_ORIGINS = 'https://*.facebook.com https://*.facebook.net';

/**
 * The headers of the only page with scripts: ours, and the provider's from its one URL. The sign-up window must be able
 * to find its opener, so the page keeps access to the windows that it opens.
 */
export function signUpHeaders({ sdk_url, message_origin }: SignUpSettings): Record<string, string> {
  const isReal = new URL(message_origin).hostname.endsWith('.facebook.com');
  const provider = isReal ? PROVIDER_ORIGINS : message_origin;
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${signUpScriptHash} ${new URL(sdk_url).origin}`,
      `connect-src ${provider}`,
      `frame-src ${provider}`,
      `style-src ${styleHash}`,
      `img-src data: ${provider}`,
      "form-action 'self' https: http:",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  };
}
