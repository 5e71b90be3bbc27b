import { setTimeout as delay } from 'node:timers/promises';
import type { Message, SentMessage } from '@chat/client';
import { TestClient, until, type Answer, type Credential } from '@chat/test-kit';
import { inChromium } from '../access/chromium';
import { ConsoleStage } from '../console/console-stage';
import type { RunningStack } from '../shared-stack';
import { connectPhone, freshNumber, receiverAt, untilStatus } from './shop';

/** How long the network delays a send, so that the victim is killed while it is in progress. */
const HELD_MS = 2_000;

/**
 * Sends with an Idempotency-Key over three gateways, killing each process that such a send passes through.
 * @param stack whose `SEND_TIMEOUT_MS` is longer than sends that succeed ever take; unknown outcomes are settled after it.
 */
export function idempotentSends(stack: RunningStack, victims: string[]): void {
  let accountId: number;
  let credential: Credential;
  let clients: TestClient[];
  let channelId: number;
  let keys = 0;

  beforeAll(async () => {
    ({ id: accountId } = await stack().admin.createAccount({ rate_limit: 100_000 }));
    credential = await stack().admin.createApiKey(accountId);
    clients = stack().gatewayUrls.map((url) => new TestClient(url, credential));
    channelId = (await connectPhone(stack(), clients[0]!)).device.id;
  });

  const newKey = () => `journey-${(keys += 1)}`;
  const textTo = (customer: string, message = 'Hello') => ({
    ...receiverAt(customer),
    chat_account_id: channelId,
    message,
  });
  /** Raw, since only headers distinguish a replay from the first answer. */
  const send = (key: string, body: object, gateway = 0) =>
    clients[gateway % clients.length]!.raw.post<SentMessage>('/v1/messages', body, {
      headers: { 'idempotency-key': key },
    });
  const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';
  const ledger = async (customer: string) =>
    (await stack().sandbox.sends()).filter(({ to }) => to === customer);
  const form = (customer: string, bytes: string, filename = 'terms.txt') => {
    const parts = new FormData();
    for (const [name, value] of Object.entries(textTo(customer))) parts.set(name, String(value));
    parts.set('document', new Blob([bytes], { type: 'text/plain' }), filename);
    return parts;
  };

  it('sends once for 50 requests with one key over three gateways, and gives all the same answer', async () => {
    const [key, customer] = [newKey(), freshNumber()];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => send(key, textTo(customer), index)),
    );
    expect(await ledger(customer)).toHaveLength(1);
    const first = answers.find((answer) => answer.status === 201 && !isReplay(answer))!;
    for (const answer of answers) {
      if (answer.status === 201) expect(answer.data).toEqual(first.data);
      else expect(answer.error).toMatchObject({ code: 'idempotency_in_flight', retryable: true });
    }
    for (const gateway of [0, 1, 2]) {
      const repeat = await send(key, textTo(customer), gateway);
      expect([repeat.status, repeat.data, isReplay(repeat)]).toEqual([201, first.data, true]);
    }
    expect(await ledger(customer)).toHaveLength(1);
  });

  it('refuses the same key with one byte changed in the file, but not with another file name', async () => {
    const [key, customer] = [newKey(), freshNumber()];
    const first = await send(key, form(customer, 'the terms'));
    const repeat = await send(key, form(customer, 'the terms', 'renamed.txt'), 1);
    expect([repeat.status, isReplay(repeat)]).toEqual([first.status, true]);
    const changed = await send(key, form(customer, 'the term$'), 2);
    expect([changed.status, changed.error]).toMatchObject([
      409,
      { code: 'idempotency_conflict', reason: 'payload_mismatch' },
    ]);
    expect((await send(key, textTo(customer))).error.code).toBe('idempotency_conflict');
  });

  it.each([
    ['too long', 'x'.repeat(256)],
    ['with a space', 'a key'],
  ])('refuses a key that is %s', async (_, key) => {
    const { status, error } = await send(key, textTo(freshNumber()));
    expect([status, error.code]).toEqual([422, 'validation_error']);
  });

  it.each(victims)(
    'sends once even if %s is killed with kill -9 while the network has it, and eventually answers with the outcome',
    async (victim) => {
      const [key, customer] = [newKey(), freshNumber()];
      await stack().sandbox.setFault({ match: { to: customer }, mode: 'slow', delay_ms: HELD_MS, times: 1 });
      // The answer is not awaited: the gateway may be the one that is killed.
      send(key, textTo(customer), 1).catch(() => undefined);
      await until(async () => (await messageTo(customer)) !== undefined, {
        describe: 'the send to be stored',
      });
      const startAgain = await stack().killAll(victim);
      await startAgain();

      const first = await settledAnswer(key, customer);
      expect([201, 502]).toContain(first.status);
      const answer = await send(key, textTo(customer), 2);
      // A report of the network may settle an unknown outcome in between; nothing else changes an answer.
      const isSettledSince = first.status === 502 && answer.status === 201;
      if (!isSettledSince) expect(answer.body).toMatchObject(withoutMeta(first.body));
      const sends = await ledger(customer);
      if (answer.status === 201) {
        expect(sends).toMatchObject([{ chat_message_id: answer.data.chat_message_id }]);
      } else {
        expect(answer.error.code).toBe('provider_outcome_unknown');
        expect(sends.length).toBeLessThanOrEqual(1);
      }
    },
    240_000,
  );

  inChromium(
    'shows once what a page of the console sends, and sends it once, if its gateway is killed while the network has it',
    async () => {
      const [customer, words] = [freshNumber(), 'It leaves today.'];
      await clients[0]!.sendMessage(textTo(customer, 'It is packed.'));
      const stage = await ConsoleStage.open(stack());
      try {
        const email = await stage.person(accountId, 'agent');
        const { page } = await stage.openAs(email, 'desktop-light');
        await page.getByRole('link', { name: /It is packed/ }).click();
        await page.getByLabel('Write a message').fill(words);
        await stack().sandbox.setFault({
          ...{ match: { to: customer }, mode: 'slow' },
          ...{ delay_ms: HELD_MS, times: 1 },
        });
        const answered = page.waitForResponse(
          (answer) =>
            answer.ok() && answer.request().method() === 'POST' && answer.url().endsWith('/api/messages'),
          { timeout: 120_000 },
        );
        await page.keyboard.press('Enter');
        await until(async () => (await messageTo(customer, 1))?.message === words, {
          describe: 'the send to be stored',
        });
        await stack().kill('gateway');
        await stack().start('gateway');

        await answered;
        const thread = page.getByRole('region', { name: 'Messages' });
        await until(async () => (await thread.getByText('Sending').count()) === 0, {
          describe: 'the page to show the message',
        });
        expect(await thread.getByText(words).count()).toBe(1);
        expect((await stack().sandbox.messages(customer)).filter(({ text }) => text === words)).toHaveLength(
          1,
        );
      } finally {
        await stage.close();
      }
    },
    240_000,
  );

  async function messageTo(customer: string, gateway = 0): Promise<Message | undefined> {
    const { conversations } = await clients[gateway]!.listConversations();
    return conversations.find(({ contact }) => contact.phone === customer)?.last_message ?? undefined;
  }

  /** Repeats the request as a client should, until its answer is final, that is no retryable refusal. */
  async function settledAnswer(key: string, customer: string): Promise<Answer<SentMessage>> {
    await until(() => untilStatus(clients[0]!, channelId, 'connected').catch(() => false), {
      describe: 'the channel to be connected again',
      timeoutMs: 60_000,
    });
    return until(
      async () => {
        const answer = await send(key, textTo(customer)).catch(() => null);
        if (answer?.status === 201) return answer;
        const isFinal = answer && !answer.error.retryable && (await isSettled(customer));
        if (!isFinal) await delay(200);
        return isFinal && answer;
      },
      { describe: 'the request to have its answer', timeoutMs: 60_000 },
    );
  }

  async function isSettled(customer: string): Promise<boolean> {
    const message = await messageTo(customer);
    return message !== undefined && !['queued', 'sent'].includes(message.status);
  }
}

function withoutMeta(body: unknown): object {
  return { ...(body as object), meta: expect.anything() as unknown };
}
