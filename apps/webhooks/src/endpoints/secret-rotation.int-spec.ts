import { createWebhook, rotateWebhookSecret } from '@chat/contracts/webhooks';
import { secretKeyOperations } from '@chat/contracts/secret-keys';
import { SecretBox, secretKeysOf } from '@chat/service-kit';
import { startTestService, testContext, type TestService } from '@chat/test-kit';
import { webhooksService } from '../service';
import { sealedSecret } from './sealed-secret';

const { usage, rotate } = secretKeyOperations('webhooks');
const [first, second] = [1, 2].map((fill) => Buffer.alloc(32, fill)) as [Buffer, Buffer];
const base64 = (key: Buffer) => key.toString('base64');
const boxOf = (key: Buffer) =>
  new SecretBox(secretKeysOf({ SECRET_KEY: key, SECRET_KEYS_ACCEPTED: [] }), sealedSecret.purpose);
const idOf = (key: Buffer) => secretKeysOf({ SECRET_KEY: key, SECRET_KEYS_ACCEPTED: [] })[0]!.id;

describe('the rotation of sealed secrets', () => {
  let service: TestService;

  beforeAll(async () => {
    const keys = { SECRET_KEY: base64(second), SECRET_KEYS_ACCEPTED: base64(first) };
    service = await startTestService(webhooksService, keys);
    for (let account = 1; account <= 5; account += 1) {
      const body = { label: 'Shop', url: 'https://example.com/hook' };
      await service.bus.request(createWebhook, { body }, testContext({ accountId: account }));
    }
  });

  beforeEach(async () => {
    await service.query('DELETE FROM webhooks.retired_secrets');
    await store(boxOf(first));
  });

  afterAll(() => service.stop());

  /** Replaces every endpoint's secret by one sealed with this box, as if the service had used its key. */
  async function store(box: SecretBox): Promise<void> {
    for (const { account_id, id } of await sealed()) {
      const secret = box.seal('whsec_secret', sealedSecret.contextOf([account_id, id]));
      await service.query('UPDATE webhooks.endpoints SET secret = $2 WHERE id = $1', [id, secret]);
    }
  }

  const sealed = () =>
    service.query<{ account_id: string; id: string; secret: Buffer }>(
      'SELECT account_id, id, secret FROM webhooks.endpoints ORDER BY account_id',
    );
  const readable = (box: SecretBox, rows: Awaited<ReturnType<typeof sealed>>) =>
    rows.map(({ account_id, id, secret }) => {
      try {
        return box.open(secret, sealedSecret.contextOf([account_id, id])).startsWith('whsec_');
      } catch {
        return false;
      }
    });
  const counts = async () =>
    Object.fromEntries(
      (await service.bus.request(usage, { body: {} })).usage.map((use) => [String(use.key_id), use.count]),
    );

  it('resumes where it stopped, reseals each value once, and counts the values that depend on each key', async () => {
    // A secret sealed before key versions existed: the same bytes without the leading ones that identify the key.
    await service.query(
      'UPDATE webhooks.endpoints SET secret = substring(secret FROM 6) WHERE account_id = 3',
    );
    expect(await counts()).toEqual({ [idOf(first)]: 4, null: 1 });
    expect(readable(boxOf(second), await sealed())).toEqual(Array(5).fill(false));

    const one = await service.bus.request(rotate, { body: { limit: 2 } });
    expect(one).toMatchObject({ examined: 2, rotated: 2, unreadable: 0 });
    // As if the first process had died: another one starts over and finds what is left.
    const again = await service.bus.request(rotate, { body: { limit: 3 } });
    expect(again).toMatchObject({ examined: 3, rotated: 1, unreadable: 0 });
    const [rest, same] = await Promise.all([
      service.bus.request(rotate, { body: { after: again.after!, limit: 3 } }),
      service.bus.request(rotate, { body: { after: again.after!, limit: 3 } }),
    ]);
    expect([rest.rotated, same.rotated].sort()).toEqual([0, 2]);
    expect(rest.after).toBe('webhooks.retired_secrets');

    expect(await counts()).toEqual({ [idOf(second)]: 5 });
    expect(readable(boxOf(second), await sealed())).toEqual(Array(5).fill(true));
    expect(await service.bus.request(rotate, { body: {} })).toMatchObject({ examined: 5, rotated: 0 });
  });

  it('includes retired secrets that still sign', async () => {
    const [{ account_id, id } = { account_id: '', id: '' }] = await sealed();
    await service.bus.request(
      rotateWebhookSecret,
      { params: { id: Number(id) } },
      testContext({ accountId: Number(account_id) }),
    );
    const endpoints = await service.bus.request(rotate, { body: {} });
    expect(endpoints).toMatchObject({ examined: 5, rotated: 4 });
    expect(await service.bus.request(rotate, { body: { after: endpoints.after! } })).toEqual({
      examined: 1,
      rotated: 1,
      unreadable: 0,
      after: null,
    });
    const [retired] = await service.query<{ secret: Buffer }>('SELECT secret FROM webhooks.retired_secrets');
    const context = sealedSecret.contextOf([account_id, id]);
    expect(boxOf(second).open(retired!.secret, context)).toBe('whsec_secret');
  });

  it('counts values that no key opens and leaves them unchanged', async () => {
    await store(boxOf(Buffer.alloc(32, 3)));
    const before = await sealed();

    expect(await service.bus.request(rotate, { body: {} })).toEqual({
      examined: 5,
      rotated: 0,
      unreadable: 5,
      after: 'webhooks.retired_secrets',
    });
    expect(await counts()).toEqual({ null: 5 });
    expect(await sealed()).toEqual(before);
  });
});
