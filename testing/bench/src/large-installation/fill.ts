import { Client } from 'pg';
import { giveCloudNumber, type Installation } from '../installation/installation';
import { createAccounts } from './accounts';
import { seedDeliveries, seedRecentEvents } from './seed-deliveries';
import { seedMessages } from './seed-messages';
import type { Shape } from './shape';

/** Fills an installation whose tables are empty. @returns a connection whose statements are not counted, to be ended. */
export async function fill(
  installation: Installation,
  shape: Shape,
  { receiverUrl, cloudCustomers }: { receiverUrl: string; cloudCustomers: number },
): Promise<Client> {
  const accounts = await createAccounts(installation, shape.accounts, receiverUrl);
  const client = new Client({
    connectionString: installation.stack.databaseUrl,
    options: '-c pg_stat_statements.track=none',
  });
  // Postgres may be stopped first at the end.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(
    `CREATE TEMPORARY TABLE filled AS
     SELECT place - 1 AS place, account_id, channel_id, ARRAY[webhook, other_webhook] AS webhook_ids
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])
       WITH ORDINALITY AS account(account_id, channel_id, webhook, other_webhook, place)`,
    [
      accounts.map(({ accountId }) => accountId),
      accounts.map(({ channelId }) => channelId),
      accounts.map(({ webhookIds }) => webhookIds[0]),
      accounts.map(({ webhookIds }) => webhookIds[1]),
    ],
  );
  await client.query('ANALYZE filled');
  // For the sort of the messages.
  await client.query(`SET work_mem = '512MB'`);
  await seedMessages(client, shape);
  await seedDeliveries(client, shape);
  await giveCloudNumber(installation.stack, installation.tenants[0]!, cloudCustomers);
  await installation.backlog.drained();
  await seedRecentEvents(client, shape);
  // As autovacuum would soon do, in the middle of a measurement.
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  return client;
}
