type Json = Record<string, unknown>;

interface Choice {
  id?: string;
  title?: string;
  description?: string;
}

/**
 * Returns the answer of a person who presses a button, or chooses a row, of a message; null if it has none of that id.
 * developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components#messages-object
 */
export function toAnswer({ type, interactive }: Json, choice: string): Json | null {
  if (type !== 'interactive') return null;
  const { action = {} } = interactive as { action?: Json };
  const { buttons = [], sections = [] } = action as {
    buttons?: { reply: Choice }[];
    sections?: { rows?: Choice[] }[];
  };
  const button = buttons.map(({ reply }) => reply).find(({ id }) => id === choice);
  if (button) return { type: 'button_reply', button_reply: button };
  const row = sections.flatMap(({ rows = [] }) => rows).find(({ id }) => id === choice);
  return row ? { type: 'list_reply', list_reply: row } : null;
}
