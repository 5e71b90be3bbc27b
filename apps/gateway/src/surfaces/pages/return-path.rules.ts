const SOME_ORIGIN = 'http://here.invalid';

/**
 * Reads where a user continues after signing in: a path on this host, from a form that anyone may have written.
 * @returns null for anything that could lead elsewhere.
 */
export function readReturnPath(text: string | null): string | null {
  if (!text?.startsWith('/') || !URL.canParse(text, SOME_ORIGIN)) return null;
  const { origin, href } = new URL(text, SOME_ORIGIN);
  const path = href.slice(SOME_ORIGIN.length);
  // Dot segments may leave two slashes at the start, and what follows would be a host.
  return origin === SOME_ORIGIN && !path.startsWith('//') ? path : null;
}
