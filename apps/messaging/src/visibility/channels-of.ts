/**
 * A recursive query of name `channels` for the channels of accounts (a query of `account_id`) that have conversations. It
 * skips from one channel to the next in an index: two looks into it per channel, however many conversations there are.
 */
export const channelsOf = (accounts: string) => `
  channels AS (
    SELECT account_id, (
      SELECT min(channel_id) FROM messaging.conversations c WHERE c.account_id = accounts.account_id) AS channel_id
    FROM (${accounts}) AS accounts
    UNION ALL
    SELECT account_id, (
      SELECT min(channel_id) FROM messaging.conversations c
      WHERE c.account_id = channels.account_id AND c.channel_id > channels.channel_id)
    FROM channels WHERE channel_id IS NOT NULL
  )`;

/**
 * An array of the ids of all conversations of the account ($1) with a contact of the address book, hidden ones included: by
 * their keys, since a contact has few and an account many.
 */
export const conversationsWith = (contact: string) => `ARRAY(
  WITH RECURSIVE ${channelsOf('SELECT $1::bigint AS account_id')}
  SELECT theirs.id FROM messaging.contact_names known
  JOIN channels USING (account_id)
  JOIN messaging.conversations theirs USING (account_id, channel_id, canonical_phone)
  WHERE known.account_id = $1 AND known.contact_id = ${contact} AND known.name IS NOT NULL)`;
