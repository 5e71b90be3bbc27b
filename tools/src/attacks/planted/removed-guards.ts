import type { PlantedSuite } from '../../planted/planted-bugs';

const quickly = (only: string) => ['--quick', '--only', only];

/** The guards that are removed from copies of the tree, one at a time, each with the attacks that must notice. */
export const removedGuards: PlantedSuite = {
  folder: 'attacks',
  bugs: [
    { name: 'no-tenant-filter', args: quickly('tenants:/v1/contacts') },
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
    { name: 'bodies-in-the-log', args: quickly('examples') },
  ],
};
