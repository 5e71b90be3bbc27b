export interface Credential {
  clientId: string;
  clientSecret: string;
}

interface Answer {
  ok?: boolean;
  data?: unknown;
  error?: { code: string; message: string };
}

const LONGEST_VALUE = 72;

/** Talks HTTP to one server and shows every exchange: a curl line that can be pasted, and the answer. */
export class Exchange {
  constructor(
    private readonly baseUrl: string,
    private readonly credential?: Credential,
  ) {}

  /** @throws Error when the server does not answer with a success. */
  async send<T>(method: string, path: string, body?: object): Promise<T> {
    console.log(`\n  ${this.curl(method, path, body)}`);
    return this.answerOf<T>(method, path, await this.fetch(method, path, body));
  }

  private async answerOf<T>(method: string, path: string, response: Response): Promise<T> {
    const answer = (await response.json()) as Answer;
    console.log(`  → ${response.status} ${shorten(answer)}`);
    if (!response.ok) {
      throw new Error(`${method} ${path} was refused: ${answer.error?.message ?? response.statusText}`);
    }
    return (answer.data ?? answer) as T;
  }

  /** Sends a form; a part that is a file has bytes, type and name. */
  async sendForm<T>(path: string, parts: Record<string, string | File>): Promise<T> {
    const form = new FormData();
    for (const [name, part] of Object.entries(parts)) form.append(name, part);
    const fields = Object.entries(parts).map(([name, part]) =>
      typeof part === 'string' ? ` -F '${name}=${part}'` : ` -F '${name}=@${part.name};type=${part.type}'`,
    );
    console.log(`\n  ${this.curl('POST', path)}${fields.join('')}`);
    return this.answerOf<T>('POST', path, await this.fetch('POST', path, form));
  }

  /** Gets the bytes of a file. */
  async download(path: string): Promise<Buffer> {
    console.log(`\n  ${this.curl('GET', path)} -o file`);
    const response = await this.fetch('GET', path);
    if (!response.ok) await this.answerOf('GET', path, response);
    const bytes = Buffer.from(await response.arrayBuffer());
    console.log(`  → ${response.status} ${response.headers.get('content-type')}, ${bytes.length} bytes`);
    return bytes;
  }

  /** Shows a request that is refused, as it should be. @throws Error when it is not. */
  async refused(method: string, path: string, body: object): Promise<void> {
    console.log(`\n  ${this.curl(method, path, body)}`);
    const response = await this.fetch(method, path, body);
    console.log(`  → ${response.status} ${shorten(await response.json())}`);
    if (response.ok) throw new Error(`${method} ${path} was not refused.`);
  }

  private async fetch(method: string, path: string, body?: object): Promise<Response> {
    const isForm = body instanceof FormData;
    try {
      return await fetch(this.baseUrl + path, {
        method,
        headers: {
          ...(body && !isForm && { 'content-type': 'application/json' }),
          ...(this.credential && {
            'client-id': this.credential.clientId,
            'client-secret': this.credential.clientSecret,
          }),
        },
        body: isForm ? body : body && JSON.stringify(body),
      });
    } catch (error) {
      throw new Error(`Nothing answers at ${this.baseUrl}. Is npm start running?`, { cause: error });
    }
  }

  private curl(method: string, path: string, body?: object): string {
    const credential = this.credential ? ` -H "client-id: $ID" -H "client-secret: $SECRET"` : '';
    const json = body ? ` -H 'content-type: application/json' -d '${shorten(body)}'` : '';
    return `curl -s${method === 'GET' ? '' : ` -X ${method}`} ${this.baseUrl}${path}${credential}${json}`;
  }
}

/** JSON on one line, long values cut. */
function shorten(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'string' && member.length > LONGEST_VALUE
      ? `${member.slice(0, LONGEST_VALUE)}…`
      : member,
  );
}
