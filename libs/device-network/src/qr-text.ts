const PREFIX = 'https://device.invalid/linked_devices#';

/** What a QR code says: the reference that the network gave to the waiting connection. */
export function toQrText(ref: string): string {
  return PREFIX + ref;
}

/** The reference that a scanned QR code carries, or null when the code is none of this network. */
export function readQrText(text: string): string | null {
  return text.startsWith(PREFIX) && text.length > PREFIX.length ? text.slice(PREFIX.length) : null;
}
