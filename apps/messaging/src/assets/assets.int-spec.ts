import { BusClient } from '@chat/bus';
import type { Pagination } from '@chat/contracts';
import {
  createAccountCtaUrl,
  createAccountInteractiveList,
  createCtaUrl,
  createInteractiveList,
  type CtaUrlList,
  type CtaUrlSettings,
  deleteCtaUrl,
  deleteInteractiveList,
  listCtaUrls,
  listInteractiveLists,
  updateCtaUrl,
  type UpdateCtaUrl,
  updateInteractiveList,
  deleteAccountCtaUrl,
  deleteAccountInteractiveList,
  listAccountCtaUrls,
  listAccountInteractiveLists,
} from '@chat/contracts/messaging';
import { refusal, testContext } from '@chat/test-kit';
import { anyNumber, anyText, MessagingUnderTest } from '../testing/messaging-under-test';
import { toInteractive } from './asset.mapper';

const ctaUrl = { name: 'Offer', body: 'Look at this.', display_text: 'Open', url: 'https://example.com/' };
const list = {
  name: 'Menu',
  header: 'Today',
  body: 'What would you like?',
  button: 'Choose',
  sections: [
    {
      rows: [
        { id: 'soup', title: 'Soup', description: 'With bread' },
        { id: 'none', title: 'Nothing' },
      ],
    },
  ],
};

describe('assets of an account', () => {
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
  });

  afterAll(() => messaging.service.stop());

  const newCtaUrl = (account_id = 1, change: Partial<CtaUrlSettings> = {}) =>
    messaging.bus.request(createAccountCtaUrl, { body: { account_id, cta_url: { ...ctaUrl, ...change } } });
  const ctaUrls = async (account_id: number) =>
    (await messaging.bus.request(listAccountCtaUrls, { body: { account_id } })).cta_urls;

  it('are kept as they were given, and listed to their account alone', async () => {
    const { cta_url } = await newCtaUrl(1);
    expect(cta_url).toEqual({
      ...ctaUrl,
      id: anyNumber,
      header: null,
      footer: null,
      created_at: anyText,
      updated_at: anyText,
    });
    expect(await ctaUrls(1)).toEqual([cta_url]);
    expect(await ctaUrls(2)).toEqual([]);

    const made = await messaging.bus.request(createAccountInteractiveList, {
      body: { account_id: 1, interactive_list: list },
    });
    expect(made.interactive_list).toMatchObject({
      name: 'Menu',
      header: 'Today',
      footer: null,
      button: 'Choose',
      sections: [
        {
          title: null,
          rows: [list.sections[0]!.rows[0], { id: 'none', title: 'Nothing', description: null }],
        },
      ],
    });
    const all = await messaging.bus.request(listAccountInteractiveLists, { body: { account_id: 1 } });
    expect(all.interactive_lists).toEqual([made.interactive_list]);
  });

  it('keep the white space of all texts but names and labels', async () => {
    const rows = [
      { id: ' soup ', title: ' Soup ', description: ' With bread ' },
      { id: 'soup', title: 'Soup', description: ' ' },
    ];
    const padded = { header: ' Today ', body: ' What? ', footer: ' Bye ' };
    const made = await messaging.bus.request(createAccountInteractiveList, {
      body: {
        account_id: 7,
        interactive_list: {
          ...padded,
          name: ' Menu ',
          button: ' Choose ',
          sections: [{ title: ' All ', rows }],
        },
      },
    });
    expect(made.interactive_list).toMatchObject({
      ...padded,
      name: 'Menu',
      button: 'Choose',
      sections: [{ title: ' All ', rows: [rows[0], { id: 'soup', title: 'Soup', description: null }] }],
    });
    const { cta_url } = await newCtaUrl(7, { display_text: ' Open ', header: ' New ', footer: ' ' });
    expect(cta_url).toMatchObject({ display_text: 'Open', header: ' New ', footer: null });
  });

  it.each(['id', 'title'])('are refused with a row whose %s is only white space', async (member) => {
    const rows = [{ id: 'soup', title: 'Soup', [member]: ' \t' }];
    const interactive_list = { ...list, sections: [{ rows }] };
    const { code, errors } = await refusal(
      messaging.bus.request(createAccountInteractiveList, { body: { account_id: 7, interactive_list } }),
    );
    expect({ code, members: Object.keys(errors!) }).toEqual({
      code: 'validation_error',
      members: [`interactive_list.sections.0.rows.0.${member}`],
    });
  });

  it('are deleted by their account and their kind alone', async () => {
    const { id } = (await newCtaUrl(3)).cta_url;
    const ask = [
      () => messaging.bus.request(deleteAccountCtaUrl, { body: { account_id: 4, id } }),
      () => messaging.bus.request(deleteAccountInteractiveList, { body: { account_id: 3, id } }),
    ];
    for (const request of ask) expect((await refusal(request())).code).toBe('not_found');
    const answer = await messaging.bus.request(deleteAccountCtaUrl, { body: { account_id: 3, id } });
    expect(answer).toEqual({ deleted: true, id });
    expect(await ctaUrls(3)).toEqual([]);
  });

  it.each([
    ['url', { url: 'example.com' }],
    ['cta_url.display_text', { display_text: 'x'.repeat(21) }],
    ['cta_url.body', { body: 'x'.repeat(1_025) }],
  ])('are refused with the member that the provider would refuse: %s', async (member, change) => {
    const { code, errors } = await refusal(newCtaUrl(5, change));
    expect({ code, members: Object.keys(errors!) }).toEqual({ code: 'validation_error', members: [member] });
    expect(await ctaUrls(5)).toEqual([]);
  });

  it('are at most 200 of a kind, however many are made at once', async () => {
    const made = await Promise.allSettled(Array.from({ length: 210 }, () => newCtaUrl(6)));
    const refused = made.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(
      Array.from({ length: 10 }, () => 'limit_reached'),
    );
    expect(await ctaUrls(6)).toHaveLength(200);
  });

  it('make the messages of the provider', () => {
    expect(toInteractive.cta_url({ ...ctaUrl, footer: 'Bye' })).toEqual({
      type: 'interactive',
      text: 'Look at this.',
      interactive: {
        type: 'cta_url',
        body: { text: 'Look at this.' },
        footer: { text: 'Bye' },
        action: { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://example.com/' } },
      },
    });
    expect(toInteractive.interactive_list(list).interactive).toEqual({
      type: 'list',
      header: { type: 'text', text: 'Today' },
      body: { text: 'What would you like?' },
      action: { button: 'Choose', sections: list.sections },
    });
  });
});

describe('the API of assets', () => {
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
  });

  afterAll(() => messaging.service.stop());

  const as = (accountId: number) => testContext({ accountId });
  const create = async (accountId: number, change: Partial<CtaUrlSettings> = {}) =>
    (await messaging.bus.request(createCtaUrl, { body: { ...ctaUrl, ...change } }, as(accountId))).cta_url;
  const update = async (accountId: number, id: number, body: UpdateCtaUrl) =>
    (await messaging.bus.request(updateCtaUrl, { params: { id }, body }, as(accountId))).cta_url;
  const all = async (accountId: number) =>
    (await messaging.bus.request(listCtaUrls, { query: {} }, as(accountId))).cta_urls;

  it('has what the admin tool has, and the other way round', async () => {
    const made = await create(1);
    const account_id = 1;
    const { cta_urls } = await messaging.bus.request(listAccountCtaUrls, { body: { account_id } });
    expect(cta_urls).toEqual([made]);
    const input = { body: { account_id, interactive_list: list } };
    const { interactive_list } = await messaging.bus.request(createAccountInteractiveList, input);
    const { interactive_lists } = await messaging.bus.request(listInteractiveLists, { query: {} }, as(1));
    expect(interactive_lists).toEqual([interactive_list]);
  });

  it('changes what is given, clears what is null, and moves updated_at only if something changes', async () => {
    const made = await create(2, { header: 'New', footer: 'Bye' });
    const changed = await update(2, made.id, { header: null, display_text: 'Look' });
    expect(changed).toEqual({ ...made, header: null, display_text: 'Look', updated_at: anyText });
    expect(changed.updated_at > made.updated_at).toBe(true);
    expect(await update(2, made.id, { footer: 'Bye' })).toEqual(changed);
    expect(await all(2)).toEqual([changed]);
  });

  it('judges a change by what the asset becomes', async () => {
    const { id } = await create(3);
    expect((await refusal(update(3, id, { url: 'example.com' }))).errors).toHaveProperty('url');
    const body = list;
    const { interactive_list } = await messaging.bus.request(createInteractiveList, { body }, as(3));
    const params = { id: interactive_list.id };
    const sections = [...list.sections, ...list.sections];
    const bad = messaging.bus.request(updateInteractiveList, { params, body: { sections } }, as(3));
    expect(Object.keys((await refusal(bad)).errors!)).toEqual([
      'sections',
      'sections.0.title',
      'sections.1.title',
    ]);
    const good = { params, body: { sections: [{ rows: [{ id: 'tea', title: 'Tea' }] }] } };
    const { interactive_list: changed } = await messaging.bus.request(updateInteractiveList, good, as(3));
    expect(changed).toMatchObject({ header: 'Today', sections: [{ title: null, rows: [{ id: 'tea' }] }] });
  });

  it('knows assets by their account and their kind alone', async () => {
    const { id } = await create(4);
    const params = { id };
    for (const request of [
      () => update(5, id, { name: 'Mine' }),
      () => messaging.bus.request(deleteCtaUrl, { params }, as(5)),
      () => messaging.bus.request(updateInteractiveList, { params, body: { name: 'Mine' } }, as(4)),
      () => messaging.bus.request(deleteInteractiveList, { params }, as(4)),
    ])
      expect((await refusal(request())).code).toBe('not_found');
    expect(await messaging.bus.request(deleteCtaUrl, { params }, as(4))).toEqual({ deleted: true, id });
    expect(await all(4)).toEqual([]);
  });

  it('lists all in order of creation, or a page of them', async () => {
    const made = [];
    for (const name of ['A', 'B', 'C']) made.push((await create(6, { name })).id);
    const client = new BusClient(messaging.bus.connection);
    const page = async (query: object) => {
      const reply = await client.forward(listCtaUrls, as(6), { query: { per_page: 2, ...query } });
      const { cta_urls } = JSON.parse(reply.body) as CtaUrlList;
      return { ids: cta_urls.map(({ id }) => id), ...(JSON.parse(reply.pagination!) as Pagination) };
    };
    expect((await all(6)).map(({ id }) => id)).toEqual(made);
    const first = await page({});
    expect(first).toMatchObject({ ids: made.slice(0, 2), total: 3, last_page: 2 });
    expect((await page({ page: 2 })).ids).toEqual(made.slice(2));
    expect(await page({ cursor: first.next_cursor })).toMatchObject({
      ids: made.slice(2),
      next_cursor: null,
    });
  });
});
