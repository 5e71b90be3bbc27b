let owner = '';

/** What this person keeps is for them alone: somebody else who signs in to the same window does not see it. */
export function keepFor(personId: number): void {
  owner = `${personId}-`;
}

/** What is kept for this window under a name, so that signing in again or reloading does not lose it; empty if nothing is. */
export function kept(name: string): string {
  try {
    return sessionStorage.getItem(owner + name) ?? '';
  } catch {
    return '';
  }
}

export function keep(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(owner + name);
    else sessionStorage.setItem(owner + name, text);
  } catch {
    // A browser that keeps nothing has it until the page is left.
  }
}
