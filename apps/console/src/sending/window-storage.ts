/** What is kept for this window under a name, so that signing in again or reloading does not lose it; empty if nothing is. */
export function kept(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

export function keep(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // A browser that keeps nothing has it until the page is left.
  }
}
