/** The events that endpoints may get, by family, in the order in which they are chosen. */
export const events = [
  'message.received',
  'message.sent',
  'message.delivered',
  'message.read',
  'message.failed',
  'message.updated',
  'message.deleted',
  'conversation.merged',
  'device.connected',
  'device.disconnected',
  'device.status_changed',
  'device.updated',
  'device.token_expiring',
  'template.status_changed',
  'template.category_changed',
  'ticket.created',
  'ticket.status_changed',
  'webhook.disabled',
  'account.limit_reached',
] as const;

/** Sent on request only, whatever an endpoint gets else. */
export const TEST_EVENT = 'webhook.test';

export interface Family {
  readonly name: string;
  readonly events: readonly string[];
}

/** The families with the events that a subscription may name, those that only a newer server knows included. */
export function familiesOf(chosen: readonly string[]): Family[] {
  const known = [...events, ...chosen.filter((name) => !name.endsWith('.*'))];
  const families = new Map<string, Set<string>>();
  for (const name of known) add(families, familyOf(name)).add(name);
  for (const name of chosen) add(families, familyOf(name));
  return [...families].map(([name, members]) => ({ name, events: [...members] }));
}

/** Whether a subscription includes an event. */
export function includes(chosen: readonly string[], event: string): boolean {
  return chosen.includes(event) || chosen.includes(wholeOf(familyOf(event)));
}

/** Adds or removes a whole family. */
export function withFamily(chosen: readonly string[], family: string, isOn: boolean): string[] {
  const others = chosen.filter((name) => familyOf(name) !== family);
  return isOn ? [...others, wholeOf(family)] : others;
}

/** Adds or removes an event. Without one of its events, a family is no longer a whole one. */
export function withEvent(chosen: readonly string[], { name, events: all }: Family, event: string): string[] {
  const isOn = includes(chosen, event);
  if (!isOn) return [...chosen, event];
  const own = all.filter((one) => one !== event && includes(chosen, one));
  return [...chosen.filter((one) => familyOf(one) !== name), ...own];
}

export function isWhole(chosen: readonly string[], family: string): boolean {
  return chosen.includes(wholeOf(family));
}

function wholeOf(family: string): string {
  return `${family}.*`;
}

function familyOf(name: string): string {
  return name.split('.')[0]!;
}

function add(families: Map<string, Set<string>>, name: string): Set<string> {
  const members = families.get(name) ?? new Set<string>();
  families.set(name, members);
  return members;
}

/** The message that an event is about; null if it is about something else. */
export function messageIdOf(payload: unknown): number | null {
  const { data } = (payload ?? {}) as { data?: { message?: { id?: unknown } } | null };
  const id = data?.message?.id;
  return typeof id === 'number' ? id : null;
}
