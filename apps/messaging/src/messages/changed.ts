/** A condition: a change of the message that the row behind an alias names arrived before it. */
export const isAwaitedByChange = (alias: string) => `EXISTS (
  SELECT FROM messaging.message_changes AS change
  WHERE change.account_id = ${alias}.account_id AND change.channel_id = ${alias}.channel_id
    AND change.direction = ${alias}.direction AND change.chat_message_id = ${alias}.chat_message_id)`;
