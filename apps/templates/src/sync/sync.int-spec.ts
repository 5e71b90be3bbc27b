import { channelDeleted } from '@chat/contracts/channels';
import { numberStatusChanged } from '@chat/contracts/cloud-connector';
import {
  deleteTemplate,
  getChatAccountCapabilities,
  getTemplateCapabilities,
  hideTemplates,
  readTemplateToSend,
  syncTemplates,
  templateStatusChanged,
  updateTemplate,
} from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import { toTimestamp } from '@chat/service-kit';
import { refusal, testContext, until } from '@chat/test-kit';
import { keyContext, newName, TemplatesUnderTest } from '../testing/templates-under-test';

/** Returns a time later than anything else in a test. */
const inAMinute = () => toTimestamp(new Date(Date.now() + 60_000));

describe('the templates of an account', () => {
  let stack: TemplatesUnderTest;
  let lastAccount = 10;

  beforeAll(async () => {
    stack = await TemplatesUnderTest.start({ TEMPLATE_SYNC_INTERVAL_MS: '3600000' });
    stack.isListed = true;
  });

  beforeEach(() => {
    stack.playWell();
    stack.provided = [];
    lastAccount += 1;
  });

  afterAll(() => stack.service.stop());

  const sync = (body: object = {}) =>
    stack.bus.request(syncTemplates, { body }, testContext({ accountId: lastAccount }));
  const names = async (status = 'APPROVED' as const) =>
    (await stack.list({ status }, lastAccount)).map(({ name }) => name).sort();

  const connect = () =>
    stack.bus.publish(
      numberStatusChanged,
      {
        channel_id: 1,
        status: 'connected',
        version: 3,
        phone_number: '4930100000001',
        reason: 'connected',
        last_error: null,
        waba_id: '100',
      },
      { accountId: lastAccount },
    );

  it('match the provider after a sync: added, changed and removed ones', async () => {
    const [kept, gone] = [stack.provide(), stack.provide()];
    const three = Array.from({ length: 3 }, () => stack.provide().name);
    expect(await sync({ chat_account_id: 1 })).toEqual({
      accounts: 1,
      templates: 5,
      created: 5,
      updated: 0,
      deleted: 0,
    });
    expect(await names()).toEqual([kept.name, gone.name, ...three].sort());
    kept.components = [{ type: 'BODY', text: 'Another text for you.' }];
    stack.provided = stack.provided.filter((one) => one !== gone);
    stack.provided.find(({ name }) => name === three[0])!.status = 'PAUSED';
    expect(await sync()).toMatchObject({ accounts: 1, templates: 4, created: 0, updated: 2, deleted: 1 });
    expect(await names()).toEqual([kept.name, three[1], three[2]].sort());
    expect(await sync()).toMatchObject({ templates: 4, created: 0, updated: 0, deleted: 0 });
    const told = () =>
      stack.bus.events(templateStatusChanged).filter(({ accountid }) => accountid === String(lastAccount));
    await until(() => told().length >= 2, { describe: 'the events' });
    expect(
      told()
        .map(({ data }) => [data.template.name, data.to_status])
        .sort(),
    ).toEqual(
      [
        [gone.name, 'DISABLED'],
        [three[0], 'PAUSED'],
      ].sort(),
    );
  });

  it('are not updated by changes that clients cannot see, such as a new link to the same sample', async () => {
    const linkedAt = (link: string) => [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: [link] } },
      { type: 'BODY', text: 'Hello there, we are back.' },
    ];
    const template = stack.provide({ components: linkedAt('https://media.example.com/1?expires=1') });
    await sync({ chat_account_id: 1 });
    const before = await stack.list({}, lastAccount);
    template.components = linkedAt('https://media.example.com/1?expires=2');
    expect(await sync()).toMatchObject({ templates: 1, updated: 0 });
    expect(await stack.list({}, lastAccount)).toEqual(before);
    template.components = [{ type: 'BODY', text: 'Hello there, we are back.' }];
    expect(await sync()).toMatchObject({ updated: 1 });
    const [after] = await stack.list({}, lastAccount);
    expect(after!.updated_at > before[0]!.updated_at).toBe(true);
  });

  describe('at two provider accounts', () => {
    beforeEach(async () => {
      stack.wabaOf = (channelId) => `10${channelId}`;
      for (const id of [1, 2]) {
        const context = testContext({ accountId: lastAccount });
        await stack.bus.request(getChatAccountCapabilities, { params: { id } }, context);
      }
    });

    it('are synced at one while no number is connected at the other', async () => {
      const { name } = stack.provide();
      stack.disconnected = [1];
      expect(await sync()).toMatchObject({ accounts: 1, templates: 1, created: 1 });
      expect(await names()).toEqual([name]);
    });

    it('are not synced when no number is connected', async () => {
      stack.disconnected = [1, 2];
      expect(await refusal(sync())).toMatchObject({
        code: 'capability_error',
        reason: 'channel_not_connected',
      });
    });
  });

  it('are not synced in the background for 5 seconds after a new channel was looked up', async () => {
    const [{ now }] = (await stack.service.query<{ now: Date }>('SELECT now()')) as [{ now: Date }];
    const context = testContext({ accountId: lastAccount });
    await stack.bus.request(getChatAccountCapabilities, { params: { id: 1 } }, context);
    const dueSooner = `SELECT FROM templates.channels WHERE account_id = $1 AND sync_at < $2::timestamptz + interval '5 s'`;
    expect(await stack.service.query(dueSooner, [lastAccount, now])).toEqual([]);
  });

  describe('with the same name as a deleted one', () => {
    const again = async () => {
      const former = await stack.approved({}, lastAccount);
      const { name, provider_template_id: formerId } = former;
      await stack.bus.request(
        deleteTemplate,
        { params: { id: former.template_id } },
        keyContext({ accountId: lastAccount }),
      );
      const late = (value: string, at = inAMinute()) =>
        stack.report(former, { value, at, provider_template_id: formerId }, lastAccount);
      return { name, late };
    };

    it.each(['DELETED', 'APPROVED'])('ignore a late %s report on the deleted one', async (value) => {
      const { name, late } = await again();
      const { template_id } = await stack.create({ name }, keyContext({ accountId: lastAccount }));
      await late(value);
      expect(await stack.read(template_id, lastAccount)).toMatchObject({ status: 'PENDING' });
      await sync();
      expect(await stack.read(template_id, lastAccount)).toMatchObject({ status: 'PENDING' });
    });

    it('are not mistaken for it while their submission is unanswered', async () => {
      const { name, late } = await again();
      stack.afterSubmit = () => {
        throw new AppError('provider_outcome_unknown');
      };
      const context = keyContext({ accountId: lastAccount });
      await refusal(stack.create({ name }, context));
      const submitted = stack.provided.find((one) => one.name === name)!;
      await late('APPROVED');
      await late('DELETED');
      const template = await until(() => stack.create({ name }, context).catch(() => null), {
        describe: 'the sync that finds the new one',
      });
      expect(template.provider_template_id).toBe(submitted.id);
    });

    it('survive a list that still contains the deleted one', async () => {
      const former = await stack.approved({}, lastAccount);
      const context = () => keyContext({ accountId: lastAccount });
      const listed = stack.provided.find(({ name }) => name === former.name)!;
      await stack.bus.request(deleteTemplate, { params: { id: former.template_id } }, context());
      const { template_id, provider_template_id } = await stack.create({ name: former.name }, context());
      stack.provided = [listed];
      expect(await sync()).toMatchObject({ created: 0, updated: 0, deleted: 0 });
      expect(await stack.read(template_id, lastAccount)).toMatchObject({ provider_template_id });
    });
  });

  it('do not reappear when they are deleted during a sync', async () => {
    const template = await stack.approved({}, lastAccount);
    stack.afterListing = async () => {
      stack.afterListing = () => Promise.resolve();
      await stack.bus.request(
        deleteTemplate,
        { params: { id: template.template_id } },
        keyContext({ accountId: lastAccount }),
      );
    };
    expect(await sync()).toMatchObject({ created: 0 });
    expect(await names()).toEqual([]);
  });

  describe('that are edited', () => {
    const edit = async (id: string, body: object) =>
      (
        await stack.bus.request(
          updateTemplate,
          { params: { id }, body },
          testContext({ accountId: lastAccount }),
        )
      ).template;
    const statusesOf = (id: string) =>
      stack.bus
        .events(templateStatusChanged)
        .filter(({ data }) => data.template.template_id === id)
        .map(({ data }) => data.to_status);

    it.each([
      ['the report of the review before, which comes again', 'APPROVED'],
      ['a report of before, which comes late', 'PAUSED'],
    ])('stay under review despite %s', async (_, value) => {
      const template = await stack.create({ name: newName() }, keyContext({ accountId: lastAccount }));
      const { template_id, name } = template;
      const at = toTimestamp(new Date());
      await stack.report(template, { value: 'APPROVED', at }, lastAccount);
      await edit(template_id, { footer: 'Bye' });
      await stack.report(template, { value, at }, lastAccount);
      expect((await stack.read(template_id, lastAccount)).status).toBe('PENDING');
      stack.provided.find((one) => one.name === name)!.status = 'REJECTED';
      await stack.report(template, { value: 'REJECTED' }, lastAccount);
      expect((await stack.read(template_id, lastAccount)).status).toBe('REJECTED');
      await until(() => statusesOf(template_id).includes('REJECTED'), { describe: 'the events' });
      expect(statusesOf(template_id)).toEqual(['APPROVED', 'PENDING', 'REJECTED']);
    });

    it('take their status from the list when a report arrives during the edit', async () => {
      const template = await stack.approved({}, lastAccount);
      await sync();
      stack.beforeEdit = () => stack.report(template, { value: 'PAUSED' }, lastAccount);
      await edit(template.template_id, { footer: 'Bye' });
      await until(async () => (await stack.read(template.template_id, lastAccount)).status === 'PENDING', {
        describe: 'the list to be read',
      });
    });

    it('keep a category that the provider assigned during the edit', async () => {
      const template = await stack.approved({}, lastAccount);
      stack.beforeEdit = () => stack.report(template, { kind: 'category', value: 'MARKETING' }, lastAccount);
      expect(await edit(template.template_id, { footer: 'Bye' })).toMatchObject({
        category: 'MARKETING',
        status: 'PENDING',
      });
    });

    it('stay deleted when they were deleted during the edit', async () => {
      const { template_id, name, language, provider_template_id } = await stack.approved({}, lastAccount);
      stack.beforeEdit = () =>
        stack.report({ name, language }, { value: 'DELETED', provider_template_id }, lastAccount);
      expect((await refusal(edit(template_id, { footer: 'Bye' }))).code).toBe('not_found');
      await until(() => statusesOf(template_id).includes('DISABLED'), { describe: 'the events' });
      expect(statusesOf(template_id)).toEqual(['APPROVED', 'DISABLED']);
    });
  });

  it('are unchanged when the provider repeats a report', async () => {
    const template = await stack.approved({}, lastAccount);
    const version = async () => {
      const [row] = await stack.service.query<object>(
        'SELECT version, updated_at FROM templates.templates WHERE name = $1',
        [template.name],
      );
      return row;
    };
    const before = await version();
    await stack.report(template, { value: 'APPROVED' }, lastAccount);
    const later = inAMinute();
    await stack.report(template, { value: 'APPROVED', at: later }, lastAccount);
    expect(await version()).toEqual(before);
    await stack.report(template, { value: 'PAUSED' }, lastAccount);
    expect((await stack.read(template.template_id, lastAccount)).status).toBe('APPROVED');
  });

  it('keep the latest category when an earlier report is repeated', async () => {
    const template = await stack.approved({}, lastAccount);
    const first = { kind: 'category' as const, value: 'MARKETING', at: toTimestamp(new Date()) };
    await stack.report(template, first, lastAccount);
    await sync();
    expect((await stack.read(template.template_id, lastAccount)).category).toBe('UTILITY');
    await stack.report(template, first, lastAccount);
    expect((await stack.read(template.template_id, lastAccount)).category).toBe('UTILITY');
  });

  it('include unsupported ones, which cannot be sent', async () => {
    stack.provide({
      name: newName(),
      components: [
        { type: 'BODY', text: 'Hi there' },
        { type: 'CAROUSEL', cards: [] },
      ],
    });
    await sync({ chat_account_id: 1 });
    const [template] = await stack.list({}, lastAccount);
    expect(template!.sendable).toBe(false);
    const body = { template_id: template!.template_id, channel_id: 1 };
    const { reason } = await refusal(
      stack.bus.request(readTemplateToSend, { body }, testContext({ accountId: lastAccount })),
    );
    expect(reason).toBe('template_unsupported');
  });

  it('are synced when a number is connected, and when a report names an unknown or missing template', async () => {
    const first = stack.provide();
    await connect();
    await until(async () => (await names()).includes(first.name), { describe: 'the first sync' });
    const second = stack.provide();
    await stack.report(second, { value: 'APPROVED' }, lastAccount);
    await until(async () => (await names()).includes(second.name), { describe: 'the second sync' });
    first.status = 'PAUSED';
    await stack.report(first, { kind: 'missing', value: null }, lastAccount);
    await until(async () => !(await names()).includes(first.name), { describe: 'the third sync' });
  });

  it('are synced again when a report requests it during a sync', async () => {
    const known = stack.provide();
    const late: string[] = [];
    stack.afterListing = async () => {
      stack.afterListing = () => Promise.resolve();
      const template = stack.provide();
      late.push(template.name);
      await stack.report(template, { value: 'APPROVED' }, lastAccount);
    };
    await connect();
    await until(async () => (await names()).length === 2, { describe: 'the second reading' });
    expect(await names()).toEqual([known.name, ...late].sort());
  });

  it('are hidden immediately and then purged with the last channel at the provider account', async () => {
    const accountId = lastAccount;
    const template = stack.provide();
    for (const channel of [1, 2]) await sync({ chat_account_id: channel });
    await stack.create({ name: newName(), chat_account_id: 2 }, keyContext({ accountId, key: 'kept' }));
    const hide = (channel_id: number) =>
      stack.bus.request(hideTemplates, { body: { channel_id } }, testContext({ accountId }));
    await hide(1);
    expect(
      (await stack.list({}, accountId)).map(({ name, chat_account_id }) => [name, chat_account_id]),
    ).toEqual([[template.name, 2]]);
    await hide(2);
    await stack.bus.publish(channelDeleted, { channel_id: 2 }, { accountId });
    expect(await stack.list({}, accountId)).toEqual([]);
    const rows = () =>
      stack.service.query('SELECT FROM templates.templates WHERE account_id = $1', [accountId]);
    await until(async () => (await rows()).length === 0, { describe: 'the purge' });
    const replay = stack.create({ name: 'x', chat_account_id: 2 }, keyContext({ accountId, key: 'kept' }));
    expect((await refusal(replay)).code).toBe('idempotency_conflict');
  });

  it('can be managed only on Cloud channels with credentials', async () => {
    const ask = (id: number) => stack.bus.request(getChatAccountCapabilities, { params: { id } });
    expect(await ask(1)).toEqual({
      chat_account_id: 1,
      channel_type: 'cloud',
      template_management_supported: true,
      blockers: [],
    });
    expect(await ask(50)).toMatchObject({
      channel_type: 'device',
      template_management_supported: false,
      blockers: ['template_api_cloud_only'],
    });
    expect((await ask(60)).blockers).toEqual(['credentials_missing']);
    expect((await refusal(ask(999))).code).toBe('not_found');
    const query = { chat_account_id: 1 };
    expect(await stack.bus.request(getTemplateCapabilities, { query })).toEqual(await ask(1));
  });
});
