// How the cost of a call grows with the number of rows: the CPU time of calls in process at several sizes.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { MongoClient } from 'mongodb'
import { createEmulator, type Emulator, type Seed, type ServiceId } from '../src/index.ts'
import { median } from './child.ts'

/** The numbers of rows. A figure stands for each, and the exponent is that between the last two. */
const SIZES: readonly number[] = [100, 10_000, 1_000_000]

const ROUNDS = 7

/** A subject of the measurement: at each size an instance with that many rows, and calls to it. */
interface Subject {
  readonly name: string
  readonly service: ServiceId
  /** The numbers of rows. Default: {@link SIZES} */
  readonly sizes?: readonly number[]
  readonly seed: (rows: number) => Seed
  readonly calls: (emulator: Emulator, rows: number) => Calls | Promise<Calls>
}

/** Calls by what they do. `round` tells repetitions apart. */
type Calls = Readonly<Record<string, (round: number) => unknown>>

/** The cost of a call at each size, in microseconds of CPU time. */
interface Growth {
  readonly what: string
  readonly costs: readonly number[]
  /** The exponent of the growth from the second size to the last: 0 is constant, 1 is linear. */
  readonly exponent: number
}

/** The heap that a row takes, in bytes, in an instance with the largest number of rows. */
interface RowMemory {
  readonly what: string
  readonly bytes: number
}

const tokens = { bench: { login: 'octocat', scopes: ['repo', 'delete_repo'] } }
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

const SUBJECTS: readonly Subject[] = [
  {
    name: 'codehost: issues',
    service: 'codehost',
    seed: (rows) => ({
      tokens,
      codehost: {
        users: [{ login: 'octocat' }],
        repos: [
          { owner: 'octocat', name: 'empty' },
          {
            owner: 'octocat',
            name: 'full',
            issues: times(rows, (at) => ({
              title: `Issue ${at}`,
              labels: at % 100 === 0 ? ['bug'] : [],
            })),
          },
        ],
      },
    }),
    calls: (codehost, rows) => {
      const call = caller(codehost, { authorization: 'Bearer bench' })
      const issues = '/repos/octocat/full/issues'
      let snapshot = codehost.snapshot()
      return {
        'get one': (round) => call('GET', `${issues}/${1 + ((round * 37) % rows)}`),
        'first page': () => call('GET', `${issues}?per_page=30`),
        'last page': () => call('GET', `${issues}?per_page=30&page=${Math.max(1, Math.floor(rows / 30))}`),
        'page by label': () => call('GET', `${issues}?labels=bug&per_page=30`),
        'search one title': (round) =>
          call('GET', `/search/issues?q=${encodeURIComponent(`"Issue ${round}" in:title`)}`),
        create: (round) => call('POST', issues, { title: `New ${round}` }),
        'create, and reset': async (round) => {
          await call('POST', issues, { title: `New ${round}` })
          codehost.reset()
        },
        'create, and snapshot': async (round) => {
          await call('POST', issues, { title: `New ${round}` })
          snapshot = codehost.snapshot()
        },
        restore: () => codehost.restore(snapshot),
        'delete another repository': async (round) => {
          await call('POST', '/user/repos', { name: `other-${round}` })
          await call('DELETE', `/repos/octocat/other-${round}`)
        },
      }
    },
  },
  {
    name: 'payments: customers',
    service: 'payments',
    seed: (rows) => ({
      payments: { customers: times(rows, (at) => ({ id: `cus_${at}`, email: `person-${at}@example.com` })) },
    }),
    calls: (payments, rows) => {
      const call = caller(payments, { authorization: 'Bearer sk_test_bench' })
      const middle = `cus_${Math.floor(rows / 2)}`
      return {
        'first page': () => call('GET', '/v1/customers?limit=30'),
        'page after the middle': () => call('GET', `/v1/customers?limit=30&starting_after=${middle}`),
        'page by email': (round) => call('GET', `/v1/customers?email=person-${round}%40example.com`),
        'search by email': (round) =>
          call('GET', `/v1/customers/search?query=${encodeURIComponent(`email:"person-${round}@example.com"`)}`),
        'create, and delete': async (round) => {
          const created = await call(
            'POST',
            '/v1/customers',
            new URLSearchParams({ email: `new-${round}@example.com` }),
          )
          await call('DELETE', `/v1/customers/${(created as { id: string }).id}`) // of a customer
        },
      }
    },
  },
  {
    name: 'cloud: objects',
    service: 'cloud',
    seed: (rows) => ({
      cloud: {
        s3: {
          buckets: [
            { name: 'empty-bucket' },
            {
              name: 'full-bucket',
              objects: times(rows, (at) => ({ key: `${at % 2 === 0 ? 'even/' : 'odd/'}${at}`, body: 'x' })),
            },
          ],
        },
      },
    }),
    calls: (cloud) => {
      const call = caller(cloud, {})
      const list = '/full-bucket?list-type=2&max-keys=30'
      return {
        'first page': () => call('GET', list),
        'page after the middle': () => call('GET', `${list}&start-after=odd%2F1`),
        'page of prefixes': () => call('GET', `${list}&delimiter=%2F`),
        'put, and delete': async (round) => {
          await call('PUT', `/full-bucket/new/${round}`, 'x')
          await call('DELETE', `/full-bucket/new/${round}`)
        },
      }
    },
  },
  {
    name: 'cloud: messages of a queue',
    service: 'cloud',
    seed: (rows) => ({
      cloud: { sqs: { queues: [{ name: 'jobs', messages: times(rows, (at) => ({ body: `job ${at}` })) }] } },
    }),
    calls: async (cloud) => {
      const call = (action: string, input: object) =>
        caller(cloud, { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` })(
          'POST',
          '/',
          input,
        )
      const { QueueUrl } = (await call('GetQueueUrl', { QueueName: 'jobs' })) as { QueueUrl: string } // of the operation
      const send = (action: string, input: object): Promise<unknown> => call(action, { QueueUrl, ...input })
      return {
        send: (round) => send('SendMessage', { MessageBody: `new ${round}` }),
        receive: () => send('ReceiveMessage', { MaxNumberOfMessages: 1 }),
        attributes: () => send('GetQueueAttributes', { AttributeNames: ['All'] }),
      }
    },
  },
  {
    name: 'chat: messages of a channel',
    service: 'chat',
    seed: (rows) => ({
      chat: {
        users: [{ name: 'ada' }],
        bots: [{ name: 'robot' }],
        channels: [{ name: 'general', messages: times(rows, (at) => ({ user: 'ada', text: `message ${at}` })) }],
      },
    }),
    calls: async (chat) => {
      const call = caller(chat, { authorization: 'Bearer xoxb-robot' })
      const { channels } = (await call('POST', '/api/conversations.list', new URLSearchParams())) as {
        channels: { id: string; name: string }[]
      } // of the method
      const channel = channels.find(({ name }) => name === 'general')?.id ?? ''
      return {
        history: () => call('POST', '/api/conversations.history', new URLSearchParams({ channel, limit: '30' })),
        post: (round) => call('POST', '/api/chat.postMessage', new URLSearchParams({ channel, text: `new ${round}` })),
      }
    },
  },
  {
    name: 'docdb: documents',
    service: 'docdb',
    seed: (rows) => ({
      docdb: {
        data: [
          {
            database: 'shop',
            collection: 'orders',
            documents: times(rows, (number) => ({ number, status: number % 100 === 0 ? 'open' : 'closed' })),
            indexes: [{ key: { number: 1 }, unique: true }, { key: { status: 1 } }],
          },
        ],
      },
    }),
    calls: async (docdb, rows) => {
      const client = await MongoClient.connect((docdb as Emulator<'docdb'>).uri)
      closing.push(() => client.close())
      const orders = client.db('shop').collection('orders')
      let next = rows
      return {
        'find by index': (round) => orders.findOne({ number: (round * 37) % rows }),
        'page by index': () => orders.find({ status: 'open' }).limit(30).toArray(),
        'sorted page': () => orders.find().sort({ number: -1 }).limit(30).toArray(),
        insert: () => orders.insertOne({ number: next++ }),
        'insert, with a change stream': async () => {
          const stream = orders.watch()
          const event = stream.next()
          await orders.insertOne({ number: next++ })
          await Promise.race([event, orders.findOne({ number: 0 })])
          await stream.close()
        },
        'insert, and delete by index': async () => {
          await orders.insertOne({ number: next })
          await orders.deleteOne({ number: next++ })
        },
        'insert, and reset': async () => {
          await orders.insertOne({ number: next++ })
          docdb.reset()
        },
      }
    },
  },
  {
    name: 'codehost: deliveries of a webhook',
    service: 'codehost',
    // Each delivery takes a request.
    sizes: [100, 1000, 10_000],
    seed: () => ({
      tokens,
      codehost: {
        users: [{ login: 'octocat' }],
        repos: [{ owner: 'octocat', name: 'hooked', webhooks: [{ url: 'http://127.0.0.1:1/', events: ['issues'] }] }],
      },
    }),
    calls: async (codehost, rows) => {
      const call = caller(codehost, { authorization: 'Bearer bench' })
      const issues = '/repos/octocat/hooked/issues'
      codehost.webhooks.hold()
      for (let at = 0; at < rows; at++) await call('POST', issues, { title: `Held ${at}` })
      return { 'create, with its delivery held': (round) => call('POST', issues, { title: `More ${round}` }) }
    },
  },
]

const closing: (() => Promise<unknown>)[] = []

/** The figures of a subject. */
interface SubjectGrowth {
  readonly costs: readonly Growth[]
  readonly memory: RowMemory
}

/** Measures the subjects one after another. */
export async function* growth(): AsyncGenerator<SubjectGrowth> {
  for (const { name, service, seed, calls, sizes = SIZES } of SUBJECTS) {
    const bySize: Record<string, number>[] = []
    let bytes = 0
    for (const rows of sizes) {
      const before = heap()
      const emulator = await createEmulator({ service, port: 0, seed: seed(rows) })
      bytes = (heap() - before) / rows
      bySize.push(await costsOf(await calls(emulator, rows)))
      await Promise.all(closing.splice(0).map((close) => close()))
      await emulator.close()
    }
    const costs = Object.keys(bySize[0] ?? {}).map((what): Growth => {
      const ofSizes = bySize.map((each) => each[what] ?? Number.NaN)
      return { what: `${name}: ${what}`, costs: ofSizes, exponent: exponentOf(ofSizes, sizes) }
    })
    yield { costs, memory: { what: name, bytes } }
  }
}

async function costsOf(calls: Calls): Promise<Record<string, number>> {
  const costs: Record<string, number> = {}
  for (const [what, call] of Object.entries(calls)) {
    let round = 0
    const batch = async (count: number): Promise<number> => {
      const { user, system } = process.cpuUsage()
      for (let at = 0; at < count; at++) await call(round++)
      const used = process.cpuUsage({ user, system })
      return (used.user + used.system) / count
    }
    // The first call tells how many fit into a round.
    const first = await batch(1)
    const count = Math.max(1, Math.min(50, Math.floor(100_000 / first)))
    const rounds = first > 2_000_000 ? 1 : ROUNDS
    const taken: number[] = []
    for (let at = 0; at < rounds; at++) taken.push(await batch(count))
    costs[what] = median(taken)
  }
  return costs
}

function exponentOf(costs: readonly number[], sizes: readonly number[]): number {
  const [before = Number.NaN, last = Number.NaN] = costs.slice(-2)
  const [less = Number.NaN, most = Number.NaN] = sizes.slice(-2)
  return Math.log(last / before) / Math.log(most / less)
}

/** Returns a function that sends requests to an instance, in process, and returns the JSON of the answer. */
function caller(emulator: Emulator, headers: Readonly<Record<string, string>>) {
  return async (method: string, path: string, body?: object | string): Promise<unknown> => {
    const content = typeof body === 'object' && !(body instanceof URLSearchParams) ? JSON.stringify(body) : body
    const request = new Request(`${emulator.url}${path}`, {
      method,
      headers,
      ...(content !== undefined && { body: content }),
    })
    const answer = await emulator.fetch(request)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${text.slice(0, 300)}`)
    return text.startsWith('{') ? JSON.parse(text) : text
  }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // of the engine

function heap(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
