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
    const response = await this.fetch(method, path, body);
    const answer = (await response.json()) as Answer;
    console.log(`  → ${response.status} ${shorten(answer)}`);
    if (!response.ok) {
      throw new Error(`${method} ${path} was refused: ${answer.error?.message ?? response.statusText}`);
    }
    return (answer.data ?? answer) as T;
  }

  private async fetch(method: string, path: string, body?: object): Promise<Response> {
    try {
      return await fetch(this.baseUrl + path, {
        method,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(this.credential && {
            'client-id': this.credential.clientId,
            'client-secret': this.credential.clientSecret,
          }),
        },
        body: body && JSON.stringify(body),
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
