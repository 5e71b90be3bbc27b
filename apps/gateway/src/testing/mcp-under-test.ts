import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client';
import { scopes as allScopes, type InputOf, type Operation, type RequestContext } from '@chat/contracts';
import { updateAccount, type AgentAccess } from '@chat/contracts/gateway';
import type { OAuthApp } from '@chat/test-kit';
import { createApp } from './oauth-app';
import { OAuthUnderTest } from './oauth-under-test';
import { PersonAtConsole } from './signed-in-person';

/** What a fake service was asked. */
export interface Asked {
  readonly operation: Operation;
  readonly input: { readonly params?: object; readonly query?: object; readonly body?: object };
  readonly context: RequestContext;
}

/** How far a person lets an agent go, as they enter it. */
export interface Chosen extends Record<string, string> {
  access: AgentAccess;
}

/** What the protocol's client negotiates. */
export const eras = {
  '2025-11-25': { mode: 'legacy' },
  '2026-07-28': { mode: { pin: '2026-07-28' } },
} satisfies Record<string, ClientOptions['versionNegotiation']>;

/** Two gateways, an account that lets agents in, and a person who connects them. For `*.int-spec.ts` only. */
export class McpUnderTest {
  readonly asked: Asked[] = [];

  private constructor(
    readonly oauth: OAuthUnderTest,
    readonly person: PersonAtConsole,
  ) {}

  static async start(): Promise<McpUnderTest> {
    const oauth = await OAuthUnderTest.start();
    const { gateway, accountId } = oauth;
    await gateway.bus.request(updateAccount, { body: { account_id: accountId, mcp: true } });
    return new McpUnderTest(oauth, await PersonAtConsole.signIn(gateway, accountId));
  }

  get url(): string {
    return `${this.oauth.gateway.url}/mcp`;
  }

  /** Plays the service of an operation, and notes what it is asked. */
  async play<Op extends Operation>(operation: Op, answer: (input: InputOf<Op>) => object): Promise<void> {
    await this.oauth.gateway.bus.respond(operation, ((input: InputOf<Op>, context: RequestContext) => {
      this.asked.push({ operation, input: input as Asked['input'], context });
      return answer(input);
    }) as never);
  }

  /** What was asked since the last time. */
  take(): Asked[] {
    return this.asked.splice(0);
  }

  /** Connects a new agent. @returns its token, and the id of its grant. */
  async connect(
    chosen: Chosen,
    scope: readonly string[] = allScopes,
    person = this.person,
  ): Promise<{ token: string; grantId: number; app: OAuthApp }> {
    const { gateway } = this.oauth;
    const app = await createApp(gateway, this.oauth.accountId, { name: 'Agent' });
    const asks = { resource: this.url, scope: scope.join(' ') };
    const { body } = await app.redeem(await app.codeFor(person.browser, asks, chosen));
    const { text } = await person.call('GET', '/me/grants');
    const { data } = JSON.parse(text) as { data: { grants: { id: number; client_id: string }[] } };
    const grantId = data.grants.find(({ client_id }) => client_id === app.clientId)!.id;
    return { token: body.access_token!, grantId, app };
  }

  /** The protocol's own client, whose requests reach both gateways in turn. */
  async client(token: string, era: keyof typeof eras = '2026-07-28'): Promise<Client> {
    const origins = [this.oauth.gateway.url, this.oauth.second];
    let sent = 0;
    const transport = new StreamableHTTPClientTransport(new URL(this.url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
      fetch: (url, init) => fetch(new URL('/mcp', origins[(sent += 1) % 2] ?? String(url)), init),
    });
    const client = new Client({ name: 'spec', version: '1' }, { versionNegotiation: eras[era] });
    await client.connect(transport);
    return client;
  }

  /** Calls a tool without the client. */
  async call(
    headers: Record<string, string>,
    name: string,
    given: object = {},
  ): Promise<{ status: number; isError: boolean; text: string }> {
    const { status, body } = await this.post(headers, 'tools/call', { name, arguments: given });
    const { result, error } = body as {
      result?: { isError?: boolean; content: { text: string }[] };
      error?: { message: string };
    };
    return {
      status,
      isError: result?.isError ?? error !== undefined,
      text: result?.content[0]!.text ?? error?.message ?? '',
    };
  }

  /** Sends a message as clients of 2025 do. */
  async post(headers: Record<string, string>, method: string, params: object = {}, id: number | null = 1) {
    const answer = await fetch(this.url, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...(id !== null && { id }), method, params }),
    });
    const text = await answer.text();
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? (text || 'null');
    return { status: answer.status, headers: answer.headers, body: JSON.parse(data) as object };
  }

  stop(): Promise<void> {
    return this.oauth.stop();
  }
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
