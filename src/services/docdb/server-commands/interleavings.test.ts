import fc from 'fast-check'
import { MongoServerError, type ClientSession, type Collection, type MongoClient } from 'mongodb'
import { expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// Three clients, whose transactions are interleaved at random, against a model in which they run one after another.

/** The loss of a connection at a write: of the command, or of the reply to one that is done. The driver tries again. */
type Loss = 'drop' | 'commit then drop' | null

/** A step of a run: what one of the clients does next, or an election. */
type Step =
  | { kind: 'add'; client: number; key: number; amount: number }
  | { kind: 'read'; client: number; key: number }
  | { kind: 'remove'; client: number; key: number }
  | { kind: 'end'; client: number; isCommitted: boolean }
  | { kind: 'plain'; key: number; amount: number; lost: Loss }
  | { kind: 'step down' }

const lost = fc.constantFrom<Loss>(null, 'drop', 'commit then drop')
const [client, key, amount] = [fc.nat(2), fc.nat(2), fc.integer({ min: 1, max: 9 })]
const step = fc.oneof<fc.WeightedArbitrary<Step>[]>(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('add'), client, key, amount }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('read'), client, key }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove'), client, key }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('end'), client, isCommitted: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('plain'), key, amount, lost }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('step down') }) },
)

/** A key as the model knows it: its value (undefined when it is not there), and when it was last changed. */
interface Entry {
  readonly value: number | undefined
  readonly version: number
}

interface Running {
  readonly session: ClientSession
  /** The entries when it began, with its own writes. */
  readonly seen: Map<number, Entry>
  readonly written: Set<number>
  readonly began: number
  isLost: boolean
}

/** The committed entries, and the transactions under way. */
class Model {
  readonly entries = new Map<number, Entry>()
  readonly running = new Map<number, Running>()
  now = 0
  counts = { committed: 0, conflicts: 0, lost: 0 }

  value(key: number): number | undefined {
    return this.entries.get(key)?.value
  }

  isTakenFrom(own: Running | undefined, key: number): boolean {
    return [...this.running.values()].some((each) => each !== own && !each.isLost && each.written.has(key))
  }

  /** A write conflicts with one under way, and with one that was committed since the transaction began. */
  conflicts(own: Running, key: number): boolean {
    return this.isTakenFrom(own, key) || (this.entries.get(key)?.version ?? 0) > own.began
  }

  set(key: number, value: number | undefined): void {
    this.now += 1
    this.entries.set(key, { value, version: this.now })
  }
}

const AGAIN = Symbol('a step to repeat')

interface Stock {
  readonly _id: number
  readonly n: number
}

async function labelled(work: Promise<unknown>): Promise<void> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(MongoServerError)
  expect((error as MongoServerError).errorLabels).toContain('TransientTransactionError')
}

/** The instance, as a run changes it beside the commands of its clients. */
interface Docdb {
  stepDown(): void
  lose(connection: NonNullable<Loss>): void
}

async function run(step: Step, model: Model, driver: MongoClient, docdb: Docdb) {
  const stocks: Collection<Stock> = driver.db('shop').collection<Stock>('stocks')
  if (step.kind === 'step down') {
    docdb.stepDown()
    for (const each of model.running.values()) each.isLost = true
    return
  }
  if (step.kind === 'plain') {
    if (model.isTakenFrom(undefined, step.key)) return // it would wait
    if (step.lost !== null) docdb.lose(step.lost)
    await stocks.updateOne({ _id: step.key }, { $inc: { n: step.amount } }, { upsert: true })
    model.set(step.key, (model.value(step.key) ?? 0) + step.amount)
    return
  }
  let own = model.running.get(step.client)
  if (step.kind === 'end') {
    if (own !== undefined) await end(own, step, model)
    return
  }
  const isFirst = own === undefined
  if (own === undefined) {
    const session = driver.startSession()
    session.startTransaction()
    own = { session, seen: new Map(model.entries), written: new Set(), began: model.now, isLost: false }
    model.running.set(step.client, own)
  }
  const { session, seen } = own
  const isWrite = step.kind !== 'read'
  const act = (): Promise<unknown> =>
    step.kind === 'add'
      ? stocks.updateOne({ _id: step.key }, { $inc: { n: step.amount } }, { upsert: true, session })
      : step.kind === 'remove'
        ? stocks.deleteOne({ _id: step.key }, { session })
        : stocks.findOne({ _id: step.key }, { session })
  const isAbsent = seen.get(step.key)?.value === undefined
  const hasConflict = isWrite && !own.isLost && !(step.kind === 'remove' && isAbsent) && model.conflicts(own, step.key)
  if (own.isLost || hasConflict) {
    model.counts[own.isLost ? 'lost' : 'conflicts'] += 1
    expect(isFirst && own.isLost).toBe(false)
    await labelled(act())
    await session.endSession()
    model.running.delete(step.client)
    return
  }
  const result = await act().catch((error: unknown) => {
    // The driver has not heard of the election yet: the transaction begins again.
    if (isFirst && error instanceof MongoServerError && error.hasErrorLabel('TransientTransactionError')) return AGAIN
    throw error
  })
  if (result === AGAIN) {
    await session.abortTransaction()
    model.running.delete(step.client)
    return run(step, model, driver, docdb)
  }
  const before = seen.get(step.key)?.value
  if (step.kind === 'read') return expect((result as Stock | null)?.n).toBe(before)
  if (step.kind === 'remove' && isAbsent) return
  own.written.add(step.key)
  seen.set(step.key, { value: step.kind === 'add' ? (before ?? 0) + step.amount : undefined, version: 0 })
}

async function end(own: Running, { client, isCommitted }: Extract<Step, { kind: 'end' }>, model: Model) {
  if (!isCommitted) await own.session.abortTransaction()
  else if (own.isLost) await labelled(own.session.commitTransaction())
  else {
    await own.session.commitTransaction()
    model.counts.committed += 1
    for (const key of own.written) model.set(key, own.seen.get(key)?.value)
  }
  await own.session.endSession()
  model.running.delete(client)
}

const it = databaseTest()

it('leaves what transactions one after another would, after conflicts, lost connections and elections', async ({
  docdb,
  client: driver,
}) => {
  const total = { committed: 0, conflicts: 0, lost: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      docdb.reset()
      const model = new Model()
      const lose = (connection: NonNullable<Loss>): void =>
        void docdb.faults.add({ operation: 'update', connection, times: 1 })
      for (const each of steps) await run(each, model, driver, { stepDown: () => docdb.stepDown(), lose })
      for (const { session } of model.running.values()) await session.endSession()
      const left = docdb.collection<Stock>('shop.stocks').find({}, { sort: { _id: 1 } })
      const expected = [...model.entries].flatMap(([_id, { value }]) =>
        value === undefined ? [] : [{ _id, n: value }],
      )
      expect(left).toEqual(expected.toSorted((one, other) => one._id - other._id))
      for (const name of ['committed', 'conflicts', 'lost'] as const) total[name] += model.counts[name]
    }),
    { numRuns: 8, seed: 29 },
  )
  expect(total.committed).toBeGreaterThan(5)
  expect(total.conflicts).toBeGreaterThan(5)
  expect(total.lost).toBeGreaterThan(0)
})
