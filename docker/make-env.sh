#!/bin/sh
# Writes the settings that compose.yaml wants, with new secrets, into docker/.env, or the file that is given. Only its owner can
# read it, and one that exists stays as it is: it has the only copy of the keys. Keep it.
set -eu
umask 077
file=${1:-"$(dirname "$0")/.env"}
if [ -e "$file" ]; then
  echo "$file exists, with keys that nothing else has. Remove it only with the data that they seal." >&2
  exit 1
fi
command -v openssl >/dev/null || { echo "openssl is needed to make secrets." >&2; exit 1; }

# NATS reads a variable as a value of its configuration, where digits would make a number: a letter comes first.
password() { printf 'p%s' "$(openssl rand -hex 24)"; }

services='GATEWAY CHANNELS MESSAGING TEMPLATES CRM TICKETS WEBHOOKS DEVICE_SESSIONS CLOUD_CONNECTOR'
# Another run at the same time has made it first: then it is refused here.
set -C
{
  echo "# Where clients reach the API: the address of your proxy with TLS."
  echo "PUBLIC_BASE_URL=https://chat.example.com"
  echo "# The network of the phones, for Device channels."
  echo "DEVICE_NETWORK_URL=wss://phones.example.com/device-network"
  echo "# The app at the provider, for Cloud channels: the first three together, or none."
  echo "# A verify token: $(password)"
  echo "PROVIDER_APP_ID="
  echo "PROVIDER_APP_SECRET="
  echo "PROVIDER_VERIFY_TOKEN="
  echo "PROVIDER_CONFIG_ID="
  echo "# Without these what the database keeps sealed cannot be opened: back them up."
  for service in GATEWAY WEBHOOKS DEVICE_SESSIONS CLOUD_CONNECTOR; do
    echo "SECRET_KEY_$service=$(openssl rand -base64 32)"
  done
  echo "POSTGRES_PASSWORD=$(password)"
  for service in $services; do echo "POSTGRES_PASSWORD_$service=$(password)"; done
  for user in $services STANDALONE ADMIN OBSERVER; do echo "NATS_PASSWORD_$user=$(password)"; done
  echo "# The media store: its owner, and a key for each service that keeps media there."
  echo "S3_ACCESS_KEY=$(password)"
  echo "S3_SECRET_KEY=$(password)"
  for user in GATEWAY MESSAGING TEMPLATES DEVICE_SESSIONS CLOUD_CONNECTOR ADMIN; do
    echo "S3_SECRET_KEY_$user=$(password)"
  done
} >"$file"
echo "$file is written. Edit the addresses in it." >&2
