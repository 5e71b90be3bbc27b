const INTERIM_STATUS = /^HTTP\/1\.1 1\d\d/;
const STATUS_LENGTH = 'HTTP/1.1 100'.length;
const PROCESSING = '2'.charCodeAt(0);
const END = '\r\n\r\n';

/**
 * Turns each `100 Continue` at the beginning of these bytes into a `102 Processing`, in place. A client has to skip either
 * (RFC 9110, 15.2), and servers and proxies send the former unasked; but undici closes the connection on it, whereas it
 * skips the latter.
 * @returns whether the bytes are nothing but interim responses, so that another one may follow.
 */
export function renameContinue(bytes: Buffer): boolean {
  for (let start = 0; start < bytes.length;) {
    const status = bytes.toString('latin1', start, start + STATUS_LENGTH);
    if (!INTERIM_STATUS.test(status)) return false;
    if (status.endsWith('00')) bytes[start + STATUS_LENGTH - 1] = PROCESSING;
    const end = bytes.indexOf(END, start);
    if (end === -1) return false;
    start = end + END.length;
  }
  return true;
}
