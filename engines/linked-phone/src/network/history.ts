import { deflateSync } from 'node:zlib';
import { proto } from '@whiskeysockets/baileys';

/** Returns chats with that many messages, as a phone packs them. */
export function historyOf(count: number, syncType: proto.HistorySync.HistorySyncType): Buffer {
  const messages = Array.from({ length: count }, (_, index) => ({
    message: {
      key: { remoteJid: `49151${index % 100}@s.whatsapp.net`, fromMe: false, id: `OLD${index}` },
      message: { conversation: `An old message, number ${index}` },
      messageTimestamp: 1_700_000_000 + index,
    },
  }));
  const conversations = [{ id: '4915100000002@s.whatsapp.net', messages }];
  return deflateSync(proto.HistorySync.encode({ syncType, conversations }).finish());
}
