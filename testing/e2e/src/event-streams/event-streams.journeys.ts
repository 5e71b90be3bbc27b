import { setTimeout as delay } from 'node:timers/promises';
import type { Browser as Chromium } from 'playwright-core';
import { Browser, EventStreamReader, until, type Credential } from '@chat/test-kit';
import { hasChromium, launchChromium } from '../access/chromium';
import type { RunningStack } from '../shared-stack';
import { Ledger } from './ledger';
import { headersOf, readWithClient, readWithEventSource, readWithFetch } from './readers';

/** `EVENT_STREAMS=full` creates 1,000 contacts amid 20 kills; it takes minutes. */
const { events, rounds } =
  process.env.EVENT_STREAMS === 'full' ? { events: 1_000, rounds: 5 } : { events: 100, rounds: 1 };
/** Of each round. */
const KILLED = ['gateway', 'nats', 'gateway-2', 'nats'];
const GATEWAYS = ['gateway', 'gateway-2'];
const PASSWORD = 'correct horse battery';
const SETTLED_MS = 120_000;
const without = hasChromium ? '' : ', without EventSource: no Chromium is installed';
/** As many as a person may have. */
const OF_A_PERSON = 5;

/** Readers of event streams at two gateways, which are killed. */
export function readersOfStreams(stack: RunningStack): void {
  let credential: Credential;
  let email: string;
  let chromium: Chromium | undefined;
  let reading: AbortController;
  let ledgers: Ledger[];

  beforeAll(async () => {
    const { id } = await stack().admin.createAccount({ rate_limit: 100_000 });
    credential = await stack().admin.createApiKey(id);
    ({ email } = await stack().admin.createUser(id, `reader-${id}@example.com`, PASSWORD));
    if (hasChromium) chromium = await launchChromium();
  });

  beforeEach(() => {
    reading = new AbortController();
    ledgers = [];
  });

  afterEach(() => reading.abort());

  afterAll(() => chromium?.close());

  const urls = () => stack().gatewayUrls.slice(0, GATEWAYS.length);

  /** One with `fetch`, which changes its gateway, one in Node at each gateway, and one in a page if there is Chromium. */
  async function startReading(): Promise<Promise<void>[]> {
    const newLedger = (name: string) => {
      const ledger = new Ledger(name);
      ledgers.push(ledger);
      return ledger;
    };
    const { signal } = reading;
    const readers = [
      readWithFetch(newLedger('fetch'), credential, urls(), signal),
      readWithClient(newLedger('the client'), credential, urls()[0]!, signal),
      readWithClient(newLedger('the client elsewhere'), credential, urls().at(-1)!, signal),
    ];
    if (chromium) {
      // As a page of the console, which may connect to its own origin.
      const context = await chromium.newContext({ bypassCSP: true });
      signal.addEventListener('abort', () => void context.close());
      const page = await context.newPage();
      await page.goto(`${urls()[0]!}/sign-in`);
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForLoadState();
      await readWithEventSource(newLedger('EventSource'), page);
    }
    await until(() => ledgers.every(({ hellos }) => hellos > 0), {
      describe: 'all readers to be there',
      timeoutMs: SETTLED_MS,
    });
    return readers;
  }

  /** Creates so many contacts, whatever fails meanwhile. @param ids where they are noted at once. */
  async function createContacts(count: number, prefix: string, ids: number[]): Promise<void> {
    for (let index = 0; ids.length < count; index += 1) {
      const mobile = `${prefix}${String(index).padStart(5, '0')}`;
      const answer = await fetch(`${urls()[index % urls().length]!}/v1/contacts`, {
        method: 'POST',
        headers: { ...headersOf(credential), 'content-type': 'application/json' },
        body: JSON.stringify({ firstname: 'Ana', mobile_code: '55', mobile }),
      }).catch(() => null);
      const { data } = (answer?.ok ? await answer.json().catch(() => ({})) : {}) as {
        data?: { contact: { id: number } };
      };
      if (data) ids.push(data.contact.id);
      else await delay(50);
    }
  }

  async function contactsSince(first: number): Promise<number[]> {
    const ids: number[] = [];
    for await (const { id } of stack().typedClient(credential).listContacts({ per_page: 100 })) ids.push(id);
    return ids.filter((id) => id >= first).sort((one, other) => one - other);
  }

  /** All that exists was told to everybody, also what was created for a request without an answer. */
  async function expectNothingMissed(readers: Promise<void>[], first: number): Promise<void> {
    const contacts = await contactsSince(first);
    const last = contacts.at(-1)!;
    await until(() => ledgers.every((ledger) => ledger.contacts.includes(last)), {
      describe: 'all readers to be told of the last contact',
      timeoutMs: SETTLED_MS,
    });
    reading.abort();
    await Promise.all(readers);
    const expected = ledgers.map(({ reader }) => ({ reader, missing: [], repeated: [], resets: 0 }));
    expect(ledgers.map((ledger) => ledger.compareWith(contacts))).toEqual(expected);
  }

  it(`are told everything once amid kills of the gateways and of NATS${without}`, async () => {
    const readers = await startReading();
    const all: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, name] of KILLED.entries()) {
        const ids: number[] = [];
        const creating = createContacts(events / rounds / KILLED.length, `11${90 + round}${index}`, ids);
        await until(() => ids.length > 0, { describe: 'the first contacts to be created' });
        await stack().kill(name);
        // How long the others do without it.
        await delay(500);
        await stack().start(name);
        await creating;
        all.push(...ids);
      }
    }
    expect(all).toHaveLength(events);
    await expectNothingMissed(readers, all[0]!);
  }, 600_000);

  it('miss nothing while one gateway after the other is restarted under load', async () => {
    const readers = await startReading();
    const ids: number[] = [];
    let isOver = false;
    const creating = (async () => {
      for (let batch = 0; !isOver; batch += 1)
        await createContacts(ids.length + 10, `119${800 + batch}`, ids);
    })();
    await until(() => ids.length > 0, { describe: 'the first contacts to be created' });
    for (const name of GATEWAYS) {
      await stack().stopOne(name);
      await stack().start(name);
    }
    isOver = true;
    await creating;
    await expectNothingMissed(readers, ids[0]!);
  }, 300_000);

  it('find room again when their gateways are killed, however many streams they had', async () => {
    const browser = new Browser(urls()[0]!);
    await browser.signIn(email, PASSWORD);
    const openAll = (url: string) =>
      Promise.all(
        Array.from({ length: OF_A_PERSON }, () =>
          EventStreamReader.open(`${url}/console/api/events/stream`, { cookie: browser.cookieHeader }),
        ),
      );
    const opened = await openAll(urls()[0]!);
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await Promise.all(GATEWAYS.map((name) => stack().kill(name)));
    await Promise.all(GATEWAYS.map((name) => stack().start(name)));
    const again = await openAll(urls().at(-1)!);
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    for (const reader of [...opened, ...again]) reader.close();
  });
}
