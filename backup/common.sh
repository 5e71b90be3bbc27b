# What the scripts of this folder share; each of them reads it. docs/backups.md#backups-by-schedule describes the settings.
#
# A backup is a folder of the store by the time at which it began:
#
#   database/<time>/chat.dump     the database, as pg_dump writes it
#   database/<time>/rows          how many rows each table has in it
#   database/<time>/media         where the media was, if it is in the backup
#   database/<time>/complete      its digest. Without this file, which comes last, there is no backup
#   media/                        the media of the newest backup, the same keys as in the media store
#   media-deleted/<time>/         what was deleted before the backup of that time, and after the one before it
set -euo pipefail
export LC_ALL=C
umask 077
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
  echo "$*" >&2
  exit 1
}
say() { echo "$(date -u +%FT%TZ) $*"; }

[ -n "${BACKUP_STORE:-}" ] || fail 'Set BACKUP_STORE to where backups are, as rclone names it, such as backup:chat-backups.'
# libpq reads the password from the environment, and from files of its own only if nobody else may read them.
if [ -n "${PGPASSWORD_FILE:-}" ]; then
  PGPASSWORD=$(cat "$PGPASSWORD_FILE")
  export PGPASSWORD
fi
export PGDATABASE=${PGDATABASE:-chat}
# One list of everything is quicker than one for each folder, and needs 1 GB of memory for a million files.
export RCLONE_FAST_LIST=${RCLONE_FAST_LIST:-true}
# A dump is uploaded in at most 10,000 parts: of this size, 320 GB.
export RCLONE_S3_CHUNK_SIZE=${RCLONE_S3_CHUNK_SIZE:-32M}

# The folder of what lies on the disk meanwhile; it goes with the script.
make_work() {
  work=$(mktemp -d "${TMPDIR:-/tmp}/chat-backup-XXXXXX")
  trap 'finish $?' EXIT
  trap 'exit 130' INT TERM
}

# What a script does at its end; others replace it.
finish() { rm -rf "$work"; }

psql() { command psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 "$@"; }

# Writes the file for the collector of node_exporter from standard input, as a whole.
write_metrics() {
  if [ -n "${BACKUP_METRICS_FOLDER:-}" ]; then
    (umask 022 && cat >"$BACKUP_METRICS_FOLDER/.$1.new" && mv "$BACKUP_METRICS_FOLDER/.$1.new" "$BACKUP_METRICS_FOLDER/$1")
  else
    # Whoever writes must not be ended by a pipe that nobody reads.
    cat >/dev/null
  fi
}

# The folders of a folder of the store that have files, the oldest first. Stores have no folders, and some cannot list them.
folders_of() {
  rclone lsf --recursive --files-only "${@:2}" "$BACKUP_STORE/$1" 2>/dev/null | cut -d / -f 1 | sort -u || true
}

# The times of all backups.
complete_backups() { folders_of database --include='/*/complete'; }

newest_backup() {
  local newest
  newest=$(complete_backups | tail -n 1)
  [ -n "$newest" ] || fail "There is no backup in $BACKUP_STORE."
  echo "$newest"
}

# Copies the dump of a backup to $work, and refuses one that is not what was written.
fetch_dump() {
  say "The dump of $1 is fetched"
  rclone copy "$BACKUP_STORE/database/$1" "$work"
  [ -e "$work/complete" ] || fail "There is no backup of $1 in $BACKUP_STORE."
  (cd "$work" && sha256sum --check --status complete) || fail "The dump of $1 is not what was written."
}

# Fills the empty database of the variables PG… from the dump in $work, and compares the rows of each table.
load_dump() {
  say 'The database is restored'
  pg_restore --dbname="$PGDATABASE" --exit-on-error --jobs="${RESTORE_JOBS:-$(nproc)}" "$work/chat.dump"
  psql --file="$here/rows.sql" >"$work/rows-restored"
  diff "$work/rows" "$work/rows-restored" >&2 || fail 'The restored tables do not have the rows of the backup.'
}

prepare_restored() {
  say 'Ids and sessions are prepared: docs/restore.sql'
  psql --file="$here/../docs/restore.sql" >/dev/null
}

# The folders of deleted media that a backup may refer to.
deleted_since() { folders_of media-deleted | awk -v since="$1" '$1 >= since'; }
