import { connector } from '../connector';

/** The connector for numbers hosted in the provider's cloud. */
export const cloudConnector = connector({
  service: 'cloud-connector',
  unavailable: 'service_unavailable',
  busy: 'provider_error',
  hasCareWindow: true,
  carriesVoiceNotes: false,
  carriesLinkPreviews: true,
  typingReads: true,
  carries: [
    'text',
    'image',
    'document',
    'video',
    'audio',
    'location',
    'interactive',
    'template',
    'product',
    'order',
    'contacts',
    'reaction',
    'sticker',
  ],
});

export const {
  send: sendThroughCloud,
  settle: settleCloudSend,
  read: readThroughCloud,
  typing: showTypingThroughCloud,
  forget: forgetCloudMessages,
  inspect: inspectCloudSend,
  traffic: readCloudTraffic,
} = cloudConnector;
export const {
  receipts: cloudMessageReceipts,
  inbound: cloudMessageReceived,
  echo: cloudMessageEchoed,
  media: cloudMediaSettled,
} = cloudConnector;
