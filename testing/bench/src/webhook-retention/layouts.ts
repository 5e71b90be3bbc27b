/** One layout for storing deliveries, with the statements that it needs. */
export interface Layout {
  name: string;
  table: string;
  create: string;
  /** $1: how many on each of 31 days, the oldest first, over 500 endpoints; all but the last thousand are finished. */
  insert: string;
  /** $1: an endpoint. */
  look: string;
  /** $1: any number, from which an id is computed. */
  find: string;
  forget: string;
  forgetsInBatches: boolean;
}

const DAYS = 31;

const insertInto = (table: string) => `
  INSERT INTO ${table} (account_id, id, webhook_id, event_id, event, payload, status, next_attempt_at, created_at)
  OVERRIDING SYSTEM VALUE
  SELECT 1, day * $1::int + n, n % 500, gen_random_uuid(), 'message.received', repeat('x', 700),
    CASE WHEN day = ${DAYS - 1} AND n <= 1000 THEN 'pending' ELSE 'succeeded' END,
    CASE WHEN day = ${DAYS - 1} AND n <= 1000 THEN now() END,
    date_trunc('day', now()) - (${DAYS - 1} - day) * interval '1 day'
  FROM generate_series(0, ${DAYS - 1}) AS day, generate_series(1, $1::int) AS n`;

const lookInto = (table: string) => `
  SELECT id FROM ${table} WHERE account_id = 1 AND webhook_id = $1 AND status = 'pending' AND next_attempt_at <= now()
  ORDER BY next_attempt_at, id LIMIT 4`;

const findIn = (table: string) =>
  `SELECT status FROM ${table} WHERE account_id = 1 AND id = $1::int * 37 + 1`;

/** Partition bounds must be constants, so a block computes and inserts them. */
const partitions = `DO $$ DECLARE begins timestamptz; BEGIN
  FOR day IN 0..${DAYS - 1} LOOP
    begins := date_trunc('day', now()) - (${DAYS - 1} - day) * interval '1 day';
    EXECUTE format('CREATE TABLE bench_day_%s PARTITION OF bench_by_day FOR VALUES FROM (%L) TO (%L)',
      day, begins, begins + interval '1 day');
  END LOOP; END $$;`;

export const layouts: readonly Layout[] = [
  {
    name: 'one table',
    table: 'webhooks.deliveries',
    create: 'SELECT 1',
    insert: insertInto('webhooks.deliveries'),
    look: lookInto('webhooks.deliveries'),
    find: findIn('webhooks.deliveries'),
    forget: `DELETE FROM webhooks.deliveries WHERE account_id = 1 AND id = ANY (ARRAY(
      SELECT id FROM (
        SELECT id, created_at, status FROM webhooks.deliveries WHERE account_id = 1 ORDER BY id LIMIT $1) AS oldest
      WHERE created_at < now() - interval '${DAYS - 1} days' AND status <> 'pending'))`,
    forgetsInBatches: true,
  },
  {
    // The unique keys must include the partition key, so the one by event would not detect a repeated event on another
    // day.
    name: 'one partition per day',
    table: 'bench_by_day',
    create: `
      CREATE TABLE bench_by_day (LIKE webhooks.deliveries INCLUDING DEFAULTS INCLUDING IDENTITY)
        PARTITION BY RANGE (created_at);
      ${partitions}
      ALTER TABLE bench_by_day ADD PRIMARY KEY (account_id, id, created_at);
      ALTER TABLE bench_by_day ADD UNIQUE (account_id, webhook_id, event_id, created_at);
      CREATE INDEX ON bench_by_day (account_id, webhook_id, next_attempt_at, id) WHERE status = 'pending';
      CREATE INDEX ON bench_by_day (account_id, webhook_id, status, event, id);
      CREATE INDEX ON bench_by_day (account_id, channel_id)
        WHERE channel_id IS NOT NULL AND payload IS NOT NULL AND status <> 'pending';`,
    insert: insertInto('bench_by_day'),
    look: lookInto('bench_by_day'),
    find: findIn('bench_by_day'),
    forget: 'DROP TABLE bench_day_0',
    forgetsInBatches: false,
  },
];
