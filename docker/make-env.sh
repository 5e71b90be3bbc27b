#!/bin/sh
# Prints the settings that compose.yaml wants, with new secrets. Run it once and keep what it prints:
#
#   docker/make-env.sh > docker/.env
set -eu
umask 077

# NATS reads a variable as a value of its configuration, where digits would make a number: a letter comes first.
password() { printf 'p%s' "$(openssl rand -hex 24)"; }

services='GATEWAY CHANNELS MESSAGING TEMPLATES CRM TICKETS WEBHOOKS DEVICE_SESSIONS CLOUD_CONNECTOR'
echo "# Where clients reach the API: the address of your proxy with TLS."
echo "PUBLIC_BASE_URL=https://chat.example.com"
echo "# The network of the phones, for Device channels."
echo "DEVICE_NETWORK_URL=wss://phones.example.com/device-network"
echo "# The app at the provider, for Cloud channels."
echo "PROVIDER_APP_ID="
echo "PROVIDER_APP_SECRET="
echo "PROVIDER_VERIFY_TOKEN=$(password)"
echo "PROVIDER_CONFIG_ID="
echo "# Without these what the database keeps sealed cannot be opened: back them up."
for service in GATEWAY WEBHOOKS DEVICE_SESSIONS CLOUD_CONNECTOR; do
  echo "SECRET_KEY_$service=$(openssl rand -base64 32)"
done
echo "POSTGRES_PASSWORD=$(password)"
for service in $services; do echo "POSTGRES_PASSWORD_$service=$(password)"; done
for user in $services STANDALONE ADMIN OBSERVER; do echo "NATS_PASSWORD_$user=$(password)"; done
echo "S3_ACCESS_KEY=$(password)"
echo "S3_SECRET_KEY=$(password)"
