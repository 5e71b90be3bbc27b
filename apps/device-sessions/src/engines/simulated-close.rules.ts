import { closeCodes, fromWebSocketCode } from '@chat/device-network';
import type { CloseReason } from './close-reasons';

const reasons: Readonly<Record<number, CloseReason>> = {
  [closeCodes.restartRequired]: 'restart_required',
  [closeCodes.loggedOut]: 'logged_out',
  [closeCodes.forbidden]: 'banned',
  [closeCodes.clientOutdated]: 'client_outdated',
  [closeCodes.multideviceMismatch]: 'phone_outdated',
  [closeCodes.connectionReplaced]: 'replaced',
  [closeCodes.unavailableService]: 'busy',
};

/**
 * Returns why the network closed the connection. Codes that say nothing certain, such as the 500 of an outage, are a
 * broken line.
 * @param isLinked whether a phone is linked: before that a timeout means that nobody used a code.
 */
export function reasonOfClose(webSocketCode: number, isLinked: boolean): CloseReason {
  const code = fromWebSocketCode(webSocketCode);
  if (code === closeCodes.timedOut) return isLinked ? 'lost' : 'code_expired';
  return reasons[code] ?? 'lost';
}
