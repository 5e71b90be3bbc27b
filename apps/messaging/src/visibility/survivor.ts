/**
 * Of conversations that prove to be one person's, the oldest survives. The id of the other leads to it for good, and so do
 * its messages, before they have moved.
 */

/** The id of the conversation that an id of the account ($1) leads to: its own, unless it was merged into another one. */
export const survivorOf = (id: string) => `coalesce(
  (SELECT merged_into FROM messaging.merged_conversations WHERE account_id = $1 AND id = ${id}), ${id})`;

/** The ids of the conversations of the account ($1) in which messages of the one with this id are: mostly one. */
export const partsOf = (id: string) => `(
  SELECT ${survivorOf(id)} AS id
  UNION ALL
  SELECT merged.id FROM messaging.merged_conversations merged
  WHERE merged.account_id = $1 AND merged.merged_into = ${survivorOf(id)} AND merged.is_moving)`;

/** Joins where the conversation of `messaging.messages m` leads to as `moving`, if it was merged into another one. */
export const JOIN_MOVING = `
  LEFT JOIN messaging.merged_conversations moving ON moving.account_id = m.account_id AND moving.id = m.conversation_id`;

/** Joins the conversation that shows `messaging.messages m` as `c`. */
export const JOIN_CONVERSATION = `${JOIN_MOVING}
  JOIN messaging.conversations c
    ON c.account_id = m.account_id AND c.id = coalesce(moving.merged_into, m.conversation_id)`;

/** The number of `m` in the conversation that shows it. */
export const SEQUENCE = 'm.sequence + coalesce(moving.base, 0) AS sequence';
