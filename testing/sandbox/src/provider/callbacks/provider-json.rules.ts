/**
 * Writes JSON as the provider does: everything outside of ASCII as `\uxxxx` in lower case, and slashes as `\/`. A
 * receiver that parses a callback and serializes it again gets other bytes, and so another signature.
 */
export function toProviderJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replaceAll(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
