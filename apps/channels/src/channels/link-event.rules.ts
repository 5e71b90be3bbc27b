import type { EventType } from '@chat/contracts';
import {
  deviceConnected,
  deviceDisconnected,
  type ConnectionStatus,
  type DeviceEventData,
} from '@chat/contracts/channels';

/** Returns the event that a transition of a Device channel fires in addition to `device.status_changed`, if any. */
export function linkEvent(from: ConnectionStatus, to: ConnectionStatus): EventType<DeviceEventData> | null {
  if (from === to) return null;
  if (to === 'connected') return deviceConnected;
  return from === 'connected' ? deviceDisconnected : null;
}
