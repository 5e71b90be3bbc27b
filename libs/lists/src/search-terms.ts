/**
 * For the first migration of a service that searches: `<schema>.search_terms`. A table that is searched has a
 * `search_text` and an index `USING gin (<schema>.search_terms(account_id, search_text)) WITH (fastupdate = off)`:
 * without fastupdate every write pays for itself, and no search reads a backlog.
 *
 * The function gives the three characters that start at each position of a text (fewer at its end), each led by the
 * account. So a fragment of three characters is a term, a shorter one is the beginning of a term, and a longer one is
 * several terms, in any script. The account stands in the term, because with it in a column of its own a fragment that
 * is common among all accounts would be read for all of them.
 * Its COST keeps the planner from computing the terms row by row: they are there to be read from the index. PARALLEL
 * RESTRICTED keeps it from starting workers, which takes longer than the index does.
 */
export function searchTermsSql(schema: string): string {
  return `
    DO $$ BEGIN
      IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'Names are searched by their characters. Create the database with ENCODING UTF8.';
      END IF;
    END $$;

    CREATE FUNCTION ${schema}.search_terms(account_id bigint, search_text text) RETURNS tsvector
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL RESTRICTED COST 1000 AS $$
      DECLARE
        terms text[];
      BEGIN
        FOR i IN 1 .. length(search_text) LOOP
          terms[i] := account_id || ':' || substr(search_text, i, 3);
        END LOOP;
        RETURN array_to_tsvector(terms);
      END $$;
  `;
}
