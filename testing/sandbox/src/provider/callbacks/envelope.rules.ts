/** One change that the provider reports, before it is put into a body. */
export interface Change {
  accountId: string;
  field: string;
  value: unknown;
  /** Epoch seconds of the event. */
  at: number;
}

/** The fields about messages and people, whose entries carry no time. */
const WITHOUT_TIME = new Set([
  ...['messages', 'user_preferences'],
  ...['history', 'smb_app_state_sync', 'smb_message_echoes'],
]);

/** Entries of account events name the business that owns the account; the account itself is named in the event. */
function entryIdOf({ accountId, field, value }: Change): string {
  const { waba_info: info } = value as { waba_info?: { owner_business_id?: string } };
  return (field === 'account_update' && info?.owner_business_id) || accountId;
}

/** Returns the body of one callback: one entry per run of changes of one account. */
export function toCallbackBody(changes: readonly Change[]): object {
  const entries: { id: string; time?: number; changes: object[] }[] = [];
  for (const change of changes) {
    const { field, value, at } = change;
    const id = entryIdOf(change);
    const time = WITHOUT_TIME.has(field) ? undefined : at;
    const last = entries.at(-1);
    if (last && last.id === id && last.time === time) last.changes.push({ value, field });
    else entries.push({ id, ...(time !== undefined && { time }), changes: [{ value, field }] });
  }
  return { object: 'whatsapp_business_account', entry: entries };
}
