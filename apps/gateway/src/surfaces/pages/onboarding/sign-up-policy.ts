import type { SignUpSettings } from '@chat/contracts/cloud-connector';
import { styleHash } from '../style';
import { signUpScriptHash } from './sign-up-script';

/** Where the real provider's script loads more from, calls home and shows frames. */
const PROVIDER_ORIGINS = 'https://*.facebook.com https://*.facebook.net';

/**
 * The headers of the one page with a script: ours, and the provider's from its one address. The sign-up is a window of
 * its own that must find its way back, so the page keeps hold of windows that it opens.
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
