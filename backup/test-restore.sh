#!/bin/bash
# Restores the newest backup into a Postgres of its own, which goes with the script, and checks what is in it. It needs Postgres'
# server programs, of the version that was dumped or a later one, and disk for twice the database; no access to the installation.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

postgres=${POSTGRES_BIN:-$(dirname "$(command -v initdb || find /usr/lib/postgresql -path '*/bin/initdb' 2>/dev/null | sort -V | tail -n 1)")}
[ -x "$postgres/initdb" ] || fail 'Set POSTGRES_BIN to the folder with the programs of a Postgres server.'
make_work

# The metrics say of every run how it ended, and of the last success when it was.
finish() {
  local failed=0
  [ "$1" -eq 0 ] || failed=1
  [ ! -e "$work/cluster/postmaster.pid" ] || "$postgres/pg_ctl" stop --silent --mode=immediate --pgdata="$work/cluster" || true
  rm -rf "$work"
  local last="${BACKUP_METRICS_FOLDER:-/nowhere}/chat-restore-test.prom"
  {
    echo "chat_restore_test_failed $failed"
    if [ "$failed" -eq 0 ]; then
      echo "chat_restore_test_last_success_timestamp_seconds $(date +%s)"
    else
      grep '^chat_restore_test_last_success' "$last" 2>/dev/null || true
    fi
  } | write_metrics chat-restore-test.prom
}

backup=$(newest_backup)
fetch_dump "$backup"

say 'A Postgres is started'
unset PGPASSWORD PGPASSWORD_FILE PGPORT PGSSLMODE PGSSLROOTCERT PGSERVICE
export PGHOST=$work PGUSER=postgres
"$postgres/initdb" --pgdata="$work/cluster" --username=postgres --auth=trust --encoding=UTF8 --locale=C --no-sync >/dev/null
"$postgres/pg_ctl" start --silent --wait --pgdata="$work/cluster" --log="$work/postgres.log" --options="-c listen_addresses='' \
  -c unix_socket_directories='$work' -c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_wal_size=4GB \
  -c maintenance_work_mem=256MB -c log_error_verbosity=terse -c log_min_error_statement=panic" ||
  fail "$(cat "$work/postgres.log")"
# The dump names roles as owners, and does not contain them.
for role in $(pg_restore --list "$work/chat.dump" | grep -v '^;' | awk '{ print $NF }' | sort -u); do
  [[ $role == postgres || $role == pg_* ]] || createuser --no-login "$role"
done
createdb "$PGDATABASE"
load_dump

say 'What the database says is compared with itself and with the media'
# The next id of each sequence must be beyond all that exist.
psql >"$work/behind" <<'SQL'
SELECT format('SELECT %L FROM %s WHERE %I > (SELECT last_value FROM %s) LIMIT 1', name, tables, attname, name)
FROM (
  SELECT objid::regclass AS name, refobjid::regclass AS tables, attname
  FROM pg_depend
  JOIN pg_class ON pg_class.oid = objid AND relkind = 'S'
  JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
  WHERE classid = 'pg_class'::regclass AND deptype IN ('a', 'i')
) sequences \gexec
SQL
[ ! -s "$work/behind" ] || fail "These sequences would give ids twice: $(tr '\n' ' ' <"$work/behind")"
prepare_restored

if [ -e "$work/media" ]; then
  # Keys have the day of their files. Those of the same day may have been deleted before the backup had them.
  psql --set=day="${backup%T*}" >"$work/named" <<'SQL'
SELECT blob FROM messaging.blobs WHERE due_at IS NULL AND split_part(blob, '/', 2) < :'day' ORDER BY random() LIMIT 1000;
SQL
  {
    rclone lsf --recursive --files-only "$BACKUP_STORE/media"
    for folder in $(deleted_since "$backup"); do
      rclone lsf --recursive --files-only "$BACKUP_STORE/media-deleted/$folder"
    done
  } | sort -u >"$work/found"
  missing=$(sort -u "$work/named" | comm -23 - "$work/found" | wc -l)
  [ "$missing" -eq 0 ] || fail "Of $(wc -l <"$work/named") files that the database names, $missing are not in the backup."
fi
say "The backup $backup was restored: $(wc -l <"$work/rows") tables, $(awk -F '|' '{ n += $2 } END { print n + 0 }' "$work/rows") rows"
