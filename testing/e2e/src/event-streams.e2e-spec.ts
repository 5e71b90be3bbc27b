import { setTimeout as delay } from 'node:timers/promises';
import { ChatApi } from '@chat/client';
import {
  EventStreamReader,
  Stack,
  until,
  type Credential,
  type StreamFrame,
  type TestClient,
} from '@chat/test-kit';
import { hasChromium, inChromium, launchChromium } from './access/chromium';
import { CHEAP_PASSWORDS } from './shared-stack';

/** 100 in the gate. The full form has 1,000, and as many more kills. */
const EVENTS = Number(process.env.STREAM_EVENTS ?? 100);
const KILLS = ['gateway', 'nats', 'gateway-2', 'nats'];
const PASSWORD = 'correct horse battery';
const SETTLED_MS = 120_000;

/** What a reader knows: the contacts whose creation it was told, in order, and how often it was to read again. */
interface Ledger {
  readonly contacts: number[];
  resets: number;
  hellos: number;
}

function note(ledger: Ledger, { type, data }: { type: string; data?: object }): void {
  if (type === 'hello') ledger.hellos += 1;
  if (type === 'reset') ledger.resets += 1;
  if (type === 'contact.created') ledger.contacts.push((data as { contact: { id: number } }).contact.id);
}

describe('the readers of event streams', () => {
  let stack: Stack;
  let credential: Credential;
  let client: TestClient;
  let email: string;
  const closing = new AbortController();

  beforeAll(async () => {
    stack = await Stack.start({ layout: 'services', replicas: { gateway: 2 }, nodeOptions: CHEAP_PASSWORDS });
    const { id } = await stack.admin.createAccount({ rate_limit: 100_000 });
    credential = await stack.admin.createApiKey(id);
    client = stack.typedClient(credential);
    ({ email } = await stack.admin.createUser(id, `reader-${id}@example.com`, PASSWORD));
  });

  afterAll(async () => {
    closing.abort();
    await stack?.stop();
  });

  const headers = () => ({ 'client-id': credential.clientId, 'client-secret': credential.clientSecret });
  const urls = () => stack.gatewayUrls;

  /** Reads with `fetch`, and resumes at another gateway after every break. */
  async function readWithFetch(ledger: Ledger): Promise<void> {
    let lastEventId: string | undefined;
    for (let turn = 0; !closing.signal.aborted; turn += 1) {
      const reader = await EventStreamReader.open(urls()[turn % urls().length]!, headers(), {
        lastEventId,
      }).catch(() => null);
      let seen = 0;
      const take = () => {
        const fresh: StreamFrame[] = reader!.frames.slice(seen);
        seen += fresh.length;
        for (const { event, data } of fresh) if (event && data) note(ledger, data);
      };
      while (reader && !reader.hasEnded && !closing.signal.aborted) {
        take();
        await delay(20);
      }
      if (reader) take();
      lastEventId = reader?.lastId ?? lastEventId;
      reader?.close();
      await delay(100);
    }
  }

  async function readWithClient(ledger: Ledger, baseUrl: string): Promise<void> {
    const chat = new ChatApi({ ...credential, baseUrl });
    const options = { signal: closing.signal, longestPauseMs: 1_000 };
    for await (const told of chat.streamEvents(options)) note(ledger, told);
  }

  /** Creates contacts until there are so many, whatever fails meanwhile. @param ids where they are noted at once. */
  async function createContacts(count: number, prefix: string, ids: number[] = []): Promise<number[]> {
    for (let index = 0; ids.length < count; index += 1) {
      const mobile = `${prefix}${String(index).padStart(5, '0')}`;
      const url = urls()[index % urls().length]!;
      const answer = await fetch(`${url}/v1/contacts`, {
        method: 'POST',
        headers: { ...headers(), 'content-type': 'application/json' },
        body: JSON.stringify({ firstname: 'Ana', mobile_code: '55', mobile }),
      }).catch(() => null);
      const { data } = (answer?.ok ? await answer.json() : {}) as { data?: { contact: { id: number } } };
      if (data) ids.push(data.contact.id);
      else await delay(50);
    }
    return ids;
  }

  async function existing(): Promise<number[]> {
    const ids: number[] = [];
    for await (const { id } of client.listContacts({ per_page: 100 })) ids.push(id);
    return ids.sort((one, other) => one - other);
  }

  it('are told everything once, or once to read again, amid kills of the gateways and of NATS', async () => {
    const ledgers: Ledger[] = Array.from({ length: 3 }, () => ({ contacts: [], resets: 0, hellos: 0 }));
    const reading = [
      readWithFetch(ledgers[0]!),
      readWithClient(ledgers[1]!, urls()[0]!),
      readWithClient(ledgers[2]!, urls().at(-1)!),
    ];
    await until(() => ledgers.every(({ hellos }) => hellos > 0), {
      describe: 'all readers to be there',
      timeoutMs: SETTLED_MS,
    });
    for (const [index, name] of KILLS.entries()) {
      const created: number[] = [];
      const creating = createContacts(EVENTS / KILLS.length, `1198${index + 1}0`, created);
      await until(() => created.length > 0, { describe: 'the first contacts to be created' });
      await stack.kill(name);
      // How long the others do without it.
      await delay(500);
      await stack.start(name);
      await creating;
    }
    const ids = await existing();
    expect(ids.length).toBeGreaterThanOrEqual(EVENTS);
    const last = ids.at(-1)!;
    await until(() => ledgers.every(({ contacts }) => contacts.includes(last)), {
      describe: 'all readers to be told of the last contact',
      timeoutMs: SETTLED_MS,
    });
    closing.abort();
    await Promise.all(reading);
    for (const { contacts, resets } of ledgers) {
      expect(new Set(contacts).size).toBe(contacts.length);
      expect({ resets, missing: ids.filter((id) => !contacts.includes(id)) }).toEqual({
        resets: 0,
        missing: [],
      });
    }
  });

  inChromium('are pages of people who are signed in, whose EventSource resumes by itself', async () => {
    expect(hasChromium).toBe(true);
    const browser = await launchChromium();
    try {
      // As a page of the console, which may connect to its own origin.
      const context = await browser.newContext({ bypassCSP: true });
      const page = await context.newPage();
      await page.goto(`${urls()[0]!}/sign-in`);
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForLoadState();
      await page.evaluate(() => {
        const told: string[] = [];
        Object.assign(globalThis, { told });
        const source = new EventSource('/console/api/events/stream');
        const types = ['hello', 'reset', 'contact.created'];
        for (const type of types)
          source.addEventListener(type, (event) =>
            told.push(`${type} ${(event as unknown as { data: string }).data}`),
          );
      });
      const told = () => page.evaluate(() => (globalThis as unknown as { told: string[] }).told);
      const isTold = (word: string, count = 1) =>
        until(async () => (await told()).filter((line) => line.includes(word)).length === count, {
          describe: word,
          timeoutMs: SETTLED_MS,
        });
      await isTold('hello');
      const [before] = await createContacts(1, '119810');
      await isTold(`"contact":{"id":${before}`);
      if (urls().length > 1) await stack.stopOne('gateway');
      if (urls().length > 1) await stack.start('gateway');
      const [after] = await createContacts(1, '119811');
      await isTold(`"contact":{"id":${after}`);
      const lines = await told();
      expect(lines.filter((line) => line.startsWith('reset'))).toEqual([]);
      expect(lines.filter((line) => line.startsWith('contact.created'))).toHaveLength(2);
    } finally {
      await browser.close();
    }
  });
});
