/** Below it lie the windows of agents, farther than any person or account. */
const AGENTS = -(2 ** 52);

/**
 * The numbers of sliding windows, which share a table. That of an account is its id; those of a person, of all people of
 * an account together, and of an agent by its grant lie below zero, where no account is.
 */
export function windowOfPerson(userId: number): number {
  return -2 * userId;
}

export function windowOfPeople(accountId: number): number {
  return -2 * accountId - 1;
}

export function windowOfAgent(grantId: number): number {
  return AGENTS - grantId;
}
