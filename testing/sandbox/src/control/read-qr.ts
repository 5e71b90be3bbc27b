import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { readQrText } from '@chat/device-network';
import { Refusal } from '../refusal';

const DATA_URI = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/;
const MAX_PIXELS = 4_000_000;

/**
 * Reads a QR code from its picture, as the camera of a phone would.
 * @returns the reference in it.
 */
export function readQr(dataUri: string): string {
  const base64 = DATA_URI.exec(dataUri)?.[1];
  if (!base64)
    throw new Refusal(
      422,
      'Send qr as the data URI that the API answered; it begins with data:image/png;base64.',
    );
  const text = decode(Buffer.from(base64, 'base64'));
  const ref = text === null ? null : readQrText(text);
  if (ref === null) throw new Refusal(422, 'There is no QR code of this network in the picture.');
  return ref;
}

function decode(png: Buffer): string | null {
  // Checks the size in the header: a small file can claim a picture that does not fit into memory.
  if (png.length < 24 || png.readUInt32BE(16) * png.readUInt32BE(20) > MAX_PIXELS) return null;
  try {
    const { data, width, height } = PNG.sync.read(png);
    return jsQR(new Uint8ClampedArray(data), width, height)?.data ?? null;
  } catch {
    return null;
  }
}
