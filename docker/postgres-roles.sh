#!/bin/bash
# Makes the database and a role for each service, which creates its schema at its first start and sees no other's. The
# image of Postgres runs it once, on an empty volume. Passwords come as POSTGRES_PASSWORD_<SERVICE>.
set -euo pipefail

psql() { command psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" "$@"; }

psql <<'SQL'
CREATE DATABASE chat ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE chat FROM PUBLIC;
SQL

for variable in "${!POSTGRES_PASSWORD_@}"; do
  role="chat_$(tr '[:upper:]' '[:lower:]' <<<"${variable#POSTGRES_PASSWORD_}")"
  psql --set=role="$role" --set=password="${!variable}" <<'SQL'
CREATE ROLE :"role" LOGIN PASSWORD :'password';
GRANT CONNECT, CREATE, TEMPORARY ON DATABASE chat TO :"role";
SQL
done
