/** What is known of the file of the message behind an alias; null without one. */
const ofFile = (alias: string, member: string) =>
  `coalesce(${alias}.content->'media', ${alias}.content->'header_media')->>'${member}'`;

/** The key of the file of the message behind an alias; null without one. */
export const blobOf = (alias: string) => ofFile(alias, 'blob');

/** Not null once the file of the message behind an alias is no longer kept. */
export const expiryOf = (alias: string) => ofFile(alias, 'expired');

/** The hash of its bytes. */
export const hashOf = (alias: string) => ofFile(alias, 'sha256');
