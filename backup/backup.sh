#!/bin/bash
# Backs up the database and the media of an installation, whose services go on meanwhile: docs/backups.md#backups-by-schedule.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

keep_days=${BACKUP_KEEP_DAYS:-14}
[[ $keep_days =~ ^[1-9][0-9]*$ ]] || fail 'BACKUP_KEEP_DAYS must be a whole number of days, at least 1.'
make_work
time_of() { date -u --date="$1" +%FT%H%M%SZ; }
now=$(time_of now)
export FOLDER="$BACKUP_STORE/database/$now" WORK="$work"

# Media before the database, so that what is deleted meanwhile is in the backup, and after it, since a file is written before the row
# that names it. Files never change.
media() {
  [ -n "${BACKUP_MEDIA:-}" ] || return 0
  say "The media of $BACKUP_MEDIA is copied"
  rclone "$1" --size-only --transfers=8 --exclude='/incoming/**' "${@:2}" "$BACKUP_MEDIA" "$BACKUP_STORE/media"
}
media copy

say "The database is dumped to $FOLDER"
# What was uploaded counts only if every part of the pipe succeeded.
export DUMP='set -o pipefail
  { pg_dump --format=custom --no-password --lock-wait-timeout=600000 --snapshot="$SNAPSHOT" |
    tee /dev/fd/3 | rclone rcat "$FOLDER/chat.dump" >&2; } 3>&1 |
  sha256sum | sed "s/-$/chat.dump/" >"$WORK/complete" && touch "$WORK/dumped"'
psql --set=rows="$work/rows" --set=rows_sql="$here/rows.sql" --file="$here/snapshot.sql" &&
  [ -e "$work/dumped" ] || fail 'The database could not be dumped.'
rclone copyto "$work/rows" "$FOLDER/rows"
media sync --backup-dir="$BACKUP_STORE/media-deleted/$now"
if [ -n "${BACKUP_MEDIA:-}" ]; then rclone rcat "$FOLDER/media" <<<"$BACKUP_MEDIA"; fi
rclone copyto "$work/complete" "$FOLDER/complete"

# What is older goes, but never the newest backup; and media to which no backup refers that is left.
expired=$(time_of "-$keep_days days")
oldest=$(complete_backups | awk -v expired="$expired" '$0 >= expired' | head -n 1)
for kind in database media-deleted; do
  for folder in $(folders_of "$kind"); do
    [[ $folder < $oldest ]] || continue
    say "$kind/$folder is deleted"
    rclone purge "$BACKUP_STORE/$kind/$folder"
  done
done

for kind in database ${BACKUP_MEDIA:+blobs}; do
  echo "chat_backup_last_success_timestamp_seconds{backup=\"$kind\"} $(date +%s)"
done | write_metrics chat-backup.prom
say "The backup $now is complete"
