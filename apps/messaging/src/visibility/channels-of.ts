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
