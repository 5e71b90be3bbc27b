import type { Answer } from './api-client';
import { ApiClient } from './api-client';

/** How the sandbox is to mistreat the next sends. */
export interface Fault {
  /** Only sends that hold these members. */
  match?: Record<string, unknown>;
  mode:
    | 'error'
    | 'reset_before_accept'
    | 'accept_then_reset'
    | 'accept_then_hang'
    | 'slow'
    | 'late_status'
    | 'duplicate_status';
  /** The provider's error code, with mode `error`. */
  code?: number;
  times: number;
}

/** The sandbox's control API: what the people with the phones do, and what only the chat network knows. */
export class SandboxClient {
  private readonly http: ApiClient;

  constructor(sandboxUrl: string) {
    this.http = new ApiClient(sandboxUrl);
  }

  /** Scans the QR code that our API gave out as a data URI. */
  async linkByQr(digits: string, qr: string): Promise<void> {
    await this.expectOk(this.http.post(`/phones/${digits}/link`, { qr }));
  }

  async linkByPairingCode(digits: string, pairingCode: string): Promise<void> {
    await this.expectOk(this.http.post(`/phones/${digits}/link`, { pairing_code: pairingCode }));
  }

  /** The person removes the linked device on the phone. */
  async unlink(digits: string): Promise<void> {
    await this.expectOk(this.http.post(`/phones/${digits}/unlink`));
  }

  /** The person writes to a business number. */
  async write(
    digits: string,
    message: { to: string; type: string; [content: string]: unknown },
  ): Promise<void> {
    await this.expectOk(this.http.post(`/phones/${digits}/messages`, message));
  }

  /** What the phone received. */
  async messages<T = unknown>(digits: string): Promise<T> {
    return this.expectOk<T>(this.http.get(`/phones/${digits}/messages`));
  }

  /** The person opens the chat with a business number. */
  async read(digits: string, from: string): Promise<void> {
    await this.expectOk(this.http.post(`/phones/${digits}/read`, { from }));
  }

  async setFault(fault: Fault): Promise<void> {
    await this.expectOk(this.http.put('/faults', fault));
  }

  /** Every send that the network accepted with our reference: more than one is a double send. */
  async sends<T = unknown>(reference: string): Promise<T> {
    return this.expectOk<T>(this.http.get(`/sends?reference=${encodeURIComponent(reference)}`));
  }

  private async expectOk<T>(call: Promise<Answer>): Promise<T> {
    const answer = await call;
    const text = answer.bytes.toString('utf8');
    if (answer.status >= 400) throw new Error(`The sandbox answered ${answer.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}
