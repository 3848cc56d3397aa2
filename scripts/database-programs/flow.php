<?php
use MongoDB\Driver\{BulkWrite, Command, Exception\BulkWriteException, Manager, Query, ReadPreference};

function equal($actual, $expected): void
{
    if ($actual !== $expected) {
        throw new Exception(var_export($actual, true) . ' is not ' . var_export($expected, true));
    }
}
$manager = new Manager(getenv('MONGODB_URI'));
$command = fn (array $document, array $options = []) => $manager->executeCommand('shop', new Command($document), $options)->toArray()[0];
$command(['createIndexes' => 'orders', 'indexes' => [['key' => ['n' => 1], 'name' => 'n', 'unique' => true]]]);
$bulk = new BulkWrite();
for ($n = 0; $n < 500; $n++) {
    $bulk->insert(['n' => $n]);
}
equal($manager->executeBulkWrite('shop.orders', $bulk)->getInsertedCount(), 500);
try {
    $bulk = new BulkWrite();
    $bulk->insert(['n' => 1]);
    $manager->executeBulkWrite('shop.orders', $bulk);
    throw new Exception('no refusal');
} catch (BulkWriteException $error) {
    equal($error->getWriteResult()->getWriteErrors()[0]->getCode(), 11000);
}
$cursor = $manager->executeQuery('shop.orders', new Query(['n' => ['$gte' => 100]], ['sort' => ['n' => -1], 'batchSize' => 50]), ['readPreference' => new ReadPreference('secondary')]);
equal(count($cursor->toArray()), 400);
$bulk = new BulkWrite();
$bulk->update(['n' => 0], ['$set' => ['first' => true]]);
$bulk->update(['n' => 1000], ['$set' => ['late' => true]], ['upsert' => true]);
$bulk->delete(['n' => ['$gte' => 2, '$lt' => 10]]);
$result = $manager->executeBulkWrite('shop.orders', $bulk);
equal([$result->getModifiedCount(), $result->getUpsertedCount(), $result->getDeletedCount()], [1, 1, 8]);
$session = $manager->startSession();
$session->startTransaction();
$bulk = new BulkWrite();
$bulk->insert(['n' => 2000]);
$manager->executeBulkWrite('shop.orders', $bulk, ['session' => $session]);
$session->abortTransaction();
equal($command(['count' => 'orders', 'query' => ['n' => 2000]])->n, 0);
$session->startTransaction();
$bulk = new BulkWrite();
$bulk->insert(['n' => 2001]);
$manager->executeBulkWrite('shop.orders', $bulk, ['session' => $session]);
$session->commitTransaction();
equal($command(['count' => 'orders', 'query' => ['n' => 2001]])->n, 1);
$stream = $manager->executeCommand('shop', new Command(['aggregate' => 'orders', 'pipeline' => [['$changeStream' => (object) []]], 'cursor' => (object) []]), ['readPreference' => new ReadPreference('primary')]);
$bulk = new BulkWrite();
$bulk->insert(['n' => 3000]);
$manager->executeBulkWrite('shop.orders', $bulk);
$events = new IteratorIterator($stream);
for ($events->rewind(); !$events->valid(); $events->next());
equal($events->current()->fullDocument->n, 3000);
echo "ok\n";
