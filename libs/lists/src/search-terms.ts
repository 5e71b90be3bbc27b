/**
 * Returns the SQL that creates `<schema>.search_terms`, for a migration of a service with searchable tables. Such a
 * table has a `search_text` and an index
 * `USING gin (<schema>.search_terms(account_id, search_text)) WITH (fastupdate = off)`: without fastupdate, every write
 * bears its own cost, and no search reads a backlog.
 *
 * The function returns the three characters that start at each position of a text (fewer at its end), each prefixed
 * with the account. A fragment of three characters is thus a term, a shorter one is the beginning of a term, and a
 * longer one consists of several terms, in any script. The account is part of the term, because if it were a separate
 * index column, a fragment that is common across accounts would be read for all of them.
 *
 * The indexes contain the results of the function, so they must be rebuilt after any change to these.
 *
 * Its COST keeps the planner from computing the terms row by row instead of reading them from the index. PARALLEL
 * RESTRICTED keeps it from starting workers, which takes longer than the index scan.
 */
export function searchTermsSql(schema: string): string {
  return `
    DO $$ BEGIN
      IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'Names are searched by their characters. Create the database with ENCODING UTF8.';
      END IF;
    END $$;

    CREATE OR REPLACE FUNCTION ${schema}.search_terms(account_id bigint, search_text text) RETURNS tsvector
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL RESTRICTED COST 1000 AS $$
      DECLARE
        -- substr() would count the characters from the start of the text again for each position.
        characters text[] := string_to_array(search_text, NULL);
        terms text[];
      BEGIN
        FOR i IN 1 .. cardinality(characters) LOOP
          terms[i] := concat(account_id, ':', characters[i], characters[i + 1], characters[i + 2]);
        END LOOP;
        RETURN array_to_tsvector(terms);
      END $$;
  `;
}
