/** How messages name each other: by the ids of the network, which are looked up when a message is read. */

/** A condition: the message behind an alias is in the conversation that shows `m`, `c`. */
const isBeside = (alias: string) => `${alias}.account_id = m.account_id AND ${alias}.channel_id = m.channel_id
  AND c.id = coalesce((SELECT merged_into FROM messaging.merged_conversations AS merged
    WHERE merged.account_id = ${alias}.account_id AND merged.id = ${alias}.conversation_id), ${alias}.conversation_id)`;

/** Our id of the message that `messaging.messages m` answers, of the conversation `c`. */
export const REPLY_TO = `CASE WHEN m.content->'context'->>'id' IS NOT NULL THEN (
    SELECT answered.id FROM messaging.messages AS answered
    WHERE ${isBeside('answered')} AND answered.direction IN ('inbound', 'outbound')
      AND answered.chat_message_id = m.content->'context'->>'id' LIMIT 1) END AS reply_to`;

/** The current reactions to `messaging.messages m`, of the conversation `c`: each side has one at most. */
export const REACTIONS = `CASE WHEN m.chat_message_id IS NOT NULL AND m.deleted_at IS NULL THEN (
    SELECT json_agg(latest ORDER BY direction) FROM (
      SELECT DISTINCT ON (direction) direction, content->'reaction'->>'emoji' AS emoji, id AS message_id, occurred_at::text AS at
      FROM messaging.messages AS reaction
      WHERE ${isBeside('reaction')} AND reaction.type = 'reaction'
        AND reaction.content->'reaction'->>'message_id' = m.chat_message_id
        AND (reaction.direction = 'inbound' OR reaction.status IN ('sent', 'delivered', 'read'))
      ORDER BY direction, occurred_at DESC, id DESC) AS latest
    WHERE emoji <> '') END AS reactions`;
