import { connect, type Socket } from 'node:net'
import { deserialize, serialize } from 'bson'
import fc from 'fast-check'
import { serve } from '../../src/emulator.ts'
import { resolveService } from '../../src/find-service.ts'
import { COMMANDS } from '#docdb/server-commands/table.ts'
import { patient, shortened, SLOW, timed, type Finding, type OpenTarget } from './finding.ts'
import { resetTo, stateOf } from './state.ts'
import { anyValue, oddNumber, oddText } from './values.ts'

const OPERATORS = (
  '$eq $gt $gte $in $lt $ne $nin $and $or $not $nor $exists $type $expr $jsonSchema $mod $regex $options $text $all ' +
  '$elemMatch $size $set $unset $inc $mul $min $max $push $pull $addToSet $pop $rename $currentDate $bit $each $slice ' +
  '$sort $add $subtract $multiply $divide $concat $concatArrays $range $reduce $map $filter $zip $dateAdd $dateTrunc ' +
  '$toDate $convert $split $substrCP $regexMatch $replaceAll $cond $ifNull $switch $let $arrayElemAt $setUnion $pow ' +
  '$trunc $round $meta $literal $getField $objectToArray $arrayToObject $sortArray $function $near $geoWithin'
).split(' ')

const STAGES = (
  '$match $project $group $sort $limit $skip $unwind $lookup $facet $bucket $bucketAuto $addFields $set $unset ' +
  '$replaceRoot $count $sortByCount $sample $graphLookup $unionWith $densify $fill $setWindowFields $geoNear $redact'
).split(' ')

const MEMBERS = (
  'filter query q u sort projection fields limit skip batchSize pipeline cursor update updates deletes documents key ' +
  'indexes name hint collation let maxTimeMS new upsert multi arrayFilters remove ordered lsid txnNumber autocommit ' +
  'startTransaction readConcern writeConcern comment cursors collection explain ops nsInfo scale dropTarget to ' +
  'validator validationLevel capped size'
).split(' ')

const FIELDS = ['_id', 'a', 'a.b', 'items', '$a', '$$ROOT', '$items', 'missing']

const field = fc.constantFrom(...FIELDS)

/** Filters, expressions and updates: operators within operators, with values of every kind. */
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: false },
    fc.oneof(oddText, oddNumber, field, anyValue),
    fc.dictionary(fc.oneof(fc.constantFrom(...OPERATORS), field), tie('tree'), { minKeys: 1, maxKeys: 2 }),
    fc.array(tie('tree'), { maxLength: 3 }),
  ),
}))

const pipeline = fc.array(
  fc.tuple(fc.constantFrom(...STAGES), tree).map(([stage, value]) => ({ [stage]: value })),
  { maxLength: 3 },
)

/** Documents of one command: its name first, with members that it or another command has. */
const command = fc
  .tuple(
    fc.constantFrom(...Object.keys(COMMANDS).filter((name) => !/shutdown|fsync/.test(name))),
    fc.oneof({ arbitrary: fc.constant<unknown>('things'), weight: 8 }, anyValue),
    fc.dictionary(fc.constantFrom(...MEMBERS), fc.oneof(tree, pipeline), { maxKeys: 4 }),
    fc.oneof({ arbitrary: fc.constant<unknown>('test'), weight: 12 }, anyValue),
  )
  .map(([name, value, members, database]) => ({ [name]: value, ...members, $db: database }))

/** The commands of one round. */
const COUNT = 60

/** Commands to the port of the driver. */
export const driverTarget: OpenTarget = async () => {
  const documents = Array.from({ length: 20 }, (_, at) => ({ _id: at, a: { b: at % 5 }, items: [at, 'x', null] }))
  const seed = { docdb: { data: [{ database: 'test', collection: 'things', documents }] } }
  const options = { service: 'docdb', port: 0, now: '2026-01-01T00:00:00Z', seed } as const
  const served = await serve(await resolveService('docdb'), options, {})
  const seeded = stateOf(served.instance)
  return {
    async round(seed) {
      const findings: Finding[] = []
      let client = await Client.open(served.port)
      for (const document of fc.sample(command, { seed, numRuns: COUNT })) {
        const bytes = serialized(document)
        if (bytes === null) continue
        const sent = shortened(JSON.stringify(document), 1500)
        const { result, spent } = await timed(() => patient(client.ask(bytes)))
        if (spent > SLOW) findings.push({ sent, flaw: `took ${Math.round(spent)} ms of the processor` })
        if (result === undefined || result === 'closed') {
          // A command that waits for an event, or that ended the connection.
          client.close()
          client = await Client.open(served.port)
          if (result === 'closed') findings.push({ sent, flaw: 'ended the connection' })
        } else if (result['code'] === 1) findings.push({ sent, flaw: `InternalError: ${String(result['errmsg'])}` })
      }
      client.close()
      return [...findings, ...resetTo(seeded, served.instance, `${COUNT} commands`)]
    },
    [Symbol.asyncDispose]: () => served.close(),
  }
}

function serialized(document: object): Buffer | null {
  try {
    return Buffer.from(serialize(document))
  } catch {
    return null // such as a name with a NUL
  }
}

type Reply = Readonly<Record<string, unknown>>

/** One connection. https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
export class Client {
  readonly #socket: Socket
  #received = Buffer.alloc(0)
  #wake: () => void = () => {}
  #closed = false

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes])
      this.#wake()
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.#closed = true
      this.#wake()
    })
  }

  static open(port: number): Promise<Client> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Client(socket)))
      socket.once('error', reject)
    })
  }

  async ask(document: Uint8Array): Promise<Reply | 'closed'> {
    const head = Buffer.alloc(21)
    head.writeInt32LE(21 + document.length, 0)
    head.writeInt32LE(1, 4)
    head.writeInt32LE(2013, 12)
    this.#socket.write(Buffer.concat([head, document]))
    while (this.#received.length < 4 || this.#received.length < this.#received.readInt32LE(0)) {
      if (this.#closed) return 'closed'
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    const size = this.#received.readInt32LE(0)
    const reply = this.#received.subarray(21, size)
    this.#received = this.#received.subarray(size)
    return deserialize(reply)
  }

  close(): void {
    this.#socket.destroy()
  }
}
