/**
 * Returns the SQL of `Attempt.reach` as two members of the WITH list of a statement that also creates the entity. The
 * records are locked in key order.
 * @param asked the member with `account_id`, `key_namespace`, `key`, `key_owner`, `lease_ms`, `entity_id` and
 * `channel_id`; rows whose `key` is null are ignored.
 * @returns the members `claimed`, which has the `entity_id` of each row whose claim is still valid, and `reached`. The
 * statement must create the entities of `claimed` and, among rows with a key, no others.
 */
export function reachSql(schema: string, asked: string): string {
  return `
    claimed AS MATERIALIZED (
      SELECT record.account_id, record.namespace, record.key, asked.lease_ms, asked.entity_id, asked.channel_id
      FROM ${asked} AS asked JOIN ${schema}.idempotency_records AS record
        ON record.account_id = asked.account_id AND record.namespace = asked.key_namespace AND record.key = asked.key
      WHERE asked.key IS NOT NULL AND record.owner = asked.key_owner AND record.state = 'in_flight'
      ORDER BY record.account_id, record.namespace, record.key
      FOR UPDATE OF record
    ), reached AS (
      UPDATE ${schema}.idempotency_records AS record SET is_reached = true, entity_id = claimed.entity_id,
        channel_id = claimed.channel_id,
        lease_until = coalesce(now() + claimed.lease_ms * interval '1 ms', record.lease_until)
      FROM claimed
      WHERE record.account_id = claimed.account_id AND record.namespace = claimed.namespace AND record.key = claimed.key
    )`;
}
