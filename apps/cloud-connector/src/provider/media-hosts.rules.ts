/** The hosts of the provider's media, beside that of its API. */
const mediaDomains = ['fbsbx.com', 'fbcdn.net'];

/** Whether a link that the provider gave may be called with the token: only its own hosts may. */
export function mayHaveToken(link: URL, base: URL): boolean {
  if (link.username || link.password) return false;
  if (link.origin === base.origin) return true;
  const isProviders = mediaDomains.some(
    (domain) => link.hostname === domain || link.hostname.endsWith(`.${domain}`),
  );
  return isProviders && link.protocol === 'https:' && link.port === '';
}
