import type { PlantedSuite } from '@chat/planted-bugs';

const quickly = (only: string) => ['--quick', '--only', only];

/** The guards that are removed from copies of the tree, one at a time, each with the attacks that must detect it. */
export const removedGuards: PlantedSuite = {
  folder: 'attacks',
  bugs: [
    { name: 'no-tenant-filter', args: quickly('tenants:/v1/contacts') },
    { name: 'no-endpoint-owner', args: quickly('app-endpoints') },
    { name: 'no-scope-check', args: quickly('scopes:GET /v1/contacts') },
    { name: 'no-allowlist-check', args: quickly('addresses') },
    { name: 'no-address-guard', args: quickly('attempts') },
    { name: 'no-url-check', args: quickly('urls') },
    { name: 'no-input-gate', args: quickly('members:POST /v1/contacts') },
    { name: 'no-secret-check', args: quickly('credentials:GET /v1/contacts') },
    { name: 'no-listener-for-broken-forms', args: quickly('bodies:image: ') },
    { name: 'no-redirect-check', args: quickly('oauth-flow:/oauth/authorize') },
    { name: 'no-verifier-check', args: quickly('oauth-flow:/oauth/token') },
    { name: 'no-code-lock', args: quickly('oauth-flow:/oauth/token') },
    { name: 'no-end-of-reused-tokens', args: quickly('oauth-flow:/oauth/token') },
    { name: 'no-consent-form-check', args: quickly('oauth-flow:/oauth/token') },
    { name: 'no-challenge-check', args: quickly('oauth-flow:/oauth/authorize') },
    { name: 'no-issuer', args: quickly('oauth-flow:/oauth/authorize') },
    { name: 'no-redirect-check-of-codes', args: quickly('oauth-flow:/oauth/token') },
    { name: 'no-end-of-replayed-codes', args: quickly('oauth-flow:/oauth/token') },
    { name: 'no-code-expiry', args: quickly('oauth-flow:/oauth/token') },
    { name: 'no-refresh-expiry', args: quickly('oauth-flow:/oauth/token') },
    { name: 'no-client-binding', args: quickly('oauth-flow:/oauth/token') },
    { name: 'no-client-secret-check', args: quickly('oauth-flow:/oauth/token') },
    { name: 'no-scope-ceiling', args: quickly('oauth-flow:/oauth/token') },
    { name: 'no-token-expiry', args: quickly('oauth:GET /v1/contacts') },
    { name: 'no-revocation-check', args: quickly('oauth-flow:the end of a token') },
    { name: 'no-end-of-cached-credentials', args: quickly('credentials:a key that is in use') },
    { name: 'no-revoked-key-check', args: quickly('credentials:GET /v1/contacts') },
    { name: 'no-conflict-check', args: quickly('credentials:GET /v1/contacts') },
    { name: 'no-callback-signature', args: quickly('callbacks:a callback with') },
    { name: 'no-room-for-callbacks', args: quickly('callback-crowds:eleven clients') },
    { name: 'no-limit-behind-proxies', args: quickly('crowds:one client') },
    { name: 'media-of-anybody', args: quickly('downloads:another account') },
    { name: 'media-that-browsers-show', args: quickly('downloads:with the range') },
    { name: 'bodies-in-the-log', args: quickly('examples') },
  ],
};
