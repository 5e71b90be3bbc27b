import type { LimitName } from '@chat/contracts/limits';

/**
 * What a limit counts. A trigger of the table writes down every change of a `running` sum; what is counted `live` is
 * read by an index whenever it is asked for, so that it should be little, or change by itself.
 */
export type Counted = RunningSum | LiveCount;

export interface RunningSum {
  readonly limit: LimitName;
  /** The table, without its schema. It has an index that begins with `account_id`. */
  readonly table: string;
  /** How much a row counts, as SQL over the row's alias; 1 if absent. */
  readonly amount?: (row: string) => string;
  /** The condition for rows whose amount has still to be found out; rows from before the limit are counted after that. */
  readonly unknown?: string;
}

export interface LiveCount {
  readonly limit: LimitName;
  /** The rows of the account $1, as in `FROM webhooks.endpoints WHERE account_id = $1`. */
  readonly rows: string;
}

export function isLive(counted: Counted): counted is LiveCount {
  return 'rows' in counted;
}
