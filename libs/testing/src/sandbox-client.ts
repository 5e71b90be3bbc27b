import type { Answer } from './api-client';
import { ApiClient } from './api-client';

/** How the sandbox is to mistreat sends; `times` 1 unless told. */
export interface Fault {
  /** Only sends to this number, or with this reference of ours. */
  match?: { to?: string; reference?: string };
  mode:
    | 'error'
    | 'reset_before_accept'
    | 'accept_then_reset'
    | 'accept_then_hang'
    | 'slow'
    | 'late_status'
    | 'duplicate_status';
  /** The code of the error, with mode `error`. */
  code?: number;
  delay_ms?: number;
  times?: number;
  /** With mode `error`: how many attempts of each such send meet it; all unless told. */
  attempts?: number;
}

/** A message as the phone shows it. */
export interface PhoneMessage {
  chat_message_id: string;
  from: string;
  to: string;
  type: string;
  text: string;
  sent_at: string;
  read_at: string | null;
}

/** A send that the network accepted. */
export interface AcceptedSend {
  reference: string;
  chat_message_id: string;
  from: string;
  to: string;
  type: string;
  text: string;
  accepted_at: string;
}

/** The sandbox's control API: what the people with the phones do, and what only the chat network knows. */
export class SandboxClient {
  private readonly http: ApiClient;

  constructor(sandboxUrl: string) {
    // The document describes our API, which this is not.
    this.http = new ApiClient(sandboxUrl, undefined, null);
  }

  /** The person changes the profile name, or the wish for marketing messages. */
  async change(digits: string, changes: { name?: string; marketing?: 'on' | 'stop' }): Promise<void> {
    await read(this.http.put(`/phones/${digits}`, changes));
  }

  /** The person scans the QR code that our API gave out as a data URI. */
  async scan(digits: string, qr: string): Promise<void> {
    await read(this.http.post(`/phones/${digits}/link`, { qr }));
  }

  /** The person types the pairing code that our API gave out. */
  async enterPairingCode(digits: string, pairingCode: string): Promise<void> {
    await read(this.http.post(`/phones/${digits}/link`, { pairing_code: pairingCode }));
  }

  /** The person removes the linked device on the phone. */
  async unlink(digits: string): Promise<void> {
    await read(this.http.post(`/phones/${digits}/unlink`, {}));
  }

  /** The network closes the connection of the linked device, with one of its codes. */
  async disconnect(digits: string, code?: number): Promise<void> {
    await read(this.http.post(`/phones/${digits}/disconnect`, { code }));
  }

  /** The person writes to a business number; resolves to the message's id on the network. */
  async write(
    digits: string,
    message: { to: string } & ({ text: string } | { type: 'unsupported'; content: object }),
  ): Promise<string> {
    return (await read<{ chat_message_id: string }>(this.http.post(`/phones/${digits}/messages`, message)))
      .chat_message_id;
  }

  /** What the phone received. */
  async messages(digits: string): Promise<PhoneMessage[]> {
    return (await read<{ messages: PhoneMessage[] }>(this.http.get(`/phones/${digits}/messages`))).messages;
  }

  /** What the phone received and wrote. */
  async chats(digits: string): Promise<PhoneMessage[]> {
    return (await read<{ messages: PhoneMessage[] }>(this.http.get(`/phones/${digits}/chats`))).messages;
  }

  /** The person opens the chat with a business number. */
  async openChat(digits: string, from: string): Promise<void> {
    await read(this.http.post(`/phones/${digits}/read`, { from }));
  }

  async setFault(fault: Fault): Promise<void> {
    await read(this.http.put('/faults', fault));
  }

  /** Every send that the network accepted, or those with one reference of ours: two of them are a double send. */
  async sends(reference?: string): Promise<AcceptedSend[]> {
    const query = reference === undefined ? '' : `?reference=${encodeURIComponent(reference)}`;
    return (await read<{ sends: AcceptedSend[] }>(this.http.get(`/sends${query}`))).sends;
  }
}

async function read<T>(call: Promise<Answer>): Promise<T> {
  const answer = await call;
  if (answer.status >= 400)
    throw new Error(`The sandbox answered ${answer.status}: ${answer.bytes.toString()}`);
  return answer.body as T;
}
