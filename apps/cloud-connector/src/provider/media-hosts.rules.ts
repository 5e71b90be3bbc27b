/** The provider's media hosts, in addition to its API host. */
const mediaDomains = ['fbsbx.com', 'fbcdn.net'];

/** Whether a link from the provider may be requested with the token: only on the provider's own hosts. */
export function mayHaveToken(link: URL, base: URL): boolean {
  if (link.username || link.password) return false;
  if (link.origin === base.origin) return true;
  const isProviders = mediaDomains.some(
    (domain) => link.hostname === domain || link.hostname.endsWith(`.${domain}`),
  );
  return isProviders && link.protocol === 'https:' && link.port === '';
}
