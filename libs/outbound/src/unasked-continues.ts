/** The beginning of an interim response; two more digits follow. */
const INTERIM = Buffer.from('HTTP/1.1 1');
const END_OF_HEADERS = Buffer.from('\r\n\r\n');
const [CARRIAGE_RETURN] = END_OF_HEADERS;
const ZERO = '0'.charCodeAt(0);
const TWO = '2'.charCodeAt(0);

/**
 * Turns each `100 Continue` before a response into a `102 Processing`, in place, in however many pieces it arrives. A client
 * has to skip either (RFC 9110, 15.2), and servers and proxies send the former unasked; but undici closes the connection on
 * it, whereas it skips the latter.
 */
export class UnaskedContinues {
  private reading: 'status' | 'headers' | 'answer' = 'answer';
  /** How many bytes of the status or of the end of the headers have been read. */
  private position = 0;
  private isHundred = false;

  /** Call it when a request is written. */
  begin(): void {
    this.read('status');
  }

  /** Call it with all bytes that follow, in order. */
  rename(bytes: Buffer): void {
    for (let index = 0; index < bytes.length && this.reading !== 'answer'; index += 1) {
      if (this.reading === 'headers') this.readHeaders(bytes[index]!);
      else this.readStatus(bytes, index);
    }
  }

  private readStatus(bytes: Buffer, index: number): void {
    const byte = bytes[index];
    const digit = this.position - INTERIM.length;
    this.position += 1;
    if (digit < 0) {
      if (byte !== INTERIM[digit + INTERIM.length]) this.read('answer');
    } else if (digit === 0) {
      this.isHundred = byte === ZERO;
    } else {
      if (this.isHundred && byte === ZERO) bytes[index] = TWO;
      this.read('headers');
    }
  }

  private readHeaders(byte: number): void {
    if (byte === END_OF_HEADERS[this.position]) this.position += 1;
    else this.position = byte === CARRIAGE_RETURN ? 1 : 0;
    if (this.position === END_OF_HEADERS.length) this.read('status');
  }

  private read(part: 'status' | 'headers' | 'answer'): void {
    this.reading = part;
    this.position = 0;
  }
}
