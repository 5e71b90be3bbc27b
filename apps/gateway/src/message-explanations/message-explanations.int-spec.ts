import { surveyChannels } from '@chat/contracts/channels';
import { inspectCloudSend } from '@chat/contracts/cloud-connector';
import type { OwnMessageExplanation } from '@chat/contracts/message-explanation';
import { inspectMessage, type InspectedMessage } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { GatewayUnderTest } from '../testing/gateway-under-test';
import { PersonAtConsole } from '../testing/signed-in-person';

const T = '2026-01-31T10:20:30.000+00:00';
const HIDDEN = 1043;
const sending = { state: 'sending', error: null, reason: null, begun_at: T, updated_at: T } as const;

describe('the explanation of a message', () => {
  let gateway: GatewayUnderTest;
  let accountId: number;
  let developer: PersonAtConsole;
  /** For which account each service was asked. */
  const askedFor: number[] = [];

  const messageOf = (id: number): InspectedMessage => ({
    ...{ id, account_id: accountId, channel_id: 7, conversation_id: 17, direction: 'outbound' },
    ...{ source: 'api', type: 'text', status: 'queued', error: null, media: null },
    ...{ connector: 'cloud-connector', request_id: 'r', trace_id: 't', credential_type: 'api_key' },
    ...{ credential_id: 'ck_1', created_at: T, sent_at: null, delivered_at: null, read_at: null },
    ...{ failed_at: null, updated_at: T, settles_at: T, last_inbound_at: null, is_hidden: id === HIDDEN },
    events: [],
  });

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    accountId = await gateway.createAccount();
    developer = await PersonAtConsole.signIn(gateway, accountId, 'developer');
    await gateway.bus.respond(inspectMessage, ({ body }) => {
      askedFor.push(body.account_id!);
      if (body.account_id !== accountId) throw new AppError('not_found');
      return { message: messageOf(body.message_id) };
    });
    await gateway.bus.respond(surveyChannels, ({ body }) => {
      askedFor.push(body.account_id!);
      return { channels: [] };
    });
    await gateway.bus.respond(inspectCloudSend, (_, { account }) => {
      askedFor.push(account.id);
      return { ...sending };
    });
  });

  afterAll(() => gateway.stop());

  const explain = (person: PersonAtConsole, id: number) => person.call('GET', `/messages/${id}/explanation`);

  it('has what the services of its account know, and names those that do not answer', async () => {
    const { status, text } = await explain(developer, 1042);
    expect([status, text]).toEqual([200, text]);
    expect((JSON.parse(text) as { data: OwnMessageExplanation }).data).toEqual({
      ...{ message: messageOf(1042), channel: null, send: sending, deliveries: [], webhooks: [] },
      ...{ searched_until: null, missing: ['webhooks'] },
    });
    expect(new Set(askedFor)).toEqual(new Set([accountId]));
  });

  it('is not there for messages that clients no longer see, or of another account', async () => {
    const stranger = await PersonAtConsole.signIn(gateway, await gateway.createAccount(), 'owner');
    const answers = [await explain(developer, HIDDEN), await explain(stranger, 1042)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  it('is not for those who answer customers', async () => {
    const agent = await PersonAtConsole.signIn(gateway, accountId, 'agent');
    expect((await explain(agent, 1042)).error?.code).toBe('insufficient_scope');
  });
});
