/** One thing that the provider reports, before it stands in a body. */
export interface Change {
  accountId: string;
  field: string;
  value: unknown;
  /** Epoch seconds of what happened. */
  at: number;
}

/** The fields whose entries carry no time. */
const WITHOUT_TIME = new Set(['messages']);

/** The body of one callback: an entry for each run of changes of one account. */
export function toCallbackBody(changes: readonly Change[]): object {
  const entries: { id: string; time?: number; changes: object[] }[] = [];
  for (const { accountId, field, value, at } of changes) {
    const time = WITHOUT_TIME.has(field) ? undefined : at;
    const last = entries.at(-1);
    const change = { value, field };
    if (last && last.id === accountId && last.time === time) last.changes.push(change);
    else entries.push({ id: accountId, ...(time !== undefined && { time }), changes: [change] });
  }
  return { object: 'whatsapp_business_account', entry: entries };
}
