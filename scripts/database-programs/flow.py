import os
import threading

import gridfs
import pymongo


def equal(actual, expected):
    assert actual == expected, f"{actual!r} is not {expected!r}"


client = pymongo.MongoClient(os.environ["MONGODB_URI"])
orders = client.shop.orders
orders.create_index("n", unique=True)
equal(len(orders.insert_many([{"n": n} for n in range(500)]).inserted_ids), 500)
try:
    orders.insert_one({"n": 1})
    raise AssertionError("no refusal")
except pymongo.errors.DuplicateKeyError:
    pass
equal(len(list(orders.find({"n": {"$gte": 100}}, batch_size=50))), 400)
result = orders.bulk_write(
    [
        pymongo.UpdateOne({"n": 0}, {"$set": {"first": True}}),
        pymongo.UpdateOne({"n": 1000}, {"$set": {"late": True}}, upsert=True),
        pymongo.DeleteMany({"n": {"$gte": 450, "$lt": 500}}),
    ]
)
equal((result.modified_count, result.upserted_count, result.deleted_count), (1, 1, 50))
with orders.watch() as stream:
    threading.Timer(0.2, lambda: orders.insert_one({"n": 600})).start()
    equal(next(stream)["fullDocument"]["n"], 600)
with client.start_session() as session:
    session.with_transaction(lambda inner: orders.insert_one({"n": 2000}, session=inner))
    session.start_transaction()
    orders.delete_many({}, session=session)
    session.abort_transaction()
equal(orders.count_documents({}), 453)
secondary = orders.with_options(read_preference=pymongo.ReadPreference.SECONDARY)
equal(secondary.find_one({"n": 2000})["n"], 2000)
files = gridfs.GridFS(client.shop)
equal(files.get(files.put(b"backlot " * 100_000)).read(), b"backlot " * 100_000)
client.close()
print("ok")
