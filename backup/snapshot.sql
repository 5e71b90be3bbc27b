-- Dumps the database and counts its rows in the same snapshot, so that a restore can be compared with it. The dump is made by the
-- command in DUMP, while this transaction keeps the snapshot.
SET idle_in_transaction_session_timeout = 0;
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT pg_export_snapshot() AS snapshot \gset
\setenv SNAPSHOT :snapshot
\! bash -c "$DUMP"
\o :rows
\i :rows_sql
COMMIT;
