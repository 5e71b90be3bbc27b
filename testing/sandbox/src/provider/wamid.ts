import { randomBytes } from 'node:crypto';

const TO_USER = 0x11;
const TO_BUSINESS = 0x12;

/** Creates a message id in the provider's format. Clients must not parse it. */
export function newWamid(waId: string, direction: 'in' | 'out'): string {
  const id = randomBytes(10).toString('hex').toUpperCase();
  const bytes = Buffer.concat([
    Buffer.from([0x1c, 0x18, waId.length]),
    Buffer.from(waId),
    Buffer.from([0x15, 0x02, 0x00, direction === 'out' ? TO_USER : TO_BUSINESS, 0x18, id.length]),
    Buffer.from(id),
    Buffer.from([0x00]),
  ]);
  return `wamid.${bytes.toString('base64')}`;
}
