import {
  createCtaUrl,
  createInteractiveList,
  type CtaUrlSettings,
  deleteCtaUrl,
  deleteInteractiveList,
  listCtaUrls,
  listInteractiveLists,
} from '@chat/contracts/messaging';
import { refusal } from '@chat/test-kit';
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
    messaging.bus.request(createCtaUrl, { body: { account_id, cta_url: { ...ctaUrl, ...change } } });
  const ctaUrls = async (account_id: number) =>
    (await messaging.bus.request(listCtaUrls, { body: { account_id } })).cta_urls;

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

    const made = await messaging.bus.request(createInteractiveList, {
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
    const all = await messaging.bus.request(listInteractiveLists, { body: { account_id: 1 } });
    expect(all.interactive_lists).toEqual([made.interactive_list]);
  });

  it('keep the white space of all texts but names and labels', async () => {
    const rows = [
      { id: ' soup ', title: ' Soup ', description: ' With bread ' },
      { id: 'soup', title: 'Soup', description: ' ' },
    ];
    const padded = { header: ' Today ', body: ' What? ', footer: ' Bye ' };
    const made = await messaging.bus.request(createInteractiveList, {
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
      messaging.bus.request(createInteractiveList, { body: { account_id: 7, interactive_list } }),
    );
    expect({ code, members: Object.keys(errors!) }).toEqual({
      code: 'validation_error',
      members: [`interactive_list.sections.0.rows.0.${member}`],
    });
  });

  it('are deleted by their account and their kind alone', async () => {
    const { id } = (await newCtaUrl(3)).cta_url;
    const ask = [
      () => messaging.bus.request(deleteCtaUrl, { body: { account_id: 4, id } }),
      () => messaging.bus.request(deleteInteractiveList, { body: { account_id: 3, id } }),
    ];
    for (const request of ask) expect((await refusal(request())).code).toBe('not_found');
    const answer = await messaging.bus.request(deleteCtaUrl, { body: { account_id: 3, id } });
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
