#!/bin/sh
# Runs once, when Postgres creates its data folder. It creates three logins, none of them a superuser. The owner migrates. Servers and
# workers have only the rights of their role, which `cojoin migrate roles` grants. They connect over TLS and check the certificate.
set -eu
install -m 600 /run/secrets/database-key "$PGDATA/server.key"
install -m 644 /run/secrets/database-certificate "$PGDATA/server.crt"
psql -qX -v ON_ERROR_STOP=1 -c 'ALTER SYSTEM SET ssl = on'
for role in cojoin_serve cojoin_work cojoin_report; do
  psql -qX -v ON_ERROR_STOP=1 -c "CREATE ROLE $role NOLOGIN"
done
for login in owner web jobs; do
  psql -qX -v ON_ERROR_STOP=1 -v password="$(sed 's|^[^:]*://[^:]*:\([^@]*\)@.*$|\1|' "/run/secrets/database-url-$login")" <<SQL
CREATE ROLE cojoin_$login LOGIN PASSWORD :'password';
SQL
done
psql -qX -v ON_ERROR_STOP=1 -c 'GRANT cojoin_serve TO cojoin_web' -c 'GRANT cojoin_work TO cojoin_jobs' -c 'ALTER DATABASE cojoin OWNER TO cojoin_owner'
