# The image of device-sessions with the engine of real phones, on request. It contains code under the GPL: read
# engines/linked-phone/README.md before you give it to anybody.
#
#   docker build -f docker/Dockerfile --build-arg APP=apps/device-sessions -t chat-api/device-sessions .
#   docker build -f docker/linked-phone.Dockerfile -t chat-api/device-sessions-linked .
#
# With one of apps/standalone as SERVICE_IMAGE, its program is dist/standalone.js.
ARG BUILD_IMAGE=docker.io/library/node:24-bookworm-slim
ARG SERVICE_IMAGE=chat-api/device-sessions

# The engine's own packages, as its lockfile pins them.
FROM ${BUILD_IMAGE} AS modules
WORKDIR /app/engines/linked-phone
COPY engines/linked-phone/package.json engines/linked-phone/package-lock.json engines/linked-phone/.npmrc ./
COPY engines/linked-phone/rust-bridge rust-bridge
RUN --mount=type=secret,id=npmrc \
    NPM_CONFIG_USERCONFIG=/run/secrets/npmrc npm ci --omit=dev --no-audit --no-fund

# Its code, compiled with the compiler of the workspace. The network for tests and its calls stay behind.
FROM ${BUILD_IMAGE} AS compiled
WORKDIR /app
COPY . .
RUN --mount=type=secret,id=npmrc \
    NPM_CONFIG_USERCONFIG=/run/secrets/npmrc npm ci --ignore-scripts --no-audit --no-fund \
    && node tools/build.mjs engines/linked-phone \
    && cd engines/linked-phone/dist \
    && rm -r network control phone-network.js engine/network-harness.js \
    && find . -name '*.map' -delete

FROM ${SERVICE_IMAGE}
LABEL org.opencontainers.image.title="chat-api with linked phones" \
      org.opencontainers.image.licenses="GPL-3.0-or-later"
ENV DEVICE_ENGINE=baileys
COPY --from=modules /app/engines/linked-phone /app/engines/linked-phone
COPY --from=compiled /app/engines/linked-phone/dist /app/engines/linked-phone/dist
COPY engines/linked-phone/LICENSE engines/linked-phone/README.md /app/engines/linked-phone/
WORKDIR /app/engines/linked-phone
CMD ["dist/main.js"]
