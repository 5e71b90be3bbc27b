import type { Pagination, RequestContext } from '@chat/contracts';
import {
  channelsChanged,
  deleteChannel,
  listChannels,
  resolveChannel,
  setDefaultChannel,
  type ChannelList,
  type ListChannelsQuery,
  type ResolveChannel,
} from '@chat/contracts/channels';
import { refusal } from '@chat/test-kit';
import { ChannelsUnderTest } from '../testing/channels-under-test';

const PHONE = '5511987654321';

describe('the channels of an account', () => {
  let channels: ChannelsUnderTest;
  let account: RequestContext;

  beforeAll(async () => {
    channels = await ChannelsUnderTest.start();
  });

  afterAll(() => channels.stop());

  beforeEach(() => {
    account = channels.newAccount();
  });

  async function create(count: number): Promise<number[]> {
    const ids: number[] = [];
    for (let index = 0; index < count; index += 1) ids.push((await channels.create(account)).id);
    return ids;
  }

  describe('list', () => {
    const list = (context = account) => channels.bus.request(listChannels, { query: {} }, context);

    async function page(query: ListChannelsQuery): Promise<{ ids: number[]; pagination: Pagination }> {
      const { body, pagination } = await channels.reply(listChannels, { query }, account);
      const { devices } = JSON.parse(body) as ChannelList;
      return { ids: devices.map(({ id }) => id), pagination: JSON.parse(pagination ?? 'null') as Pagination };
    }

    it('is empty and reports the full quota for a new account', async () => {
      account = channels.newAccount({ account_limit: 3, cloud_channels: false });
      await expect(list()).resolves.toEqual({
        devices: [],
        quota: {
          account_limit_remaining: 3,
          channels_in_use: 0,
          cloud_api_available: false,
          device_channels_available: true,
        },
      });
    });

    it('contains exactly the channels of the account, oldest first and unpaged', async () => {
      await channels.create(channels.newAccount());
      const ids = await create(30);
      await expect(page({})).resolves.toEqual({ ids, pagination: null });
    });

    it('reports 0 remaining slots, never fewer, after the plan was lowered', async () => {
      await create(2);
      const lowered = {
        ...account,
        account: { ...account.account, plan: { ...account.account.plan, account_limit: 1 } },
      };
      expect((await list(lowered)).quota).toMatchObject({ account_limit_remaining: 0, channels_in_use: 2 });
    });

    it('is split into numbered pages on request', async () => {
      const ids = await create(5);
      const first = await page({ per_page: 2 });
      expect(first.ids).toEqual(ids.slice(0, 2));
      expect(first.pagination).toMatchObject({ current_page: 1, per_page: 2, last_page: 3, total: 5 });
      const last = await page({ per_page: 2, page: 3 });
      expect(last).toMatchObject({ ids: ids.slice(4), pagination: { current_page: 3, next_cursor: null } });
    });

    it('can be paged through by cursor', async () => {
      const ids = await create(5);
      const walked: number[] = [];
      let cursor = (await page({ per_page: 2 })).pagination.next_cursor;
      while (cursor) {
        const next = await page({ per_page: 2, cursor });
        walked.push(...next.ids);
        expect(next.pagination).toMatchObject({ current_page: null, last_page: null, total: null });
        cursor = next.pagination.next_cursor;
      }
      expect(walked).toEqual(ids.slice(2));
    });

    it('can be filtered by origin, both unpaged and paged', async () => {
      const devices = await create(3);
      const cloud = await channels.insertCloud(account, 'connected', '14155550100');
      devices.push(...(await create(1)));
      expect((await page({ origin: 'device' })).ids).toEqual(devices);
      expect((await page({ origin: 'cloud' })).ids).toEqual([cloud]);
      const first = await page({ origin: 'device', per_page: 3 });
      expect(first.ids).toEqual(devices.slice(0, 3));
      expect(first.pagination).toMatchObject({ total: 4, last_page: 2 });
      const next = await page({ origin: 'device', per_page: 3, cursor: first.pagination.next_cursor! });
      expect(next.ids).toEqual(devices.slice(3));
    });

    it.each([
      ['no cursor at all', 'nonsense'],
      ['the cursor of another list', Buffer.from('["2026-01-01"]').toString('base64url')],
    ])('refuses %s', async (_, cursor) => {
      const request = channels.bus.request(listChannels, { query: { cursor } }, account);
      expect(await refusal(request)).toMatchObject({ code: 'validation_error' });
    });
  });

  describe('default', () => {
    const setDefault = (id: number) => channels.bus.request(setDefaultChannel, { params: { id } }, account);
    const defaults = async () =>
      (await channels.bus.request(listChannels, { query: {} }, account)).devices
        .filter(({ is_default }) => is_default)
        .map(({ id }) => id);

    it('moves to the named channel', async () => {
      const [first, second] = await create(2);
      await expect(setDefault(second!)).resolves.toMatchObject({ device: { id: second, is_default: true } });
      expect(await defaults()).toEqual([second]);
      await setDefault(second!);
      await setDefault(first!);
      expect(await defaults()).toEqual([first]);
    });

    it('can be a Cloud channel', async () => {
      await create(1);
      const id = await channels.insertCloud(account, 'connected', PHONE);
      await setDefault(id);
      expect(await defaults()).toEqual([id]);
    });

    it('stays a single channel under concurrent requests', async () => {
      const ids = await create(4);
      await Promise.all([...ids, ...ids].map(setDefault));
      expect(await defaults()).toHaveLength(1);
    });

    it('answers not_found for unknown and foreign channels', async () => {
      const foreign = await channels.create(channels.newAccount());
      expect(await refusal(setDefault(999_999))).toMatchObject({ code: 'not_found' });
      expect(await refusal(setDefault(foreign.id))).toEqual(await refusal(setDefault(999_999)));
    });
  });

  describe('resolve', () => {
    const resolve = async (body: ResolveChannel) =>
      (await channels.bus.request(resolveChannel, { body }, account)).device.id;

    it('returns the default channel when nothing is named', async () => {
      const [first] = await create(2);
      expect(await resolve({})).toBe(first);
    });

    it('returns the channel with the id', async () => {
      const [, second] = await create(2);
      expect(await resolve({ chat_account_id: second! })).toBe(second);
    });

    it.each(['5511987654321', '551187654321', '55011987654321'])(
      'finds the channel by the number %s',
      async (from_number) => {
        await create(1);
        const { id } = await channels.create(account, { phone_number: PHONE });
        expect(await resolve({ from_number })).toBe(id);
        expect(await resolve({ from_number, chat_account_id: id })).toBe(id);
      },
    );

    it('refuses an id and a number that belong to different channels', async () => {
      const [other] = await create(1);
      await channels.create(account, { phone_number: PHONE });
      expect(await refusal(resolve({ chat_account_id: other!, from_number: PHONE }))).toMatchObject({
        code: 'validation_error',
        errors: { from_number: [expect.any(String)] },
      });
    });

    it.each([
      ['an unknown id', { chat_account_id: 999_999 }, ['chat_account_id']],
      ['an unknown number', { from_number: '12025550170' }, ['from_number']],
      ['an account without channels', {}, []],
    ])('answers not_found for %s, and names the member', async (_, body, members) => {
      const { code, errors } = await refusal(resolve(body));
      expect([code, Object.keys(errors ?? {})]).toEqual(['not_found', members]);
    });

    it("does not find another account's channel by id or number", async () => {
      const foreign = await channels.create(channels.newAccount(), { phone_number: PHONE });
      expect(await refusal(resolve({ chat_account_id: foreign.id }))).toMatchObject({ code: 'not_found' });
      expect(await refusal(resolve({ from_number: PHONE }))).toMatchObject({ code: 'not_found' });
    });
  });

  describe('services that cache channels are notified before the reply to', () => {
    let heard: number[] = [];

    beforeAll(async () => {
      channels.bus.nats.subscribe(channelsChanged.subject, {
        callback: (_, message) => void heard.push(Number(message.string())),
      });
      await channels.bus.nats.flush();
    });

    it.each<[string, (id: number) => Promise<unknown>]>([
      ['a new channel', () => channels.create(account)],
      ['another default', (id) => channels.bus.request(setDefaultChannel, { params: { id } }, account)],
      [
        'a link',
        (id) => {
          channels.sessions.move(id, 'CONNECTED', { phone_number: PHONE });
          return channels.poll(id, account);
        },
      ],
      ['a deletion', (id) => channels.bus.request(deleteChannel, { params: { id } }, account)],
    ])('%s', async (_, change) => {
      await channels.create(account);
      const { id } = await channels.create(account);
      heard = [];
      await change(id);
      expect(heard).toContain(account.account.id);
    });
  });
});
