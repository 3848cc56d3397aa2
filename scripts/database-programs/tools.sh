# The programs of MongoDB's Database Tools: copies of a database, files in JSON and CSV, GridFS and statistics.
set -e
run() { "$1" --quiet --uri="$MONGODB_URI" "${@:2}"; }
for n in $(seq 1 500); do echo "{\"n\":$n,\"at\":{\"\$date\":\"2026-01-01T00:00:00Z\"}}"; done > in.json
run mongoimport --db=shop --collection=orders --file=in.json
rm -rf copy && run mongodump --out=copy
run mongodump --oplog --archive=all.gz --gzip
run mongodump --db=shop --collection=orders --query='{"n":{"$gt":400}}' --archive=some.gz --gzip
run mongorestore --drop copy
run mongorestore --archive=some.gz --gzip --nsFrom='shop.orders' --nsTo='copy.orders'
test "$(run mongoexport --db=copy --collection=orders --type=csv --fields=n --sort='{n:1}' --noHeaderLine | head -1)" = 401
test "$(run mongoexport --db=shop --collection=orders | wc -l)" = 500
run mongofiles --db=files put in.json
run mongofiles --db=files get in.json --local=out.json && cmp in.json out.json
run mongostat --rowcount=1 --noheaders | grep -q rs0
run mongotop --rowcount=1 1
echo ok
