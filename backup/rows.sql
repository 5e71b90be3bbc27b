-- Prints each table with the number of its rows, in one transaction.
SET enable_seqscan = on;
SET statement_timeout = 0;
SELECT format('SELECT %L, count(*) FROM %I.%I', format('%I.%I', nspname, relname), nspname, relname)
FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE relkind = 'r' AND relpersistence = 'p' AND nspname <> 'information_schema' AND nspname NOT LIKE 'pg\_%'
ORDER BY nspname COLLATE "C", relname COLLATE "C" \gexec
