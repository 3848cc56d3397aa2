use strict;
use warnings;
use MongoDB;

sub equal {
    my ($actual, $expected) = @_;
    die "$actual is not $expected\n" unless $actual eq $expected;
}

my $client = MongoDB->connect($ENV{MONGODB_URI});
my $orders = $client->ns('shop.orders');
$orders->indexes->create_one([n => 1], { unique => 1 });
equal(scalar @{ $orders->insert_many([map { { n => $_ } } 0 .. 499])->inserted }, 500);
eval { $orders->insert_one({ n => 1 }); die "no refusal\n" };
equal(ref $@, 'MongoDB::DuplicateKeyError');
equal(scalar $orders->find({ n => { '$gte' => 100 } }, { batchSize => 50 })->all, 400);
my $bulk = $orders->ordered_bulk;
$bulk->find({ n => 0 })->update_one({ '$set' => { first => 1 } });
$bulk->find({ n => 1000 })->upsert->update_one({ '$set' => { late => 1 } });
$bulk->find({ n => { '$gte' => 450, '$lt' => 500 } })->delete_many;
my $result = $bulk->execute;
equal(join(' ', $result->modified_count, $result->upserted_count, $result->deleted_count), '1 1 50');
my $changes = $orders->watch([], { maxAwaitTimeMS => 100 });
$orders->insert_one({ n => 600 });
my $change;
$change = $changes->next until defined $change;
equal($change->{fullDocument}{n}, 600);
my $session = $client->start_session;
$session->start_transaction;
$orders->insert_one({ n => 2000 }, { session => $session });
$session->commit_transaction;
$session->start_transaction;
$orders->delete_many({}, { session => $session });
$session->abort_transaction;
$session->end_session;
equal($orders->count_documents({}), 453);
my $secondary = $orders->clone(read_preference => { mode => 'secondary' });
equal($secondary->find_one({ n => 2000 })->{n}, 2000);
my $bucket = $client->db('shop')->gfs;
my $upload = $bucket->open_upload_stream('notes');
$upload->print('backlot ' x 100_000);
$upload->close;
my $download = $bucket->open_download_stream($upload->id);
my $text = do { local $/; $download->readline };
equal(length $text, 800_000);
$client->disconnect;
print "ok\n";
