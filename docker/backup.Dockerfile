# The image of the backups: Postgres' own programs, of the version of the server or a later one, and rclone.
#
#   docker build -f docker/backup.Dockerfile -t chat-api/backup .
ARG POSTGRES_IMAGE=docker.io/library/postgres:18-bookworm

FROM ${POSTGRES_IMAGE}
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="chat-api backup" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# initdb wants its user to have a name.
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends ca-certificates rclone \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --no-create-home --home-dir /tmp --shell /usr/sbin/nologin chat-backup
COPY backup /app/backup
COPY docs/restore.sql /app/docs/
WORKDIR /app
USER 10001:10001
ENTRYPOINT []
CMD ["backup/backup.sh"]
