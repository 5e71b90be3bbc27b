import { once } from 'node:events';
import type { Socket } from 'node:net';
import { OutboundError } from './outbound-error';

/** The most bytes that a proxy may answer with. */
const MOST_ANSWER_BYTES = 16 * 1024;
const END_OF_ANSWER = '\r\n\r\n';
const TUNNEL_OPENED = /^HTTP\/1\.[01] 2\d\d/;

/** A way through an HTTP proxy to one address (RFC 9110, 9.3.6: CONNECT), over a connection to the proxy. */
export class ProxyTunnel {
  private answer = '';
  private settle: (error?: OutboundError) => void = () => undefined;

  /** @param authority address and port, as in `192.0.2.1:443` or `[2001:db8::1]:443` */
  constructor(
    private readonly proxy: URL,
    private readonly authority: string,
  ) {}

  /** @throws OutboundError `connect` if the proxy cannot be reached or opens no tunnel. */
  async open(socket: Socket): Promise<void> {
    await once(socket, 'connect').catch((error: unknown) => {
      throw error instanceof OutboundError ? error : refused('cannot be reached');
    });
    const onClose = (error: unknown) =>
      this.settle(error instanceof OutboundError ? error : refused('closed the connection'));
    const answered = new Promise<void>((resolve, reject) => {
      this.settle = (error) => (error ? reject(error) : resolve());
    });
    socket.once('close', onClose).on('error', onClose);
    socket.write(this.request());
    try {
      await answered;
    } finally {
      socket.off('close', onClose).off('error', onClose);
    }
  }

  /** Takes what the proxy sends before the tunnel is open. @returns whether to read more. */
  receive(bytes: Uint8Array): true {
    this.answer += Buffer.from(bytes).toString('latin1');
    const end = this.answer.indexOf(END_OF_ANSWER);
    if (end === -1) {
      if (this.answer.length > MOST_ANSWER_BYTES) this.settle(refused('answered too much'));
    } else if (!TUNNEL_OPENED.test(this.answer)) {
      this.settle(refused(`answered ${this.answer.slice(0, this.answer.indexOf('\r\n')).slice(9, 12)}`));
    } else if (end + END_OF_ANSWER.length < this.answer.length) {
      // In HTTP and in TLS the client speaks first.
      this.settle(refused('sent more than its answer'));
    } else {
      this.settle();
    }
    return true;
  }

  private request(): string {
    const { username, password } = this.proxy;
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const authorization =
      username === '' ? '' : `Proxy-Authorization: Basic ${Buffer.from(credentials).toString('base64')}\r\n`;
    return `CONNECT ${this.authority} HTTP/1.1\r\nHost: ${this.authority}\r\n${authorization}\r\n`;
  }
}

/** What failed is the way out of this installation, which whoever gave the URL can do nothing about. */
function refused(what: string): OutboundError {
  return new OutboundError('connect', { message: `The outbound proxy of this installation ${what}.` });
}
