#!/bin/sh
# Stands in for `node` where a stack of real processes starts: runs the entry of an app in the root of its image, as the
# image's user and with a root that cannot be written to. It needs root, and IMAGES_FOLDER, which has the root of each image
# by the name of its app. An app without an image runs as it is.
set -eu
for argument; do entry=$argument; done
app=$(basename "$(dirname "$(dirname "$entry")")")
image="$IMAGES_FOLDER/$app"
[ -d "$image" ] || exec node "$@"

# shellcheck disable=SC2016
exec unshare --mount --propagation private sh -euc '
  image=$1
  mount --bind "$image" "$image"
  mount -o remount,bind,ro "$image"
  mount -t proc proc "$image/proc"
  mount -t tmpfs tmpfs "$image/tmp"
  # The folder of media is the only one that the process may write to, but for /tmp.
  mkdir -p "$BLOB_FOLDER" "$image$BLOB_FOLDER"
  chown 10001:10001 "$BLOB_FOLDER"
  mount --bind "$BLOB_FOLDER" "$image$BLOB_FOLDER"
  exec chroot --userspec=10001:10001 "$image" node "/app/apps/$2/dist/main.js"
' sh "$image" "$app"
