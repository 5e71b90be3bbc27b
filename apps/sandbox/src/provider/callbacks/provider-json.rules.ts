/**
 * JSON as the provider writes it: everything outside of ASCII as `\uxxxx` in lower case, and slashes as `\/`. Whoever
 * parses a callback and writes it again gets other bytes, and so another signature.
 */
export function toProviderJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replaceAll(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
