#!/bin/bash
# Restores a backup, the newest or that of a time, into an empty database and a media store: docs/backups.md#restore. It is run as
# a superuser of Postgres, in whose server the roles of the services exist.
#
#   backup/restore.sh [2026-11-28T210000Z]
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

make_work
backup=${1:-$(newest_backup)}
tables=$(psql --command="SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE relkind = 'r' AND nspname <> 'information_schema' AND nspname NOT LIKE 'pg\\_%'")
[ "$tables" -eq 0 ] || fail "The database $PGDATABASE has $tables tables. Restore into an empty one."
fetch_dump "$backup"
load_dump
prepare_restored

if [ -n "${BACKUP_MEDIA:-}" ]; then
  say "The media is copied to $BACKUP_MEDIA"
  rclone copy --size-only --transfers=8 "$BACKUP_STORE/media" "$BACKUP_MEDIA"
  for folder in $(deleted_since "$backup"); do
    rclone copy --size-only "$BACKUP_STORE/media-deleted/$folder" "$BACKUP_MEDIA"
  done
fi
say "The backup $backup is restored. Start the services."
