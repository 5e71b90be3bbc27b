import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { toDataURL } from 'qrcode';
import { NETWORK_PATH, toQrText } from '@chat/device-network';
import { createTestDatabase, SandboxClient, type TestDatabase } from '@chat/test-kit';
import { sandboxService, type RunningSandbox } from '../service';
import { TestEngine } from './test-engine';

interface Answer {
  status: number;
  // The control API has many answer shapes; the specs assert theirs.
  body: Record<string, unknown>;
}

/** A sandbox inside a spec's process, on its own database, with engines and people. For `*.int-spec.ts` only. */
export class TestSandbox {
  private constructor(
    private readonly database: TestDatabase,
    private readonly folder: string,
    private readonly environment: Record<string, string>,
    private running: RunningSandbox,
  ) {}

  static async start(environment: Record<string, string> = {}): Promise<TestSandbox> {
    const database = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'chat-phones-'));
    const complete = { SANDBOX_MEDIA_FOLDER: folder, ...environment };
    return new TestSandbox(database, folder, complete, await start(database, complete));
  }

  async restart(): Promise<void> {
    await this.running.stop();
    this.running = await start(this.database, this.environment);
  }

  async stop(): Promise<void> {
    await this.running.stop();
    await this.database.drop();
    await rm(this.folder, { recursive: true });
  }

  /** The URL for `DEVICE_NETWORK_URL`. */
  get networkUrl(): string {
    return `ws://127.0.0.1:${this.port}${NETWORK_PATH}`;
  }

  /** A client for the actions of people with phones. */
  get phones(): SandboxClient {
    return new SandboxClient(this.url);
  }

  connect(credentials: string | null): Promise<TestEngine> {
    return TestEngine.connect(this.networkUrl, credentials);
  }

  /** Links a phone. @returns the credentials of its device. */
  async link(digits: string): Promise<string> {
    const engine = await this.connect(null);
    const { ref } = await engine.next('qr');
    await this.call('POST', `/phones/${digits}/link`, { qr: await toDataURL(toQrText(ref)) });
    return (await engine.next('paired')).credentials;
  }

  /** Logs in a linked device. */
  async logIn(credentials: string): Promise<TestEngine> {
    const engine = await this.connect(credentials);
    await engine.next('open');
    return engine;
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.callRaw(method, path, body === undefined ? undefined : JSON.stringify(body));
  }

  async callRaw(method: string, path: string, body?: string): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  async sends(reference: string): Promise<unknown[]> {
    return (await this.call('GET', `/sends?reference=${reference}`)).body.sends as unknown[];
  }

  /** Redelivers a message to the devices of its receiver, together with the next one. */
  async redeliver(chatMessageId: string): Promise<void> {
    await this.query(
      `INSERT INTO sandbox.deliveries (link_id, content)
       SELECT links.id, jsonb_build_object('type', 'message', 'id', chat_message_id, 'from', from_digits,
         'push_name', NULL, 'text', text, 'sent_at_ms', 0)
         || CASE WHEN other IS NULL THEN '{}' ELSE jsonb_build_object('other', other) END
       FROM sandbox.messages JOIN sandbox.links ON phone_digits = to_digits AND unlinked_at IS NULL
       WHERE chat_message_id = $1`,
      [chatMessageId],
    );
  }

  /** Changes rows of the network's database. */
  async query(sql: string, values: unknown[] = []): Promise<void> {
    await this.rows(sql, values);
  }

  /** Reads rows of the network's database. */
  async rows(sql: string, values: unknown[] = []): Promise<unknown[]> {
    const client = new Client({ connectionString: this.database.url });
    await client.connect();
    try {
      return (await client.query<object>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get port(): number {
    return this.running.port;
  }
}

function start(database: TestDatabase, environment: Record<string, string>): Promise<RunningSandbox> {
  const startSandbox = sandboxService.configure({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '4',
    SANDBOX_PORT: '0',
    SANDBOX_CALLBACK_URL: '',
    SANDBOX_REVIEW_MS: '0',
    SANDBOX_CALLBACK_RETRY_MS: '20',
    ...environment,
  });
  return startSandbox();
}
