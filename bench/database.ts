import { execFileSync } from 'node:child_process'
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import { MongoClient, type Collection } from 'mongodb'
import type { Seed } from '../src/index.ts'
import { median, serve, type Served } from './child.ts'

const ROUNDS = 9

/** The number of commands to each server before the first measurement. */
const WARM_UP = 8000

const COUNT = 3000

/** An operation of the driver to repeat. `round` tells repetitions apart. */
type Operation = (orders: Collection, round: number) => Promise<unknown>

const DOCUMENT = { customer: 'ada@example.com', status: 'open', total: 40.5, lines: [{ sku: 'a', quantity: 2 }] }

let inserted = 1_000_000

const insert: Operation = (orders) => orders.insertOne({ number: inserted++, ...DOCUMENT, placed: new Date() })

const find: Operation = (orders, round) => orders.findOne({ number: round % 1000 })

/** Returns a seed with orders that have a unique index on their numbers. */
function seedWith(orders: number): Seed {
  const documents = Array.from({ length: orders }, (_, number) => ({ number, ...DOCUMENT }))
  const indexes = [{ key: { number: 1 }, unique: true }]
  return { docdb: { data: [{ database: 'shop', collection: 'orders', documents, indexes }] } }
}

/** The costs of the driver's commands. Ratios are to a TCP server that answers the same bytes without reading them. */
export interface DatabaseCosts {
  readonly insert: Cost
  readonly find: Cost
  /** The CPU time of an indexed find in 100,000 documents, by that in 1000. */
  readonly growth: number
}

/** The CPU time of one command, in microseconds. */
interface Cost {
  readonly ratio: number
  readonly cpu: number
  readonly floor: number
}

/**
 * Measures an insert and an indexed find of the driver. Rounds alternate between the servers, as the machine's speed
 * changes.
 */
export async function databaseCosts(): Promise<DatabaseCosts> {
  const inserted = await cost(insert)
  const found = await cost(find)
  const [few, many] = await Promise.all([
    serve({ do: 'docdb', seed: seedWith(1000) }),
    serve({ do: 'docdb', seed: seedWith(100_000) }),
  ])
  const figures = await alternate([many, few], find)
  few.stop()
  many.stop()
  return { insert: inserted, find: found, growth: median(figures.map(([large = 0, small = 1]) => large / small)) }
}

async function cost(operation: Operation): Promise<Cost> {
  const measured = await serve({ do: 'docdb', seed: seedWith(1000) })
  const replies = await recorded(measured.url, operation)
  const floor = await serve({ do: 'echo', replies })
  const figures = await alternate([measured, floor], operation)
  measured.stop()
  floor.stop()
  return {
    ratio: median(figures.map(([cpu = 0, bare = 1]) => cpu / bare)),
    cpu: median(figures.map(([cpu = 0]) => cpu)),
    floor: median(figures.map(([, bare = 0]) => bare)),
  }
}

/** Returns the CPU times of one command at each server, for each round. */
async function alternate(servers: readonly Served[], operation: Operation): Promise<number[][]> {
  for (const server of servers) await cpuPerCommand(server, operation, WARM_UP)
  const figures: number[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const own: number[] = []
    for (const server of servers) {
      await server.ask({ do: 'reset' })
      own.push(await cpuPerCommand(server, operation, COUNT))
    }
    figures.push(own)
  }
  return figures
}

/**
 * Runs a command `count` times over eight connections; resolves to the server's CPU time per command, in microseconds.
 */
async function cpuPerCommand(server: Served, operation: Operation, count: number): Promise<number> {
  const client = await connect(server.url, 8)
  const orders = client.db('shop').collection('orders')
  await operation(orders, 0)
  const { cpu: before } = await server.ask<{ cpu: number }>({ do: 'usage' })
  let sent = 0
  const lane = async (): Promise<void> => {
    while (sent++ < count) await operation(orders, sent)
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  const { cpu: after } = await server.ask<{ cpu: number }>({ do: 'usage' })
  await client.close()
  return (after - before) / count
}

function connect(url: string, maxPoolSize: number): Promise<MongoClient> {
  return MongoClient.connect(`${url.replace('http:', 'mongodb:')}/?directConnection=true`, { maxPoolSize })
}

/** Returns what a server answers to the driver's first message, and to an operation, in Base64. */
async function recorded(url: string, operation: Operation): Promise<{ hello: string; command: string }> {
  const { port } = new URL(url)
  const replies: Buffer[] = []
  let hello: Buffer | undefined
  const proxy = createServer((socket: Socket) => {
    const server = createConnection(Number(port), '127.0.0.1')
    socket.pipe(server)
    server.on('data', (reply: Buffer) => {
      hello ??= reply
      replies.push(reply)
      socket.write(reply)
    })
    for (const each of [socket, server]) each.on('error', () => undefined)
    socket.on('close', () => server.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const client = await connect(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, 1) // a TCP server's address
  await operation(client.db('shop').collection('orders'), 1)
  const command = replies.at(-1)
  await client.close()
  proxy.close()
  if (hello === undefined || command === undefined) throw new Error('the server has not answered')
  return { hello: hello.toString('base64'), command: command.toString('base64') }
}

/** Measures a reset of a database of 100,000 documents after some writes, in the server's process, in milliseconds. */
export async function databaseReset(): Promise<number> {
  const server = await serve({ do: 'docdb', seed: seedWith(100_000) })
  const client = await connect(server.url, 1)
  const orders = client.db('shop').collection('orders')
  const taken: number[] = []
  for (let round = 0; round < 200; round++) {
    await Promise.all([insert(orders, round), orders.updateOne({ number: round }, { $set: { status: 'paid' } })])
    taken.push(await server.ask<number>({ do: 'timed reset' }))
  }
  await client.close()
  server.stop()
  return median(taken)
}

/**
 * Measures a search for two words, each in a third of 10,000 documents, with a filter and the ten best results: the CPU
 * time of the server, in milliseconds.
 */
export async function databaseSearch(): Promise<number> {
  const words = ['red', 'green', 'blue', 'large', 'small', 'plain', 'round']
  const documents = Array.from({ length: 10_000 }, (_, at) => ({
    title: `${words[at % 3] ?? ''} ${words[3 + (at % 4)] ?? ''} item ${at}`,
    stock: at % 100,
  }))
  const search_indexes = [{ definition: { mappings: { dynamic: true } } }]
  const data = [{ database: 'shop', collection: 'items', documents, search_indexes }]
  const server = await serve({ do: 'docdb', seed: { docdb: { data } } })
  const client = await connect(server.url, 1)
  const text = { path: 'title', query: 'red large' }
  const compound = { must: [{ text }], filter: [{ range: { path: 'stock', gte: 20 } }] }
  const items = client.db('shop').collection('items')
  const taken: number[] = []
  for (let round = 0; round < 100; round++) {
    const { cpu: before } = await server.ask<{ cpu: number }>({ do: 'usage' })
    await items.aggregate([{ $search: { compound } }, { $limit: 10 }]).toArray()
    const { cpu: after } = await server.ask<{ cpu: number }>({ do: 'usage' })
    taken.push((after - before) / 1000)
  }
  await client.close()
  server.stop()
  return median(taken)
}

/**
 * Measures the start of an instance in a fresh process, in milliseconds. docdb gets data in its seed, which loads the
 * database.
 */
export function startOf(service: 'docdb' | 'codehost'): number {
  const seed = service === 'docdb' ? seedWith(1) : {}
  const entry = new URL('../../../dist/index.js', import.meta.url).href
  const script = `const { createEmulator } = await import('${entry}');const started = performance.now();
    await createEmulator({ service: '${service}', port: 0, seed: ${JSON.stringify(seed)} });process.stdout.write(String(performance.now() - started));process.exit()`
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script]))
}
