import { usageOperations } from '@chat/contracts/limits';
import { createTemplate } from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import { refusal, until } from '@chat/test-kit';
import { keyContext, newName, order, TemplatesUnderTest } from '../testing/templates-under-test';

describe('the Idempotency-Key of a submission', () => {
  let stack: TemplatesUnderTest;

  beforeAll(async () => {
    stack = await TemplatesUnderTest.start({}, 2);
  });

  afterEach(() => stack.playWell());

  afterAll(() => stack.service.stop());

  const submissionsOf = (name: string) => stack.submitted.filter((one) => one.name === name).length;
  const settle = () => stack.service.query(`UPDATE templates.templates SET settle_at = now()`);
  const unknown = () => {
    throw new AppError('provider_outcome_unknown');
  };

  it('is required', async () => {
    const { code } = await refusal(stack.create({}, { ...keyContext(), idempotencyKey: null }));
    expect(code).toBe('idempotency_key_required');
  });

  it('leads to one submission, however often the request is repeated', async () => {
    const [name, context] = [newName(), keyContext()];
    const first = await stack.create({ name }, context);
    expect(await stack.create({ name }, context)).toEqual(first);
    const replies = await Promise.allSettled(
      Array.from({ length: 20 }, () => stack.create({ name: `${name}_many` }, keyContext({ key: 'many' }))),
    );
    const answers = replies.map((reply) =>
      reply.status === 'fulfilled' ? reply.value.template_id : (reply.reason as AppError).code,
    );
    expect(new Set(answers.filter((one) => one.startsWith('tpl_'))).size).toBe(1);
    expect(
      answers.filter((one) => !one.startsWith('tpl_')).every((one) => one === 'idempotency_in_flight'),
    ).toBe(true);
    expect([submissionsOf(name), submissionsOf(`${name}_many`)]).toEqual([1, 1]);
  });

  it('conflicts with another payload, but not with the same members in another order', async () => {
    const [name, context] = [newName(), keyContext()];
    const first = await stack.create({ name }, context);
    const reordered = Object.fromEntries(
      Object.entries({ ...order, name }).reverse(),
    ) as unknown as typeof order;
    const again = await stack.bus.request(createTemplate, { body: reordered }, context);
    expect(again.template).toEqual(first);
    const { code, reason } = await refusal(stack.create({ name, footer: 'Bye' }, context));
    expect([code, reason]).toEqual(['idempotency_conflict', 'payload_mismatch']);
  });

  it('replays a final refusal, and can be reused after a retryable one', async () => {
    const [name, context] = [newName(), keyContext()];
    stack.beforeSubmit = () => {
      throw new AppError('provider_error', { retryable: true });
    };
    expect((await refusal(stack.create({ name }, context))).code).toBe('provider_error');
    stack.beforeSubmit = () => {
      throw new AppError('limit_reached');
    };
    expect((await refusal(stack.create({ name }, context))).code).toBe('limit_reached');
    stack.playWell();
    const again = await refusal(stack.create({ name }, context));
    expect([again.code, submissionsOf(name)]).toEqual(['limit_reached', 0]);
    await stack.create({ name });
  });

  it('is free again after the account has reached its limit, of which the provider hears nothing', async () => {
    const { setLimit } = usageOperations('templates');
    const [name, context] = [newName(), keyContext()];
    const body = { account_id: context.account.id, limit: 'templates' } as const;
    await stack.bus.request(setLimit, { body: { ...body, max: 0 } });
    // Each replica learns of it within a second.
    for (let refusals = 0; refusals < 20;) {
      await stack.create({ name: newName() }).then(
        () => (refusals = 0),
        () => (refusals += 1),
      );
    }
    expect(await refusal(stack.create({ name }, context))).toMatchObject({ reason: 'templates' });
    expect(submissionsOf(name)).toBe(0);
    await stack.bus.request(setLimit, { body: { ...body, max: null } });
    await stack.create({ name }, context);
    expect(submissionsOf(name)).toBe(1);
  });

  it('answers provider_outcome_unknown until the provider shows the outcome, and then replays it', async () => {
    const [name, context] = [newName(), keyContext()];
    stack.afterSubmit = unknown;
    expect((await refusal(stack.create({ name }, context))).code).toBe('provider_outcome_unknown');
    expect((await refusal(stack.create({ name }, context))).code).toBe('provider_outcome_unknown');
    expect((await refusal(stack.create({ name }))).code).toBe('conflict');
    await settle();
    const template = await until(() => stack.create({ name }, context).catch(() => null), {
      describe: 'the submission to be settled',
    });
    expect([template.status, submissionsOf(name)]).toEqual(['PENDING', 1]);
  });

  it('is settled by the status report that ends the review', async () => {
    const [name, context] = [newName(), keyContext()];
    stack.afterSubmit = unknown;
    await refusal(stack.create({ name }, context));
    await stack.report({ name, language: 'en_US' }, { value: 'APPROVED', provider_template_id: '4711' });
    expect(await stack.create({ name }, context)).toMatchObject({
      status: 'APPROVED',
      provider_template_id: '4711',
    });
    expect(submissionsOf(name)).toBe(1);
  });

  it('can be reused once the provider shows, long afterwards, that it never had the template', async () => {
    const [name, context] = [newName(), keyContext()];
    stack.beforeSubmit = unknown;
    await refusal(stack.create({ name }, context));
    stack.playWell();
    await settle();
    expect((await refusal(stack.create({ name }, context))).code).toBe('provider_outcome_unknown');
    await stack.service.query(
      `UPDATE templates.templates SET pending_since = now() - interval '2 hours', settle_at = now()`,
    );
    await until(() => stack.create({ name }, context).catch(() => null), { describe: 'the key to be free' });
    expect(submissionsOf(name)).toBe(1);
  });
});
