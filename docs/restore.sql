-- Run once on a restored database, as a superuser, before the first service starts. Each service owns its schema, which is
-- closed to everybody else: without a superuser, run it as a role that is a member of all of their roles.
--
-- Ids that were given out after the backup are known outside: to clients, and to the provider, which reports on messages
-- by them. Every sequence leaves a gap, so that none of them is ever given to another record.
SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + 10000000)
FROM pg_sequences
WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
ORDER BY 1;

-- People's devices have gone on since the backup: what a linked phone held of each would encrypt with keys that were used already.
-- Sessions of phones drop it before their first message, and keep the link. Backups of earlier releases hold nothing of the kind.
DO $$
BEGIN
  IF EXISTS (SELECT FROM information_schema.columns
             WHERE table_schema = 'device_sessions' AND table_name = 'sessions' AND column_name = 'restored') THEN
    UPDATE device_sessions.sessions SET restored = true WHERE credentials IS NOT NULL;
  END IF;
END
$$;
