package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/gridfs"
	"go.mongodb.org/mongo-driver/mongo/options"
	"go.mongodb.org/mongo-driver/mongo/readpref"
)

func check(err error) {
	if err != nil {
		log.Panic(err)
	}
}

func equal(actual, expected interface{}) {
	if fmt.Sprint(actual) != fmt.Sprint(expected) {
		log.Panicf("%v is not %v", actual, expected)
	}
}

func main() {
	ctx := context.Background()
	client, err := mongo.Connect(ctx, options.Client().ApplyURI(os.Getenv("MONGODB_URI")))
	check(err)
	check(client.Ping(ctx, readpref.SecondaryPreferred()))
	orders := client.Database("shop").Collection("orders")
	_, err = orders.Indexes().CreateOne(ctx, mongo.IndexModel{Keys: bson.D{{"n", 1}}, Options: options.Index().SetUnique(true)})
	check(err)
	documents := []interface{}{}
	for n := 0; n < 500; n++ {
		documents = append(documents, bson.D{{"n", n}})
	}
	_, err = orders.InsertMany(ctx, documents)
	check(err)
	_, err = orders.InsertOne(ctx, bson.D{{"n", 1}})
	equal(mongo.IsDuplicateKeyError(err), true)
	cursor, err := orders.Find(ctx, bson.D{{"n", bson.D{{"$gte", 100}}}}, options.Find().SetBatchSize(50).SetSort(bson.D{{"n", -1}}))
	check(err)
	var found []bson.M
	check(cursor.All(ctx, &found))
	equal(len(found), 400)
	equal(found[0]["n"], 499)
	stream, err := orders.Watch(ctx, mongo.Pipeline{}, options.ChangeStream().SetFullDocument(options.UpdateLookup))
	check(err)
	bulk, err := orders.BulkWrite(ctx, []mongo.WriteModel{
		mongo.NewUpdateOneModel().SetFilter(bson.D{{"n", 0}}).SetUpdate(bson.D{{"$set", bson.D{{"first", true}}}}),
		mongo.NewDeleteManyModel().SetFilter(bson.D{{"n", bson.D{{"$gte", 450}}}}),
		mongo.NewUpdateOneModel().SetFilter(bson.D{{"n", 1000}}).SetUpdate(bson.D{{"$set", bson.D{{"late", true}}}}).SetUpsert(true),
	})
	check(err)
	equal(fmt.Sprint(bulk.ModifiedCount, bulk.DeletedCount, bulk.UpsertedCount), "1 50 1")
	equal(stream.Next(ctx), true)
	equal(stream.Current.Lookup("fullDocument", "first").Boolean(), true)
	token := stream.ResumeToken()
	check(stream.Close(ctx))
	stream, err = orders.Watch(ctx, mongo.Pipeline{}, options.ChangeStream().SetResumeAfter(token))
	check(err)
	equal(stream.Next(ctx), true)
	equal(stream.Current.Lookup("operationType").StringValue(), "delete")
	check(stream.Close(ctx))
	session, err := client.StartSession()
	check(err)
	_, err = session.WithTransaction(ctx, func(inner mongo.SessionContext) (interface{}, error) {
		if _, err := orders.InsertOne(inner, bson.D{{"n", 2000}}); err != nil {
			return nil, err
		}
		return orders.UpdateOne(inner, bson.D{{"n", 2}}, bson.D{{"$inc", bson.D{{"n", 3000}}}})
	})
	check(err)
	count, err := orders.CountDocuments(ctx, bson.D{{"n", bson.D{{"$gte", 2000}}}})
	check(err)
	equal(count, 2)
	_, err = session.WithTransaction(ctx, func(inner mongo.SessionContext) (interface{}, error) {
		_, err := orders.DeleteMany(inner, bson.D{})
		check(err)
		return nil, fmt.Errorf("stop")
	})
	equal(err, "stop")
	session.EndSession(ctx)
	bucket, err := gridfs.NewBucket(client.Database("shop"), options.GridFSBucket().SetChunkSizeBytes(1024))
	check(err)
	content := bytes.Repeat([]byte("backlot "), 1000)
	id, err := bucket.UploadFromStream("a.txt", bytes.NewReader(content))
	check(err)
	var read bytes.Buffer
	_, err = bucket.DownloadToStream(id, &read)
	check(err)
	equal(bytes.Equal(read.Bytes(), content), true)
	check(client.Disconnect(ctx))
	fmt.Println("ok")
}
