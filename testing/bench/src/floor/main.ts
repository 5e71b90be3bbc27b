import { fastify, type FastifyInstance } from 'fastify';
import { Pool, types } from 'pg';
import { createContact, type NewContact } from './create-contact';
import { success } from './envelope';
import { Gatekeeper } from './gatekeeper';
import { listContacts } from './list-contacts';
import { listConversations } from './list-conversations';
import { takeCallbacks } from './callbacks';
import { CloudNumber } from './cloud-number';
import { NetworkSession } from './network-session';
import { copyTables } from './schema';
import { sendMessage, type HandOver } from './send-message';
import { sendTemplate } from './send-template';
import { FLOOR_SETTINGS, type FloorReady, type FloorSettings } from './settings';

const POOL_SIZE = 20;
/** The first number of its accounts' phones. */
const FIRST_PHONE = 12_025_560_000;
/** The first of their numbers on the provider's cloud. */
const FIRST_CLOUD_PHONE = 12_025_570_000;

declare module 'fastify' {
  interface FastifyRequest {
    accountId: number;
  }
}

interface NewTemplateSend {
  template_id: string;
  mobile_code: string;
  mobile: string;
  chat_account_id: number;
  body_variables: string[];
}

/**
 * The floor: the cost of the answers when one plain process gives them. It does the same SQL with the same durability,
 * prepared, and the same provider call as the product, but nothing else: no second service, no bus, no log, no
 * publishing of events, no session that survives a crash. It acknowledges and discards everything that it learns about
 * its messages afterwards.
 */
async function main(): Promise<void> {
  const settings = JSON.parse(process.env[FLOOR_SETTINGS] ?? '') as FloorSettings;
  types.setTypeParser(types.builtins.INT8, Number);
  const pool = new Pool({ connectionString: settings.database_url, max: POOL_SIZE });
  await copyTables(pool);
  const gatekeeper = new Gatekeeper(pool);
  /** By channel. */
  const senders = new Map<number, HandOver>();
  const url = await listen(pool, gatekeeper, senders, settings);
  for (const [index, account] of settings.accounts.entries()) {
    const { account_id, channel_id, cloud_channel_id, client_id, client_secret } = account;
    await gatekeeper.addKey(client_id, client_secret, account_id, settings.rate_limit);
    const phone = String(FIRST_PHONE + index);
    const session = await NetworkSession.open(settings.network_url, settings.sandbox_url, phone);
    senders.set(channel_id, (message) => session.send(message));
    if (cloud_channel_id === undefined) continue;
    const number = await CloudNumber.open(settings, String(FIRST_CLOUD_PHONE + index), url);
    senders.set(cloud_channel_id, number.send);
  }
  process.send?.({ url } satisfies FloorReady);
}

async function listen(
  pool: Pool,
  gatekeeper: Gatekeeper,
  senders: ReadonlyMap<number, HandOver>,
  settings: FloorSettings,
): Promise<string> {
  const server = fastify();
  takeCallbacks(server, settings);
  void server.register((app, _options, done) => {
    answerClients(app, pool, gatekeeper, senders, cloudChannelsOf(settings));
    done();
  });
  return server.listen({ host: '127.0.0.1', port: 0 });
}

function answerClients(
  app: FastifyInstance,
  pool: Pool,
  gatekeeper: Gatekeeper,
  senders: ReadonlyMap<number, HandOver>,
  cloudChannels: ReadonlySet<number>,
): void {
  app.decorateRequest('accountId', 0);
  app.addHook('onRequest', async (request, reply) => {
    const accountId = await gatekeeper.admit(request, reply);
    if (accountId !== null) request.accountId = accountId;
  });

  app.get('/v1/ping', ({ ip, accountId }) =>
    success({ ip, allowlisted: true, credential_type: 'api_key', account: { id: accountId, name: 'Bench' } }),
  );

  const page = { schema: { querystring: { type: 'object', properties: { per_page: { type: 'integer' } } } } };
  app.get<{ Querystring: { per_page: number } }>('/v1/contacts', page, ({ accountId, query }) =>
    listContacts(pool, accountId, query.per_page),
  );
  app.get<{ Querystring: { per_page: number } }>('/v1/conversations', page, ({ accountId, query }) =>
    listConversations(pool, accountId, query.per_page, cloudChannels),
  );

  app.post<{ Body: NewContact }>(
    '/v1/contacts',
    { schema: { body: { type: 'object', required: ['firstname', 'lastname', 'mobile_code', 'mobile'] } } },
    async ({ accountId, body }, reply) => {
      reply.code(201);
      return createContact(pool, accountId, body);
    },
  );

  app.post<{ Body: { mobile_code: string; mobile: string; chat_account_id: number; message: string } }>(
    '/v1/messages',
    { schema: { body: { type: 'object', required: ['mobile_code', 'mobile', 'message'] } } },
    async ({ accountId, body }, reply) => {
      const { chat_account_id: channelId } = body;
      const phone = body.mobile_code + body.mobile;
      reply.code(201);
      return sendMessage(pool, senders.get(channelId)!, { accountId, channelId, phone, text: body.message });
    },
  );

  app.post<{ Body: NewTemplateSend; Headers: { 'idempotency-key': string } }>(
    '/v1/templates/send',
    {
      schema: {
        body: { type: 'object', required: ['template_id', 'mobile_code', 'mobile', 'body_variables'] },
      },
    },
    async ({ accountId, body, headers }, reply) => {
      const { chat_account_id: channelId, template_id: templateId, body_variables: values } = body;
      const phone = body.mobile_code + body.mobile;
      const key = headers['idempotency-key'];
      reply.code(201);
      const outgoing = { accountId, channelId, phone, templateId, values, key };
      return sendTemplate(pool, senders.get(channelId)!, outgoing);
    },
  );
}

function cloudChannelsOf({ accounts }: FloorSettings): ReadonlySet<number> {
  return new Set(accounts.flatMap(({ cloud_channel_id }) => cloud_channel_id ?? []));
}

process.on('disconnect', () => process.exit());
void main();
