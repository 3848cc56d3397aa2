require 'mongo'

def equal(actual, expected)
  raise "#{actual.inspect} is not #{expected.inspect}" unless actual == expected
end

Mongo::Logger.logger.level = Logger::FATAL
# Debian's version of the driver reads a connection string by a method that its Ruby no longer has.
uri = URI(ENV.fetch('MONGODB_URI').sub(/\Amongodb:/, 'http:'))
sign_in = { user: uri.user, password: uri.password, auth_source: 'admin', replica_set: 'rs0', database: 'shop' }
client = Mongo::Client.new(["#{uri.host}:#{uri.port}"], sign_in)
orders = client[:orders]
orders.indexes.create_one({ n: 1 }, unique: true)
equal(orders.indexes.map { |index| index['name'] }, %w[_id_ n_1])
equal(orders.insert_many((0...500).map { |n| { n: n } }).inserted_count, 500)
begin
  orders.insert_one(n: 1)
  raise 'no refusal'
rescue Mongo::Error::OperationFailure => error
  equal(error.message.include?('E11000'), true)
end
found = orders.find({ n: { '$gte' => 100 } }, batch_size: 50, sort: { n: -1 }).to_a
equal([found.size, found.first['n']], [400, 499])
equal(orders.find({}, read: { mode: :secondary }).to_a.size, 500)
equal(orders.aggregate([{ '$group' => { _id: nil, sum: { '$sum' => '$n' } } }]).first['sum'], 124_750)
events = orders.watch.to_enum
result = orders.bulk_write(
  [
    { update_one: { filter: { n: 0 }, update: { '$set' => { first: true } } } },
    { delete_many: { filter: { n: { '$gte' => 450 } } } },
    { update_one: { filter: { n: 1000 }, update: { '$set' => { late: true } }, upsert: true } }
  ]
)
equal([result.modified_count, result.deleted_count, result.upserted_count], [1, 50, 1])
equal(events.next['updateDescription']['updatedFields'], { 'first' => true })
equal(events.next['operationType'], 'delete')
session = client.start_session(causal_consistency: true)
orders.insert_one({ n: 2000 }, session: session)
equal(orders.find({ n: 2000 }, session: session).first['n'], 2000)
session.end_session
equal(orders.count, 452)
id = client.database.fs.upload_from_stream('a.txt', StringIO.new('backlot ' * 100_000))
read = StringIO.new
client.database.fs.download_to_stream(id, read)
equal(read.string, 'backlot ' * 100_000)
client.close
puts 'ok'
