import { fastify } from 'fastify';
import { Pool, types } from 'pg';
import { success } from './envelope';
import { Gatekeeper } from './gatekeeper';
import { listContacts } from './list-contacts';
import { listConversations } from './list-conversations';
import { NetworkSession } from './network-session';
import { copyTables } from './schema';
import { sendMessage } from './send-message';
import { FLOOR_SETTINGS, type FloorReady, type FloorSettings } from './settings';

const POOL_SIZE = 20;

declare module 'fastify' {
  interface FastifyRequest {
    accountId: number;
  }
}

/**
 * The floor: what the answers cost when one plain process gives them. It does the same SQL with the same durability
 * and the same provider call as the product, and nothing else: no second service, no bus, no log, no publishing of
 * events, no session that survives a crash.
 */
async function main(): Promise<void> {
  const settings = JSON.parse(process.env[FLOOR_SETTINGS] ?? '') as FloorSettings;
  types.setTypeParser(types.builtins.INT8, Number);
  const pool = new Pool({ connectionString: settings.database_url, max: POOL_SIZE });
  await copyTables(pool);
  const gatekeeper = new Gatekeeper(pool);
  await gatekeeper.addKey(
    settings.client_id,
    settings.client_secret,
    settings.account_id,
    settings.rate_limit,
  );
  const session = await NetworkSession.open(settings.network_url, settings.sandbox_url);

  const url = await listen(pool, gatekeeper, session, settings.channel_id);
  process.send?.({ url } satisfies FloorReady);
}

async function listen(
  pool: Pool,
  gatekeeper: Gatekeeper,
  session: NetworkSession,
  channelId: number,
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

  app.post<{ Body: { mobile_code: string; mobile: string; message: string } }>(
    '/v1/messages',
    { schema: { body: { type: 'object', required: ['mobile_code', 'mobile', 'message'] } } },
    async ({ accountId, body }, reply) => {
      const phone = body.mobile_code + body.mobile;
      reply.code(201);
      return sendMessage(pool, session, { accountId, channelId, phone, text: body.message });
    },
  );
  return app.listen({ host: '127.0.0.1', port: 0 });
}

process.on('disconnect', () => process.exit());
void main();
