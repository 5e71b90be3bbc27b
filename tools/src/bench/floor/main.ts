import { fastify } from 'fastify';
import { Pool, types } from 'pg';
import { createContact, type NewContact } from './create-contact';
import { success } from './envelope';
import { Gatekeeper } from './gatekeeper';
import { listContacts } from './list-contacts';
import { listConversations } from './list-conversations';
import { NetworkSession } from './network-session';
import { copyTables } from './schema';
import { sendMessage } from './send-message';
import { FLOOR_SETTINGS, type FloorReady, type FloorSettings } from './settings';

const POOL_SIZE = 20;
/** The phones of its accounts count up from here. */
const FIRST_PHONE = 12_025_560_000;

/** What an account sends with. */
interface Sender {
  channelId: number;
  session: NetworkSession;
}

declare module 'fastify' {
  interface FastifyRequest {
    accountId: number;
  }
}

/**
 * The floor: what the answers cost when one plain process gives them. It does the same SQL with the same durability,
 * prepared, and the same provider call as the product, and nothing else: no second service, no bus, no log, no
 * publishing of events, no session that survives a crash.
 */
async function main(): Promise<void> {
  const settings = JSON.parse(process.env[FLOOR_SETTINGS] ?? '') as FloorSettings;
  types.setTypeParser(types.builtins.INT8, Number);
  const pool = new Pool({ connectionString: settings.database_url, max: POOL_SIZE });
  await copyTables(pool);
  const gatekeeper = new Gatekeeper(pool);
  const senders = new Map<number, Sender>();
  for (const [index, account] of settings.accounts.entries()) {
    const { account_id, channel_id, client_id, client_secret } = account;
    await gatekeeper.addKey(client_id, client_secret, account_id, settings.rate_limit);
    const phone = String(FIRST_PHONE + index);
    const session = await NetworkSession.open(settings.network_url, settings.sandbox_url, phone);
    senders.set(account_id, { channelId: channel_id, session });
  }
  const url = await listen(pool, gatekeeper, senders);
  process.send?.({ url } satisfies FloorReady);
}

async function listen(
  pool: Pool,
  gatekeeper: Gatekeeper,
  senders: ReadonlyMap<number, Sender>,
): Promise<string> {
  const app = fastify();
  app.decorateRequest('accountId', 0);
  app.addHook('onRequest', async (request, reply) => {
    const accountId = await gatekeeper.admit(request, reply);
    if (accountId !== null) request.accountId = accountId;
  });

  app.get('/v1/ping', ({ ip }) => success({ ip, allowlisted: true, credential_type: 'api_key' }));

  for (const [path, list] of [
    ['/v1/contacts', listContacts],
    ['/v1/conversations', listConversations],
  ] as const) {
    app.get<{ Querystring: { per_page: number } }>(
      path,
      { schema: { querystring: { type: 'object', properties: { per_page: { type: 'integer' } } } } },
      ({ accountId, query }) => list(pool, accountId, query.per_page),
    );
  }

  app.post<{ Body: NewContact }>(
    '/v1/contacts',
    { schema: { body: { type: 'object', required: ['firstname', 'lastname', 'mobile_code', 'mobile'] } } },
    async ({ accountId, body }, reply) => {
      reply.code(201);
      return createContact(pool, accountId, body);
    },
  );

  app.post<{ Body: { mobile_code: string; mobile: string; message: string } }>(
    '/v1/messages',
    { schema: { body: { type: 'object', required: ['mobile_code', 'mobile', 'message'] } } },
    async ({ accountId, body }, reply) => {
      const { channelId, session } = senders.get(accountId)!;
      const phone = body.mobile_code + body.mobile;
      reply.code(201);
      return sendMessage(pool, session, { accountId, channelId, phone, text: body.message });
    },
  );
  return app.listen({ host: '127.0.0.1', port: 0 });
}

process.on('disconnect', () => process.exit());
void main();
