import { Module } from '@nestjs/common';
import { surveyChannels, type SurveyedChannel } from '@chat/contracts/channels';
import {
  checkNumbers,
  checkProvider,
  inspectCloudSend,
  MAX_CHECKED_NUMBERS,
  readCloudTraffic,
  type ProviderFinding,
} from '@chat/contracts/cloud-connector';
import { deadLetterOperations, type DeadLetter } from '@chat/contracts/dead-letters';
import { readDeviceTraffic } from '@chat/contracts/device-sessions';
import { countRequests, getAccount, listAccounts } from '@chat/contracts/gateway';
import { loadOperation } from '@chat/contracts/load';
import { inspectMessage } from '@chat/contracts/messaging';
import { serviceNames } from '@chat/contracts/table';
import { inspectDeliveries, inspectWebhook, readBacklogs, surveyWebhooks } from '@chat/contracts/webhooks';
import { AppError } from '@chat/errors';
import { busService, loadConfig } from '@chat/service-kit';
import { startTestService, type TestService } from '@chat/test-kit';
import { runAdmin } from './testing/run-admin';
import { addAccountCommands } from './account';
import { addChannelCommands } from './channel';
import { addMessageCommands } from './message';
import { addProviderCommands } from './provider';
import { addWebhookCommands } from './webhook';

const T = '2026-01-31T10:20:30.000+00:00';

const account = {
  ...({ id: 3, name: 'Acme', account_limit: 10, device_channels: true, cloud_channels: true } as const),
  ...({ coexistence: false, rate_limit: 120, manual_probes: true, created_at: T, updated_at: T } as const),
};

const message = {
  ...({
    id: 1042,
    account_id: 3,
    channel_id: 7,
    conversation_id: 17,
    direction: 'outbound',
    source: 'api',
  } as const),
  ...({
    type: 'text',
    status: 'failed',
    media: null,
    connector: 'cloud-connector',
    request_id: 'r',
    trace_id: 't',
  } as const),
  ...({
    credential_type: 'api_key',
    credential_id: 'ck_1',
    created_at: T,
    sent_at: null,
    delivered_at: null,
  } as const),
  ...({
    read_at: null,
    failed_at: T,
    updated_at: T,
    settles_at: null,
    last_inbound_at: null,
    is_hidden: false,
  } as const),
  error: {
    code: 'provider_error',
    message: 'Renew the channel.',
    reason: null,
    provider: { code: '190', message: 'Invalid' },
  },
  events: [{ event_id: 'e-1', type: 'message.failed', created_at: T, published_at: T }],
} as const;

const channel: SurveyedChannel = {
  ...({
    id: 7,
    account_id: 3,
    kind: 'cloud',
    connection_status: 'disconnected',
    session_status: null,
  } as const),
  ...({ last_error: 'The token is invalid.', last_seen_at: null, changed_at: T } as const),
};

const webhook = {
  ...({
    id: 5,
    account_id: 3,
    host: 'shop.acme.test',
    status: 'active',
    failing_since: T,
    failures: 3,
  } as const),
  ...({ disabled_reason: null, disabled_at: null } as const),
} as const;

const delivery = {
  ...({
    id: 88,
    webhook_id: 5,
    event_id: 'e-1',
    event: 'message.failed',
    status: 'pending',
    attempts: 3,
  } as const),
  ...({
    response_status: 500,
    error: 'http_status',
    duration_ms: 12,
    next_retry_at: T,
    created_at: T,
    updated_at: T,
  } as const),
} as const;

const letter: DeadLetter = {
  ...({
    id: 4,
    consumer: 'crm-messages',
    event_id: 'e-1',
    event_type: 'message.failed',
    account_id: 3,
  } as const),
  ...({ entity: 'messages/1042', reason: 'Error', created_at: T } as const),
};

const traffic = {
  ...({ account_id: 3, channel_id: 7, sends: 40, refused: 9, unknown: 1, received: 2 } as const),
  ...({ last_code: 'provider_error', last_provider_code: '190', last_refused_at: T } as const),
};

@Module({})
class TicketsModule {}

const ticketsService = busService({
  name: 'tickets',
  loadConfig: (environment) => loadConfig({}, environment),
  database: { schema: 'tickets', entities: [], migrations: [] },
  busUse: { calls: [], consumes: {} },
  module: TicketsModule,
});

describe('the commands that explain', () => {
  let service: TestService;
  let environment: jest.ReplaceProperty<NodeJS.ProcessEnv>;

  beforeAll(async () => {
    service = await startTestService(ticketsService);
    environment = jest.replaceProperty(process, 'env', { ...process.env, NATS_URL: service.natsUrl });
    const { bus } = service;
    for (const name of serviceNames.filter((other) => other !== 'tickets')) {
      const letters = name === 'crm' ? [letter, { ...letter, id: 5, entity: 'messages/9' }] : [];
      await bus.respond(deadLetterOperations(name).list, () => ({ dead_letters: letters }));
      const events = name === 'messaging' ? [{ account_id: 3, events: 70, jobs: 2 }] : [];
      await bus.respond(loadOperation(name), () => ({ accounts: events, is_cut: false }));
    }
    await bus.respond(inspectMessage, ({ body }) => {
      if (body.message_id === message.id) return { message: { ...message, events: [...message.events] } };
      throw new AppError('not_found', { message: `There is no message ${body.message_id}.` });
    });
    await bus.respond(getAccount, () => ({ account }));
    await bus.respond(listAccounts, () => ({ accounts: [account] }));
    await bus.respond(surveyChannels, ({ body }) => ({
      channels: body.channel_id === undefined || body.channel_id === 7 ? [channel] : [{ ...channel, id: 8 }],
    }));
    await bus.respond(inspectCloudSend, (_, context) => ({
      ...({ state: 'refused', error: null, reason: `token_invalid`, begun_at: T, updated_at: T } as const),
      ...(context.account.id !== 3 && { state: 'none' as const }),
    }));
    const found = { deliveries: [delivery], webhooks: [webhook], searched_until: null };
    await bus.respond(inspectDeliveries, () => found);
    await bus.respond(surveyWebhooks, ({ body }) => ({ webhooks: body.is_failing ? [webhook] : [] }));
    await bus.respond(inspectWebhook, () => ({
      webhook: {
        ...webhook,
        events: ['message.*'],
        troubled: [delivery],
        ...({
          created_at: T,
          updated_at: T,
          pending: 12,
          succeeded: 0,
          failed: 0,
          blocked: 0,
        } as const),
        ...({ pending_since: T, lane: 'retrying', due_at: T } as const),
        last_attempts: [{ number: 3, at: T, response_status: 500, error: 'http_status', duration_ms: 12 }],
      },
    }));
    await bus.respond(readCloudTraffic, () => ({ channels: [traffic], is_cut: false }));
    await bus.respond(readDeviceTraffic, () => ({
      channels: [{ ...traffic, channel_id: 8, account_id: 4, sends: 90 }],
      is_cut: true,
    }));
    await bus.respond(readBacklogs, () => ({
      accounts: [{ account_id: 3, waiting: 12, retrying: 1 }],
      is_cut: false,
    }));
    await bus.respond(countRequests, () => ({ accounts: [{ account_id: 3, requests: 119 }] }));
  });

  afterAll(async () => {
    environment.restore();
    await service.stop();
  });

  it('show a message with what every service knows of it, and why it was not delivered', async () => {
    const { stdout, exitCode } = await runAdmin(addMessageCommands, ['message', 'show', '1042']);
    expect(stdout).toMatch(/^credential_id +ck_1$/m);
    expect(stdout).toMatch(/^e-1 +message.failed /m);
    expect(stdout).toMatch(/^88 +5 +message.failed +pending +3 +500 +http_status /m);
    expect(stdout).toMatch(/^crm +4 +crm-messages +message.failed$/m);
    expect(stdout.split('\n').at(-1)).toMatch(
      /^It failed before it left \(provider_error, reason token_invalid, provider code 190\): Renew the channel\. Its channel 7 is disconnected since .*: The token is invalid\. .* admin dead-letters show crm 4, .* See admin webhook show 5\.$/,
    );
    expect(exitCode).toBe(0);
  });

  it('print it as one flat record', async () => {
    const { stdout } = await runAdmin(addMessageCommands, ['message', 'show', '1042', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      ...({
        id: 1042,
        account_id: 3,
        status: 'failed',
        error_code: 'provider_error',
        provider_code: '190',
      } as const),
      ...({ error_reason: 'token_invalid', channel_status: 'disconnected', send_state: 'refused' } as const),
      deliveries: [{ id: 88 }],
      dead_letters: [{ service: 'crm', id: 4 }],
      why: expect.stringMatching(/^It failed/) as string,
    });
  });

  it('say that there is no such message', async () => {
    await expect(runAdmin(addMessageCommands, ['message', 'show', '7'])).rejects.toThrow(
      'There is no message 7.',
    );
  });

  it('list the endpoints that fail, and explain one', async () => {
    const list = await runAdmin(addWebhookCommands, ['webhook', 'list', '--failing']);
    expect(list.stdout).toMatch(/^3 +5 +shop.acme.test +active /m);
    expect((await runAdmin(addWebhookCommands, ['webhook', 'list'])).stdout).toBe('None.');
    const { stdout } = await runAdmin(addWebhookCommands, ['webhook', 'show', '5']);
    expect(stdout).toMatch(/^pending +12$/m);
    expect(stdout).toMatch(/^3 +2026\S+ +500 +http_status +12$/m);
    expect(stdout).toContain('It answers with an error (500).');
  });

  it('list the channels that fail: those without a connection, and those whose sends are refused', async () => {
    const { stdout } = await runAdmin(addChannelCommands, ['channel', 'list', '--failing', '--json']);
    expect(JSON.parse(stdout)).toMatchObject([
      { id: 7, connection_status: 'disconnected', refused: 9, last_provider_code: '190' },
      { id: 8, refused: 9 },
    ]);
    const one = ['channel', 'list', '--failing', '--account', '3', '--json'];
    expect(JSON.parse((await runAdmin(addChannelCommands, one)).stdout)).toMatchObject([{ id: 7 }]);
  });

  it('list the accounts that cause load, by the load that is asked for', async () => {
    const top = async (...words: string[]) => {
      const { stdout, stderr } = await runAdmin(addAccountCommands, ['account', 'top', '--json', ...words]);
      expect(stderr).toContain('rpc.device-sessions.traffic.read has more than it counts');
      return JSON.parse(stdout) as object[];
    };
    expect(await top()).toEqual([
      {
        ...({
          account_id: 3,
          name: 'Acme',
          rate_limit: 120,
          requests: 119,
          sends: 40,
          refused: 9,
          received: 2,
        } as const),
        ...({ events: 70, jobs: 2, waiting: 12, retrying: 1 } as const),
      },
    ]);
    expect(await top('--by', 'sends')).toMatchObject([{ account_id: 4, sends: 90 }, { account_id: 3 }]);
    expect(await top('--by', 'sends', '--limit', '1')).toHaveLength(1);
  });

  it('show what is wrong at the provider, page by page, and exit with 1 if there is a problem', async () => {
    const { bus } = service;
    const fine = { check: 'number', result: 'ok', message: 'All is well.', advice: null } as const;
    const bad = {
      check: 'token',
      result: 'problem',
      message: 'It has expired.',
      advice: 'Renew it.',
    } as const;
    const asked: object[] = [];
    let isBad = true;
    let app: ProviderFinding = { ...fine, check: 'app' };
    await bus.respond(checkProvider, () => ({ findings: [app] }));
    await bus.respond(checkNumbers, ({ body }) => {
      asked.push(body);
      const first = (body.after?.channel_id ?? 0) + 1;
      const length = body.after ? 1 : MAX_CHECKED_NUMBERS;
      return {
        numbers: Array.from({ length }, (_, index) => {
          const channel_id = first + index;
          return { account_id: 3, channel_id, findings: [isBad && channel_id === 11 ? bad : fine] };
        }),
      };
    });
    const check = (...words: string[]) => runAdmin(addProviderCommands, ['provider', 'check', ...words]);
    const { stdout, exitCode } = await check('--resubscribe');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^ok +app +- +- +All is well\. +-$/m);
    expect(stdout).toMatch(/^problem +token +3 +11 +It has expired\. +Renew it\.$/m);
    expect(asked).toEqual([
      { resubscribe: true },
      { resubscribe: true, after: { account_id: 3, channel_id: 10 } },
    ]);
    isBad = false;
    const well = await check('--json');
    expect(well.exitCode).toBe(0);
    expect(JSON.parse(well.stdout)).toHaveLength(12);
    app = { ...bad, check: 'app' };
    const broken = await check('--json');
    expect([broken.exitCode, (JSON.parse(broken.stdout) as object[]).length]).toEqual([1, 1]);
  });

  it.each([
    ['neither --account nor --failing', addChannelCommands, ['channel', 'list']],
    ['a malformed id', addMessageCommands, ['message', 'show', 'one']],
    ['an unknown load', addAccountCommands, ['account', 'top', '--by', 'noise']],
  ])('refuse %s before any request', async (_, addCommands, words) => {
    await expect(runAdmin(addCommands, words)).rejects.toMatchObject({ name: 'CommanderError' });
  });
});
