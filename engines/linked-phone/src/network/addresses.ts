import type { Phone } from './phone';

/** Returns who a message is from, and whom an echo was written to, as far as the network tells. */
export function addressesOf(echoTo: Phone | null, from: Phone): Record<string, string> {
  if (echoTo)
    return echoTo.hidesNumber
      ? { from: from.lid, recipient: echoTo.lid, addressing_mode: 'lid' }
      : { from: from.jid, recipient: echoTo.jid, peer_recipient_lid: echoTo.lid, addressing_mode: 'pn' };
  return from.hidesNumber
    ? { from: from.lid, addressing_mode: 'lid' }
    : { from: from.jid, addressing_mode: 'pn', ...(from.hasId && { sender_lid: from.lid }) };
}
