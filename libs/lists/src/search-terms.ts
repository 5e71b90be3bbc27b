/**
 * For a migration of a service that searches: `<schema>.search_terms`. A table that is searched has a
 * `search_text` and an index `USING gin (<schema>.search_terms(account_id, search_text)) WITH (fastupdate = off)`:
 * without fastupdate every write pays for itself, and no search reads a backlog.
 *
 * The function gives the three characters that start at each position of a text (fewer at its end), each led by the
 * account. So a fragment of three characters is a term, a shorter one is the beginning of a term, and a longer one is
 * several terms, in any script. The account stands in the term, because with it in a column of its own a fragment that
 * is common among all accounts would be read for all of them.
 * The indexes hold its results: whoever changes what it returns must rebuild them.
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
