import type { DataSource } from 'typeorm';
import type { BackgroundLoops } from '@chat/bus';

const ROUND_MS = 10 * 60 * 1000;
const BATCH_SIZE = 1_000;

/**
 * Deletes a connector's records of old messages, in small batches. Until then, they recognize repeated sends and redelivered
 * messages, and match receipts to sends.
 */
export function deleteOldRecords(
  loops: BackgroundLoops,
  dataSource: DataSource,
  { schema, days }: { schema: string; days: number },
): void {
  const deleteOldest = async (table: 'sends' | 'received', column: string): Promise<number> => {
    const [, deleted]: [unknown, number] = await dataSource.query(
      `DELETE FROM ${schema}.${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${schema}.${table} WHERE ${column} < now() - $1 * interval '1 day'
         ORDER BY ${column} LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [days, BATCH_SIZE],
    );
    return deleted;
  };
  /** @returns whether there may be more. */
  const round = async (): Promise<boolean> => {
    const sends = await deleteOldest('sends', 'created_at');
    const received = await deleteOldest('received', 'received_at');
    return sends === BATCH_SIZE || received === BATCH_SIZE;
  };
  loops.add({ name: 'retention', round, everyMs: ROUND_MS });
}
