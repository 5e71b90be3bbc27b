const PREFIX = 'https://device.invalid/linked_devices#';

/** Returns the text of a QR code for the reference that the network gave to the waiting connection. */
export function toQrText(ref: string): string {
  return PREFIX + ref;
}

/** Returns the reference in a scanned QR code, or null when the code is not one of this network. */
export function readQrText(text: string): string | null {
  return text.startsWith(PREFIX) && text.length > PREFIX.length ? text.slice(PREFIX.length) : null;
}
