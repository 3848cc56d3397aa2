#include <mongoc/mongoc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
  do { \
    if (!(condition)) { \
      fprintf(stderr, "line %d: %s: %s\n", __LINE__, #condition, error.message); \
      exit(1); \
    } \
  } while (0)

int main(void) {
  bson_error_t error = {0};
  bson_t reply;
  mongoc_init();
  mongoc_client_t *client = mongoc_client_new(getenv("MONGODB_URI"));
  mongoc_collection_t *orders = mongoc_client_get_collection(client, "shop", "orders");
  mongoc_bulk_operation_t *bulk = mongoc_collection_create_bulk_operation_with_opts(orders, NULL);
  for (int n = 0; n < 500; n++) {
    bson_t *document = BCON_NEW("_id", BCON_INT32(n));
    mongoc_bulk_operation_insert(bulk, document);
    bson_destroy(document);
  }
  CHECK(mongoc_bulk_operation_execute(bulk, &reply, &error));
  bson_destroy(&reply);
  mongoc_bulk_operation_destroy(bulk);
  bson_t *first = BCON_NEW("_id", BCON_INT32(0));
  CHECK(!mongoc_collection_insert_one(orders, first, NULL, NULL, &error) && error.code == 11000);
  bson_t *filter = BCON_NEW("_id", "{", "$gte", BCON_INT32(100), "}");
  bson_t *options = BCON_NEW("sort", "{", "_id", BCON_INT32(-1), "}", "batchSize", BCON_INT32(50));
  mongoc_cursor_t *cursor = mongoc_collection_find_with_opts(orders, filter, options, NULL);
  const bson_t *found;
  int count = 0;
  while (mongoc_cursor_next(cursor, &found)) count++;
  CHECK(!mongoc_cursor_error(cursor, &error) && count == 400);
  mongoc_cursor_destroy(cursor);
  bson_t none = BSON_INITIALIZER;
  mongoc_change_stream_t *stream = mongoc_collection_watch(orders, &none, NULL);
  CHECK(!mongoc_change_stream_next(stream, &found));
  mongoc_client_session_t *session = mongoc_client_start_session(client, NULL, &error);
  CHECK(session != NULL && mongoc_client_session_start_transaction(session, NULL, &error));
  bson_t inSession = BSON_INITIALIZER;
  CHECK(mongoc_client_session_append(session, &inSession, &error));
  bson_t *late = BCON_NEW("_id", BCON_INT32(2000));
  CHECK(mongoc_collection_insert_one(orders, late, &inSession, NULL, &error));
  CHECK(mongoc_client_session_commit_transaction(session, NULL, &error));
  mongoc_client_session_destroy(session);
  CHECK(mongoc_change_stream_next(stream, &found) && bson_has_field(found, "fullDocument"));
  mongoc_change_stream_destroy(stream);
  CHECK(mongoc_collection_count_documents(orders, late, NULL, NULL, NULL, &error) == 1);
  mongoc_gridfs_bucket_t *bucket;
  mongoc_database_t *database = mongoc_client_get_database(client, "shop");
  CHECK((bucket = mongoc_gridfs_bucket_new(database, NULL, NULL, &error)) != NULL);
  bson_value_t id;
  mongoc_stream_t *upload = mongoc_gridfs_bucket_open_upload_stream(bucket, "a.txt", NULL, &id, &error);
  CHECK(upload != NULL && mongoc_stream_write(upload, "backlot", 7, 0) == 7);
  CHECK(mongoc_stream_close(upload) == 0);
  mongoc_stream_destroy(upload);
  char read[8] = {0};
  mongoc_stream_t *download = mongoc_gridfs_bucket_open_download_stream(bucket, &id, &error);
  CHECK(download != NULL && mongoc_stream_read(download, read, 7, 7, 0) == 7 && strcmp(read, "backlot") == 0);
  mongoc_stream_destroy(download);
  mongoc_gridfs_bucket_destroy(bucket);
  mongoc_database_destroy(database);
  mongoc_collection_destroy(orders);
  mongoc_client_destroy(client);
  puts("ok");
  return 0;
}
