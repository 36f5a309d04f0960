#!/bin/sh
# Mails a prepaid subscription code to each client on a list, and orders more codes by invoice when fewer
# than KEEP are left.
#
#   issue-codes.sh clients.csv        lines with: reference,e-mail,language (en or es)
# It can run again and again: a client with a code, identified by the reference, gets no second one.
# Log in first with `cojoin login`, or set COJOIN_SERVER and COJOIN_TOKEN.
set -eu

list=${1:?name a file with lines of: reference,e-mail,language}
package=${PACKAGE:-2001}
keep=${KEEP:-5}
order=${ORDER:-25}

cojoin whoami >/dev/null || exit # 3: not logged in

# Each list is read completely before its use. A pipeline has only the exit code of its last command, so it would hide a failed read, and clients
# missing from the list would get a second code.

# The newest paid batch with unissued codes.
batches=$(cojoin codes list --csv)
batch=$(printf '%s\n' "$batches" | awk -F, '$2 == "active" && $5 > 0 { print $1; exit }')
if [ -z "$batch" ]; then
  echo "no unused code is left: cojoin codes buy --package $package --count $order --invoice" >&2
  exit 1
fi

exported=$(cojoin codes export)
given=$(printf '%s\n' "$exported" | awk -F, '{ print $7 }')
while IFS=, read -r reference email language; do
  [ -n "$reference" ] || continue
  if printf '%s\n' "$given" | grep -qxF -- "$reference"; then
    echo "$reference: has a code"
    continue
  fi
  cojoin codes issue "$batch" --to "$reference" --email "$email" --lang "${language:-en}" --key "client-$reference" >/dev/null
  echo "$reference: mailed to $email"
done <"$list"

available=$(cojoin codes list "$batch" --state available --csv)
left=$(printf '%s\n' "$available" | awk 'END { print NR - 1 }')
echo "$left code(s) left in batch $batch"
if [ "$left" -lt "$keep" ]; then
  # At most one order a day, however often this runs.
  cojoin codes buy --package "$package" --count "$order" --invoice --yes --key "order-after-$batch" >/dev/null
  echo "ordered $order more by invoice"
fi
