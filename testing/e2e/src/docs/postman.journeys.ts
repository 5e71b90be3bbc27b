import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npmFolder } from '@chat/local-servers';
import { scopes } from '@chat/contracts';
import { until, type Credential } from '@chat/test-kit';
import { connectCloud, putNumber } from '../cloud/cloud-shop';
import { freshNumber } from '../messages/shop';
import type { RunningStack } from '../shared-stack';

const run = promisify(execFile);

/** Runs collections as Postman does. */
const NEWMAN = 'newman@6.2.2';

interface Item {
  readonly name: string;
  readonly request?: {
    readonly method: string;
    readonly url: { raw: string };
    readonly body?: { formdata?: Part[] };
  };
  item?: Item[];
}

interface Part {
  readonly type: string;
  src?: string;
}

interface Collection extends Item {
  readonly variable: { readonly key: string; value: string }[];
}

interface Report {
  readonly run: {
    readonly executions: {
      readonly item: { readonly name: string };
      readonly response?: { readonly code: number; readonly stream: { readonly data: number[] } };
    }[];
    readonly failures: { readonly error: { readonly message: string } }[];
  };
}

interface Outcome {
  readonly name: string;
  readonly status: number | undefined;
  readonly body: { data?: Record<string, unknown>; error?: { code: string } };
}

/** What the state of this account refuses; every other request of the collection succeeds. */
const REFUSALS: Readonly<Record<string, string>> = {
  'Start onboarding a Cloud number': 'return_url_not_allowed',
  'Get an onboarding session': 'not_found',
  'Create a pairing code': 'invalid_channel_type',
  'Create a QR code': 'invalid_channel_type',
  'Reset a channel to link it again': 'invalid_channel_type',
  // The latest message is a text, and the latest endpoint has no deliveries yet.
  'Download the media of a message': 'not_found',
  'Get a delivery with its attempts': 'not_found',
  'Resend a failed delivery': 'not_found',
  // The provider still reviews it.
  'Edit a template': 'conflict',
  'Send a template': 'capability_error',
  // It went with its channel.
  'Delete a template': 'not_found',
};

/** The collection at `/docs/postman.json`, run by the program with which Postman runs collections. */
export function postman(stack: RunningStack): void {
  let folder: string;
  let newman: string;
  let credential: Credential;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-postman-'));
    newman = join(await npmFolder('newman-6.2.2', [NEWMAN]), 'node_modules/newman/bin/newman.js');
    const { admin, sandbox } = stack();
    const { id } = await admin.createAccount();
    credential = await admin.createApiKey(id, { scopes: [...scopes] });
    const client = stack().typedClient(credential);
    const number = await putNumber(stack(), freshNumber());
    await connectCloud(stack(), id, number);
    // The person of the examples has written, so that they can be answered.
    await sandbox.write('14155550123', { to: number.digits, text: 'Are you open?' });
    await until(async () => (await client.listConversations()).conversations.length > 0, {
      describe: 'the first message',
    });
  }, 180_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Imports the collection, and enters the id and the secret. */
  async function imported(): Promise<Collection> {
    const response = await fetch(`${stack().gatewayUrls[0]}/docs/postman.json`);
    const collection = (await response.json()) as Collection;
    const entered: Record<string, string> = {
      client_id: credential.clientId,
      client_secret: credential.clientSecret,
    };
    for (const variable of collection.variable) variable.value = entered[variable.key] ?? variable.value;
    return collection;
  }

  async function send(collection: Collection): Promise<Outcome[]> {
    const [file, report] = ['collection.json', 'report.json'].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    await writeFile(file, JSON.stringify(collection));
    const args = [
      newman,
      'run',
      file,
      '-r',
      'json',
      '--reporter-json-export',
      report,
      '--suppress-exit-code',
    ];
    await run(process.execPath, args, { cwd: folder });
    const { executions, failures } = (JSON.parse(await readFile(report, 'utf8')) as Report).run;
    expect(failures.map(({ error }) => error.message)).toEqual([]);
    return executions.map(({ item, response }) => ({
      name: item.name,
      status: response?.code,
      body: bodyOf(Buffer.from(response?.stream.data ?? []).toString()),
    }));
  }

  it('sends each message under a key of its own', async () => {
    const collection = await imported();
    const message = collection
      .item!.flatMap(({ item }) => item!)
      .find(({ name }) => name === 'Send a message')!;
    collection.item = [message, message];
    const [first, second] = (await send(collection)).map(({ body }) => body);
    expect([first, second]).toMatchObject(
      ['ok', 'ok'].map(() => ({ data: { message_id: expect.any(Number) as number } })),
    );
    expect(first!.data!['message_id']).not.toBe(second!.data!['message_id']);
  });

  it('works once id and secret are entered: every request succeeds that the account’s state allows', async () => {
    const collection = await imported();
    const items = collection.item!.flatMap(({ item }) => item!);
    await writeFile(join(folder, 'file.txt'), 'a price list');
    for (const { request } of items)
      for (const part of request?.body?.formdata ?? [])
        if (part.type === 'file') part.src = join(folder, 'file.txt');
    // A stream has no end, and another channel would take the place of the connected one.
    const sent = items.filter(({ name }) => !['Stream events', 'Create a Device channel'].includes(name));
    const isDelete = ({ request }: Item) => request!.method === 'DELETE';
    collection.item = [...sent.filter((one) => !isDelete(one)), ...sent.filter(isDelete)];

    const outcomes = await send(collection);
    expect(outcomes.length).toBe(sent.length);
    const refused = outcomes.filter(({ status = 0 }) => status < 200 || status > 299);
    expect(
      Object.fromEntries(refused.map(({ name, status, body }) => [name, body.error?.code ?? status])),
    ).toEqual(REFUSALS);
  }, 120_000);
}

function bodyOf(text: string): Outcome['body'] {
  try {
    return JSON.parse(text) as Outcome['body'];
  } catch {
    return {};
  }
}
