import { MongoClient } from 'mongodb'
import { expect, it, onTestFinished } from 'vitest'
import { createEmulator, sweep, type SweepReport } from '../index.ts'
import { SweepError } from './report.ts'

it('a sweep lets commands of docdb fail by errors of its server and by lost connections, which its driver knows', async () => {
  await using docdb = await createEmulator({ service: 'docdb', port: 0 })
  const clients = [await MongoClient.connect(docdb.uri), await MongoClient.connect(docdb.uri, { retryWrites: false })]
  onTestFinished(async () => void (await Promise.all(clients.map((client) => client.close()))))
  const [retries, plain] = clients.map((client) => client.db('shop').collection('orders'))
  const invariant = (): boolean => docdb.collection('shop.orders').find().length <= 1
  const shown = ({ results }: SweepReport): string[] =>
    results.map(({ name, reaction }) => `${name}: ${reaction.replace(/ to .*|(gave up): .*/, '$1')}`)
  const report = await sweep(docdb, () => retries?.insertOne({}), { invariant })
  expect(shown(report)).toEqual([
    'docdb insert 1 NotWritablePrimary: retried',
    'docdb insert 1 MaxTimeMSExpired: gave up',
    'docdb insert 1 AtlasError: gave up',
    'docdb insert 1 timeout: retried',
    'docdb insert 1 drop-before: retried',
    'docdb insert 1 drop-after: retried',
  ])
  // Without the driver's own retry, a loop of the application inserts twice what has lost its answer.
  const twice = () => plain?.insertOne({}).catch(() => plain.insertOne({}))
  const error: unknown = await sweep(docdb, twice, { invariant, failures: ['WriteConflict', 'drop-after'] }).catch(
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof SweepError)) throw error
  expect(shown(error.report)).toEqual([
    'docdb insert 1 WriteConflict: retried',
    'docdb insert 1 drop-after: retried; did it twice (docdb: documents 2 instead of 1)',
  ])
})
