import { readTemplateToSend, syncTemplates } from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import { refusal, testContext, until } from '@chat/test-kit';
import { TemplatesUnderTest } from '../testing/templates-under-test';

describe('templates that may be different at the provider', () => {
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

  const toSend = (template_id: string) =>
    stack.bus.request(
      readTemplateToSend,
      { body: { template_id, channel_id: 1 } },
      testContext({ accountId: lastAccount }),
    );
  const doubt = (template: { name: string; language: string }, value = 'parameters') =>
    stack.report(template, { kind: 'missing', value }, lastAccount);
  const known = async () => {
    const provided = stack.provide({ quality_score: 'GREEN' });
    await sync({ chat_account_id: 1 });
    const [template] = await stack.list({}, lastAccount);
    return { provided, id: template!.template_id };
  };

  it('are read from the provider before they are sent, once', async () => {
    const { provided, id } = await known();
    provided.components = [{ type: 'BODY', text: 'An edited text for you.' }];
    expect((await toSend(id)).body!.text).toBe('Hello there, we are back.');
    await doubt(provided);
    const reads: string[] = [];
    stack.afterListing = () => Promise.resolve(void reads.push('read'));
    const sends = await Promise.all([toSend(id), toSend(id)]);
    expect(sends.map(({ body }) => body!.text)).toEqual(Array(2).fill('An edited text for you.'));
    await toSend(id);
    expect(reads).toHaveLength(1);
    expect((await stack.read(id, lastAccount)).body).toBe('An edited text for you.');
  });

  it('are not sent while the provider cannot be asked, nor once it has them no more', async () => {
    const { provided, id } = await known();
    await doubt(provided);
    stack.afterListing = () => Promise.reject(new AppError('provider_error'));
    expect((await refusal(toSend(id))).code).toBe('provider_error');
    stack.afterListing = () => Promise.resolve();
    provided.status = 'PAUSED';
    expect((await refusal(toSend(id))).reason).toBe('template_paused');
    await doubt(provided);
    stack.provided = [];
    expect((await refusal(toSend(id))).code).toBe('not_found');
  });

  it('stay so if the doubt is newer than what was read', async () => {
    const { provided, id } = await known();
    await doubt(provided);
    stack.afterListing = async () => {
      stack.afterListing = () => Promise.resolve();
      provided.components = [{ type: 'BODY', text: 'An edited text for you.' }];
      await doubt(provided);
    };
    expect((await toSend(id)).body!.text).toBe('An edited text for you.');
  });

  it('are shown anew when the provider reports an edit or a quality', async () => {
    const { provided, id } = await known();
    expect((await stack.read(id, lastAccount)).quality_score).toBe('GREEN');
    provided.quality_score = 'YELLOW';
    await doubt(provided, 'quality');
    const quality = async () => (await stack.read(id, lastAccount)).quality_score;
    await until(async () => (await quality()) === 'YELLOW', { describe: 'the quality' });
  });
});
