/** Why the network ends a connection. The numbers are those that real engines report. */
export const closeCodes = {
  loggedOut: 401,
  forbidden: 403,
  clientOutdated: 405,
  timedOut: 408,
  multideviceMismatch: 411,
  connectionClosed: 428,
  connectionReplaced: 440,
  badSession: 500,
  unavailableService: 503,
  restartRequired: 515,
} as const;

/** WebSocket close codes for applications start at 4000. */
const WEB_SOCKET_BASE = 4000;

/** Returns the WebSocket close code that carries a close code of the network. */
export function toWebSocketCode(code: number): number {
  return WEB_SOCKET_BASE + code;
}

/** Returns the network's close code; a connection that broke without one counts as `connectionClosed`. */
export function fromWebSocketCode(webSocketCode: number): number {
  const code = webSocketCode - WEB_SOCKET_BASE;
  return code >= 400 && code < 600 ? code : closeCodes.connectionClosed;
}
