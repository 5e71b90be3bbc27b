/** Runs a query, whose rows have the one column `line`. */
type Query = (sql: string, values: unknown[]) => Promise<{ line: string }[]>;

const tablesSql = `
  SELECT format(E'%s %s (\\n%s\\n);', CASE c.relpersistence WHEN 'u' THEN 'UNLOGGED TABLE' ELSE 'TABLE' END,
    c.oid::regclass, string_agg(
      format('  %I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
        CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END,
        CASE WHEN a.attidentity <> '' THEN ' IDENTITY'
             WHEN a.attgenerated <> '' THEN ' GENERATED ' || pg_get_expr(d.adbin, d.adrelid)
             WHEN d.adbin IS NOT NULL THEN ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) ELSE '' END),
      E',\\n' ORDER BY a.attnum)) AS line
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations'
  GROUP BY c.oid, c.relname, c.relpersistence ORDER BY c.relname`;

const constraintsSql = `
  SELECT format('%s CONSTRAINT %I %s;', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS line
  FROM pg_constraint WHERE connamespace = $1::regnamespace AND contype <> 'n'
    AND conrelid::regclass::text NOT LIKE '%.migrations'
  ORDER BY conrelid::regclass::text, conname`;

const indexesSql = `
  SELECT pg_get_indexdef(i.indexrelid) || ';' AS line
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = $1::regnamespace
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)
  ORDER BY c.relname`;

const functionsSql = `
  SELECT pg_get_functiondef(oid) || ';' AS line FROM pg_proc
  WHERE pronamespace = $1::regnamespace AND prokind = 'f' ORDER BY proname`;

const triggersSql = `
  SELECT pg_get_triggerdef(t.oid) || ';' AS line FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE c.relnamespace = $1::regnamespace AND NOT t.tgisinternal ORDER BY c.relname, t.tgname`;

/**
 * Prints a schema from the catalogues: tables, constraints, indexes, functions, triggers. For reading and comparing in a review,
 * not for loading.
 */
export async function printSchema(query: Query, schema: string): Promise<string> {
  const sections: string[] = [];
  for (const sql of [tablesSql, constraintsSql, indexesSql, functionsSql, triggersSql]) {
    const rows = await query(sql, [schema]);
    if (rows.length > 0) sections.push(rows.map(({ line }) => line.trimEnd()).join('\n'));
  }
  return `${sections.join('\n\n')}\n`;
}
