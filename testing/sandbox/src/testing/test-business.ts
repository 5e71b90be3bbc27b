import type { TestSandbox } from './test-sandbox';

export interface GraphAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface GraphErrorBody {
  message: string;
  type: string;
  code: number;
  error_subcode?: number;
  error_data?: { messaging_product: string; details: string };
  error_user_title?: string;
  fbtrace_id: string;
}

export class TestBusiness {
  /** Not an ending that causes a fault. */
  private lastPerson = 30_200;

  private constructor(
    private readonly sandbox: TestSandbox,
    readonly digits: string,
    readonly phoneNumberId: string,
    readonly wabaId: string,
    readonly token: string,
  ) {}

  /** Creates the number, with its account subscribed to callbacks. */
  static async create(
    sandbox: TestSandbox,
    digits: string,
    settings: { name?: string; waba?: string; coexistence?: boolean } = {},
  ): Promise<TestBusiness> {
    const { body } = await sandbox.call('PUT', `/cloud/numbers/${digits}`, settings);
    const { phone_number_id: id, waba_id: wabaId, access_token: token } = body as Record<string, string>;
    const business = new TestBusiness(sandbox, digits, id!, wabaId!, token!);
    await business.call('POST', `/${wabaId}/subscribed_apps`);
    return business;
  }

  /** Calls the provider's API, by default with the business's token. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<GraphAnswer> {
    const isRaw = body instanceof Uint8Array || body instanceof FormData;
    const response = await fetch(`${this.sandbox.url}/v23.0${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? (body as FormData) : JSON.stringify(body) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as GraphAnswer['body'],
    };
  }

  /** `POST /{number}/messages`. */
  async send(to: string, content: Record<string, unknown>): Promise<GraphAnswer> {
    return this.call('POST', `/${this.phoneNumberId}/messages`, {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: `+${to}`,
      ...content,
    });
  }

  /** Sends a text, which the provider must accept. @returns its id. */
  async sendText(to: string, text = 'hello', more: Record<string, unknown> = {}): Promise<string> {
    const answer = await this.send(to, { type: 'text', text: { body: text }, ...more });
    if (answer.status !== 200) throw new Error(`The provider answered ${JSON.stringify(answer.body)}`);
    return wamidOf(answer);
  }

  /** Has the person write, which opens the care window. @returns the message's id. */
  async hearFrom(digits: string, message: Record<string, unknown> = { text: 'hi' }): Promise<string> {
    const { status, body } = await this.sandbox.call('POST', `/phones/${digits}/messages`, {
      to: this.digits,
      ...message,
    });
    if (status !== 201) throw new Error(`The sandbox answered ${JSON.stringify(body)}`);
    return body['chat_message_id'] as string;
  }

  /** Creates a person with an open care window who has received no message. @returns the number. */
  async newPerson(): Promise<string> {
    const digits = `49151000${(this.lastPerson += 1)}`;
    await this.hearFrom(digits);
    return digits;
  }

  /** Uploads a file. @returns its id. */
  async upload(bytes: Uint8Array, type: string, filename = 'file'): Promise<GraphAnswer> {
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set('type', type);
    form.set('file', new Blob([new Uint8Array(bytes)], { type }), filename);
    return this.call('POST', `/${this.phoneNumberId}/media`, form);
  }
}

export function wamidOf({ body }: GraphAnswer): string {
  return (body['messages'] as { id: string }[])[0]!.id;
}

export function errorOf({ body }: GraphAnswer): GraphErrorBody {
  return body['error'] as GraphErrorBody;
}
