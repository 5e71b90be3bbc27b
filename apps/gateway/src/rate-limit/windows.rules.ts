/**
 * The numbers of sliding windows, which share a table. That of an account is its id; those of a person, and of all people of
 * an account together, lie below zero, where no account is.
 */
export function windowOfPerson(userId: number): number {
  return -2 * userId;
}

export function windowOfPeople(accountId: number): number {
  return -2 * accountId - 1;
}
