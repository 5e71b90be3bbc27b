import { connector } from '../connector';
import { sessionOwner } from './operations';

/** The connector for linked phones. */
export const deviceConnector = connector({
  service: 'device-sessions',
  unavailable: 'device_service_error',
  carries: ['text', 'image', 'document', 'video', 'audio', 'location', 'contacts', 'reaction', 'sticker'],
  owner: sessionOwner,
});

export const {
  send: sendThroughDevice,
  settle: settleDeviceSend,
  read: readThroughDevice,
  typing: showTypingThroughDevice,
  forget: forgetDeviceMessages,
  inspect: inspectDeviceSend,
  traffic: readDeviceTraffic,
} = deviceConnector;
export const {
  receipts: deviceMessageReceipts,
  echo: deviceMessageEchoed,
  inbound: deviceMessageReceived,
  media: deviceMediaSettled,
} = deviceConnector;
