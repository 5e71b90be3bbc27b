#!/bin/sh
# Starts the media store of compose.yaml (the arguments are its command) with a user for each service that keeps media, which
# media-policy.json names. The store reads its users from this file.
set -eu
umask 077

user() { printf '"%s":{"access":"%s","secret":"%s","role":"user"}' "$1" "$1" "$2"; }

{
  printf '{"accessAccounts":{'
  user gateway "$S3_SECRET_KEY_GATEWAY"
  printf ,
  user messaging "$S3_SECRET_KEY_MESSAGING"
  printf ,
  user templates "$S3_SECRET_KEY_TEMPLATES"
  printf ,
  user device-sessions "$S3_SECRET_KEY_DEVICE_SESSIONS"
  printf ,
  user cloud-connector "$S3_SECRET_KEY_CLOUD_CONNECTOR"
  printf ,
  user admin "$S3_SECRET_KEY_ADMIN"
  printf '}}'
} >"$VGW_IAM_DIR/users.json"
exec "$@"
