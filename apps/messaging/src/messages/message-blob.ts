/** The key of the file of the message behind an alias; null without one. */
export const blobOf = (alias: string) =>
  `coalesce(${alias}.content->'media', ${alias}.content->'header_media')->>'blob'`;
