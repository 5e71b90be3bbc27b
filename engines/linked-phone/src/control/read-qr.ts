import jsQR from 'jsqr';
import { PNG } from 'pngjs';

const DATA_URI = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/;

/** Reads the text of a QR code from its picture, as the camera of a phone would. @returns null if there is none. */
export function readQr(dataUri: string): string | null {
  const base64 = DATA_URI.exec(dataUri)?.[1];
  if (!base64) return null;
  try {
    const { data, width, height } = PNG.sync.read(Buffer.from(base64, 'base64'));
    return jsQR(new Uint8ClampedArray(data), width, height)?.data ?? null;
  } catch {
    return null;
  }
}
