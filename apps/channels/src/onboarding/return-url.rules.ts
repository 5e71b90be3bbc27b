/** Hosts for which plain http is allowed: the traffic stays on the person's own machine. */
const ownMachine = ['localhost', '127.0.0.1'];

/** Returns what is wrong with a return URL, as a sentence; null when it is valid. */
export function returnUrlProblem(text: string): string | null {
  const url = /[\s\\]/.test(text) || !URL.canParse(text) ? null : new URL(text);
  if (!url || !/^https?:\/\//i.test(text))
    return 'return_url must be a URL, for example https://example.com/connected.';
  if (url.username !== '' || url.password !== '') return 'return_url must not have a user name or password.';
  if (url.protocol === 'http:' && !ownMachine.includes(url.hostname)) {
    return 'return_url must begin with https://. Only localhost and 127.0.0.1 may use http://.';
  }
  return null;
}

/** Returns whether people may be sent to the URL; ports and paths do not matter. */
export function isReturnHost(text: string, hosts: readonly string[]): boolean {
  return hosts.includes(new URL(text).hostname);
}

interface Ending {
  sessionId: string;
  status: string;
  state: string | null;
  deviceId: number | null;
}

/** Returns the return URL with the session's outcome added; query parameters it had under these names are replaced. */
export function returnLocation(returnUrl: string, { sessionId, status, state, deviceId }: Ending): string {
  const url = new URL(returnUrl);
  const members = { session_id: sessionId, status, state, device_id: deviceId };
  for (const [name, value] of Object.entries(members)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, String(value));
  }
  return url.href;
}
