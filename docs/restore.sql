-- Run once on a restored database, as a superuser, before the first service starts. Each service owns its schema, which is
-- closed to everybody else: without a superuser, run it as a role that is a member of all of their roles.
--
-- Ids that were given out after the backup are known outside: to clients, and to the provider, which reports on messages
-- by them. Every sequence leaves a gap, so that none of them is ever given to another record.
SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + 10000000)
FROM pg_sequences
WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
ORDER BY 1;
