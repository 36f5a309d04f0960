cd / # where the user postgres may be, too
umask 077
systemctl start postgresql
tries=0
until runuser -u postgres -- pg_isready --quiet; do
  tries=$((tries + 1))
  [ $tries -lt 30 ] || { echo "Postgres doesn't answer: journalctl -u 'postgresql@*'" >&2; exit 1; }
  sleep 1
done
psql() { runuser -u postgres -- psql -qXAt -v ON_ERROR_STOP=1 "$@"; }
port=$(psql -c 'SHOW port')
for login in owner web jobs; do
  address=/etc/cojoin/secrets/database-url-$login
  [ -s "$address" ] || echo "postgres://cojoin_$login:$(head -c 32 /dev/urandom | od -An -vtx1 | tr -d ' \n')@127.0.0.1:$port/cojoin" > "$address"
done
for role in cojoin_serve cojoin_work cojoin_report; do
  [ "$(psql -c "SELECT 1 FROM pg_roles WHERE rolname = '$role'")" ] || psql -c "CREATE ROLE $role NOLOGIN"
done
for login in owner web jobs; do
  [ "$(psql -c "SELECT 1 FROM pg_roles WHERE rolname = 'cojoin_$login'")" ] || psql -c "CREATE ROLE cojoin_$login LOGIN"
  psql <<SQL
ALTER ROLE cojoin_$login PASSWORD '$(sed 's/.*:\(.*\)@.*/\1/' /etc/cojoin/secrets/database-url-$login)';
SQL
done
psql -c 'GRANT cojoin_serve TO cojoin_web' -c 'GRANT cojoin_work TO cojoin_jobs'
[ "$(psql -c "SELECT 1 FROM pg_database WHERE datname = 'cojoin'")" ] || psql -c 'CREATE DATABASE cojoin OWNER cojoin_owner'
