/** What an installation is filled with. */
export interface Shape {
  accounts: number;
  /** Of each account. */
  messages: number;
  /** Of each account, and as many contacts. */
  conversations: number;
  /** Messages and their events are spread over so many days. */
  days: number;
}

/** A message that is sent has three events, one that is received two. */
export const EVENTS_OF_TWO_MESSAGES = 5;
/** Of each account, which all subscribe to everything. */
export const ENDPOINTS = 2;

export function messagesOf({ accounts, messages }: Shape): number {
  return accounts * messages;
}

export function deliveriesOf({ accounts, messages }: Shape): number {
  return accounts * eventsOfAccount(messages) * ENDPOINTS;
}

export function eventsOfAccount(messages: number): number {
  return Math.ceil((messages * EVENTS_OF_TWO_MESSAGES) / 2);
}
