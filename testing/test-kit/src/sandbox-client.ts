import type { Answer } from './api-client';
import { ApiClient } from './api-client';

/** A fault for sends; `times` defaults to 1. */
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
  /** With mode `error`: how many attempts of each such send fail; all by default. */
  attempts?: number;
}

/** A message as the phone shows it. */
export interface PhoneMessage extends PhoneContent {
  chat_message_id: string;
  from: string;
  to: string;
  /** The message that it answers. */
  reply_to: string | null;
  /** Of a text from a number on the cloud: whether its first link is previewed. */
  link_preview?: boolean | null;
  sent_at: string;
  read_at: string | null;
  /** Of the phones' network: false while the phone waits for the message to be sent again. */
  readable?: boolean;
  /** Of the phones' network: how often it was sent again. */
  resent?: number;
}

/** Properties of the person on the network; only the given members change. */
export interface PhoneChanges {
  name?: string;
  marketing?: 'on' | 'stop';
  /** Businesses see a user id instead of the number. */
  hidden?: boolean;
  /** Whether the number is on the network at all. */
  registered?: boolean;
  /** The spelling of the number on the network; null if it is the same. */
  registered_as?: string | null;
  /** Linking requires a passkey. */
  passkey?: boolean;
  /** Until when the phone may not start new chats: a time in ISO 8601, `further_notice`, or null. */
  restricted_until?: string | null;
  can_react?: boolean;
}

/** How the network responds to requests for the bytes of a message. */
export type MediaState = 'there' | 'unavailable' | 'expired' | 'gone' | 'lost';

/** The content of a message, as the phone shows it. */
export interface PhoneContent {
  type: string;
  text: string | null;
  caption: string | null;
  media: {
    mime_type: string;
    filename: string | null;
    size: number;
    sha256: string;
    ptt: boolean;
  } | null;
  location: object | null;
  contacts: object[] | null;
  reaction: object | null;
  interactive: object | null;
  order: object | null;
  template: { name?: string; language?: string; components?: object[]; shown?: object | null } | null;
}

/** A template at the provider. */
export interface TemplateAtProvider {
  id: string;
  name: string;
  sample: { mime_type: string; size: number; sha256: string } | null;
}

/** A message from a person, in the format of the control API. */
export interface WrittenMessage {
  to: string;
  type?: string;
  text?: string;
  caption?: string;
  /** A data URI, or the result of `postMedia`. */
  media?: string;
  mime_type?: string;
  filename?: string;
  ptt?: boolean;
  media_state?: MediaState;
  location?: object;
  contacts?: object[];
  reaction?: object;
  interactive?: object;
  order?: object;
  content?: object;
  sent_at?: string;
  /** The message that it answers. */
  reply_to?: string;
  /** To a Cloud number: the message that it quotes, or that it is forwarded. */
  context?: { message_id?: string; forwarded?: boolean };
  /** To a Cloud number, for an edit or a deletion: the message that it changes. */
  message_id?: string;
  /** To a Cloud number: the person's profile on the network. */
  system?: object;
  /** To a Cloud number: the business sees a user id instead of the number. */
  hides_number?: boolean;
  referral?: object;
  username?: string;
  user_id?: string;
  origin?: string;
  more?: object;
}

/** A send that the network accepted. */
export interface AcceptedSend extends PhoneContent {
  reference: string;
  chat_message_id: string;
  from: string;
  to: string;
  accepted_at: string;
}

/** A business number on the provider's cloud, with the credentials of its owner. */
export interface ProviderNumber {
  waba_id: string;
  phone_number_id: string;
  access_token: string;
}

/** The sandbox's control API: what people do with their phones, and what only the network knows. */
export class SandboxClient {
  private readonly http: ApiClient;

  constructor(private readonly url: string) {
    // The document does not describe this API.
    this.http = new ApiClient(url, undefined, null);
  }

  /** Changes the person's profile, phone or properties on the network. */
  async setPhone(digits: string, changes: PhoneChanges): Promise<void> {
    await read(this.http.put(`/phones/${digits}`, changes));
  }

  /** Creates a business number on the provider's cloud. @param options whether it stays in the business app, too. */
  async putNumber(digits: string, options: { coexistence?: boolean } = {}): Promise<ProviderNumber> {
    return read(this.http.put(`/cloud/numbers/${digits}`, options));
  }

  /** The person scans the QR code that our API returned as a data URI. */
  async scan(digits: string, qr: string): Promise<void> {
    await read(this.http.post(`/phones/${digits}/link`, { qr }));
  }

  /** The person enters the pairing code that our API returned. */
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

  /** Breaks the connections of the phone's linked devices, and refuses logins for that time. */
  async breakLine(digits: string, ms: number): Promise<void> {
    await read(this.http.post(`/phones/${digits}/line`, { down_ms: ms }));
  }

  /** Keeps the connections of the phone's linked devices open for that time, but lets nothing through. */
  async silenceLine(digits: string, ms: number): Promise<void> {
    await read(this.http.post(`/phones/${digits}/line`, { silent_ms: ms }));
  }

  /** The network replaces all QR codes that are shown now. */
  async retireCodes(): Promise<void> {
    await read(this.http.post('/codes/retire', {}));
  }

  /** The owner writes a message on the phone itself; resolves to its id on the network. */
  async echo(digits: string, message: WrittenMessage): Promise<string> {
    return (await read<{ chat_message_id: string }>(this.http.post(`/phones/${digits}/echoes`, message)))
      .chat_message_id;
  }

  /** The phone could not read a message that a linked device sent, and asks for it again. */
  async askAgain(digits: string, chatMessageId: string): Promise<void> {
    await read(this.http.post(`/phones/${digits}/messages/${chatMessageId}/retry`, {}));
  }

  /** The person writes to a business number; resolves to the message's id on the network. */
  async write(digits: string, message: WrittenMessage): Promise<string> {
    return (await read<{ chat_message_id: string }>(this.http.post(`/phones/${digits}/messages`, message)))
      .chat_message_id;
  }

  /** The numbers that the person sees typing. */
  async typing(digits: string): Promise<string[]> {
    return (await read<{ typing: string[] }>(this.http.get(`/phones/${digits}/typing`))).typing;
  }

  /** The messages that the phone received. */
  async messages(digits: string): Promise<PhoneMessage[]> {
    return (await read<{ messages: PhoneMessage[] }>(this.http.get(`/phones/${digits}/messages`))).messages;
  }

  /** The messages that the phone received and sent. */
  async chats(digits: string): Promise<PhoneMessage[]> {
    return (await read<{ messages: PhoneMessage[] }>(this.http.get(`/phones/${digits}/chats`))).messages;
  }

  /** Uploads media to the network that is too large for a data URI. */
  async postMedia(digits: string, bytes: Buffer | ReadableStream<Uint8Array>): Promise<string> {
    const response = await fetch(`${this.url}/phones/${digits}/media`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
      ...(bytes instanceof ReadableStream && { duplex: 'half' }),
    });
    return ((await response.json()) as { media: string }).media;
  }

  /** The bytes of a message on the phone. */
  async media(digits: string, chatMessageId: string): Promise<Buffer> {
    const answer = await this.http.get(`/phones/${digits}/messages/${chatMessageId}/media`);
    if (answer.status !== 200) throw new Error(answer.describe('the bytes of the message'));
    return answer.bytes;
  }

  /** Sets how the network responds to requests for the bytes of a message. */
  async setMedia(digits: string, chatMessageId: string, state: MediaState): Promise<void> {
    await read(this.http.put(`/phones/${digits}/messages/${chatMessageId}/media`, { state }));
  }

  /** The person opens the chat with a business number. */
  async openChat(digits: string, from: string): Promise<void> {
    await read(this.http.post(`/phones/${digits}/read`, { from }));
  }

  async setFault(fault: Fault): Promise<void> {
    await read(this.http.put('/faults', fault));
  }

  /** The templates of a business account at the provider, with their samples. */
  async templates(wabaId: string): Promise<TemplateAtProvider[]> {
    const path = `/templates?waba_id=${encodeURIComponent(wabaId)}`;
    return (await read<{ templates: TemplateAtProvider[] }>(this.http.get(path))).templates;
  }

  /** Changes a template at the provider, as its reviewers or the business could. */
  async changeTemplate(
    id: string,
    change: { status?: string; reason?: string; quality?: string; components?: object[] },
  ): Promise<void> {
    await read(this.http.put(`/templates/${id}`, change));
  }

  /** The sends that the network accepted, all or those with one reference of ours, where two are a double send. */
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
