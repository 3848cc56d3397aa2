import static com.mongodb.client.model.Accumulators.sum;
import static com.mongodb.client.model.Aggregates.group;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Sorts.descending;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.MongoClient;
import com.mongodb.MongoClientURI;
import com.mongodb.MongoWriteException;
import com.mongodb.ReadPreference;
import com.mongodb.ClientSessionOptions;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.gridfs.GridFSBucket;
import com.mongodb.client.gridfs.GridFSBuckets;
import com.mongodb.client.model.DeleteManyModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.FullDocument;
import com.mongodb.session.ClientSession;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.types.ObjectId;

public class Flow {
    static void equal(Object actual, Object expected) {
        if (!actual.equals(expected)) throw new AssertionError(actual + " is not " + expected);
    }

    public static void main(String[] arguments) {
        MongoClient client = new MongoClient(new MongoClientURI(System.getenv("MONGODB_URI")));
        MongoCollection<Document> orders = client.getDatabase("shop").getCollection("orders");
        equal(orders.createIndex(new Document("n", 1), new IndexOptions().unique(true)), "n_1");
        List<Document> documents = new ArrayList<>();
        for (int n = 0; n < 500; n++) documents.add(new Document("n", n));
        orders.insertMany(documents);
        int refusal = 0;
        try {
            orders.insertOne(new Document("n", 1));
        } catch (MongoWriteException error) {
            refusal = error.getCode();
        }
        equal(refusal, 11000);
        List<Document> found = orders.find(gte("n", 100)).sort(descending("n")).batchSize(50).into(new ArrayList<>());
        equal(found.size(), 400);
        equal(found.get(0).getInteger("n"), 499);
        equal(orders.withReadPreference(ReadPreference.secondary()).count(), 500L);
        equal(orders.aggregate(Arrays.asList(group(null, sum("sum", "$n")))).first().getInteger("sum"), 124750);
        MongoCursor<ChangeStreamDocument<Document>> stream =
            orders.watch().fullDocument(FullDocument.UPDATE_LOOKUP).iterator();
        BulkWriteResult bulk = orders.bulkWrite(Arrays.asList(
            new UpdateOneModel<Document>(eq("n", 0), set("first", true)),
            new DeleteManyModel<Document>(gte("n", 450)),
            new UpdateOneModel<Document>(eq("n", 1000), set("late", true), new UpdateOptions().upsert(true))));
        equal(bulk.getModifiedCount() + " " + bulk.getDeletedCount() + " " + bulk.getUpserts().size(), "1 50 1");
        ChangeStreamDocument<Document> first = stream.next();
        equal(first.getFullDocument().getBoolean("first"), true);
        BsonDocument token = first.getResumeToken();
        stream.close();
        MongoCursor<ChangeStreamDocument<Document>> resumed = orders.watch().resumeAfter(token).iterator();
        equal(resumed.next().getOperationType().getValue(), "delete");
        resumed.close();
        ClientSessionOptions options = ClientSessionOptions.builder().causallyConsistent(true).build();
        try (ClientSession session = client.startSession(options)) {
            orders.insertOne(session, new Document("n", 2000));
            equal(orders.withReadPreference(ReadPreference.secondary()).count(session, eq("n", 2000)), 1L);
        }
        equal(orders.count(gte("n", 0)), 452L);
        GridFSBucket bucket = GridFSBuckets.create(client.getDatabase("shop")).withChunkSizeBytes(1024);
        byte[] content = "backlot ".repeat(1000).getBytes();
        ObjectId id = bucket.uploadFromStream("a.txt", new ByteArrayInputStream(content));
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        bucket.downloadToStream(id, read);
        equal(Arrays.equals(read.toByteArray(), content), true);
        client.close();
        System.out.println("ok");
    }
}
