/**
 * Returns the SQL that finds the account of the record $1 in a table whose primary key is (account_id, id) and whose ids
 * are unique over all accounts. It skips from one account to the next in the key: two looks into it per account, however
 * many records there are. For operators only.
 */
export const accountOfSql = (table: string) => `
  WITH RECURSIVE account AS (
    (SELECT account_id FROM ${table} ORDER BY account_id LIMIT 1)
    UNION ALL
    SELECT (SELECT later.account_id FROM ${table} AS later WHERE later.account_id > account.account_id
      ORDER BY later.account_id LIMIT 1)
    FROM account WHERE account.account_id IS NOT NULL
  )
  SELECT account.account_id FROM account
  WHERE EXISTS (SELECT FROM ${table} AS record WHERE record.account_id = account.account_id AND record.id = $1)
  LIMIT 1`;
