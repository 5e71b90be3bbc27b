/** The condition that the row behind a table's alias belongs to no hidden channel. */
export function isVisible(alias: string): string {
  return `NOT EXISTS (SELECT FROM messaging.hidden_channels h
    WHERE h.account_id = ${alias}.account_id AND h.channel_id = ${alias}.channel_id)`;
}
