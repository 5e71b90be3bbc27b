#!/bin/bash
# Builds every image of a release from a clean checkout of its tag, pushes them, and pins an overlay to their digests:
#
#   docker/release-images.sh registry.example.com/chat-api [k8s/overlays/production]
#
# ENGINE builds and pushes (docker by default; podman and buildah have the same commands), DIGEST_COMMAND prints the digest of an
# image (docker/pin-images.mjs), PLATFORM is that of the images. The bases may be digests: BUILD_IMAGE, RUNTIME_IMAGE, POSTGRES_IMAGE.
set -euo pipefail
cd "$(dirname "$0")/.."
registry=${1:?Name the registry, as in registry.example.com/chat-api.}
overlay=${2:-}
engine=${ENGINE:-docker}

version=$(node -p 'require("./package.json").version')
[ -z "$(git status --porcelain)" ] || { echo 'This checkout has changes. Release from a clean clone.' >&2; exit 1; }
[ "$(git describe --tags --exact-match 2>/dev/null)" = "v$version" ] ||
  { echo "This commit is not tagged v$version." >&2; exit 1; }
revision=$(git rev-parse HEAD)

bases=()
for name in BUILD_IMAGE RUNTIME_IMAGE POSTGRES_IMAGE; do
  if [ -n "${!name:-}" ]; then bases+=(--build-arg "$name=${!name}"); fi
done

# Builds and pushes the image of this name; the rest are arguments of the build.
release() {
  local image="$registry/$1:$version"
  echo "$image" >&2
  "$engine" build --platform "${PLATFORM:-linux/amd64}" --build-arg "VERSION=$version" --build-arg "REVISION=$revision" \
    "${bases[@]}" --tag "$image" "${@:2}" .
  "$engine" push "$image"
}

for service in k8s/services/*/; do
  name=$(basename "$service")
  release "$name" --file docker/Dockerfile --build-arg "APP=apps/$name"
done
release standalone --file docker/Dockerfile --build-arg APP=apps/standalone
release admin --file docker/Dockerfile --build-arg APP=tools/admin
release backup --file docker/backup.Dockerfile

if [ -n "$overlay" ]; then node docker/pin-images.mjs "$overlay" k8s/components/backup; fi
