import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { createServer, connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as source from '../../src/index.ts'

/** A server with an empty store, which listens at a port of this machine. */
export interface RunningStore {
  readonly url: string
  /** Kills the server and starts it again with what it has stored; null for a store in this process. */
  readonly restart: (() => Promise<void>) | null
  stop(): Promise<void>
}

/** A kind of store. */
export interface Store {
  readonly name: string
  /** The clients by which it is used, by their names in writer.mjs. */
  readonly clients: readonly string[]
  /** Why the store cannot be started here; null where it can. */
  missing(): string | null
  start(): Promise<RunningStore>
}

const redis: Store = {
  name: 'Redis',
  clients: ['ioredis', 'redis'],
  missing: () => (redisServer() === undefined ? 'needs redis-server or valkey-server' : null),
  async start() {
    const port = await freePort()
    const folder = mkdtempSync(join(tmpdir(), 'backlot-redis-'))
    const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '']
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...durable]
    return serve(redisServer() ?? '', args, port, `redis://127.0.0.1:${port}`)
  },
}

const postgres: Store = {
  name: 'PostgreSQL',
  clients: ['pg'],
  missing: () => (postgresFolder() === undefined ? 'needs the programs of PostgreSQL' : null),
  async start() {
    const port = await freePort()
    const folder = mkdtempSync(join(tmpdir(), 'backlot-postgres-'))
    const owner = postgresOwner()
    if (owner !== null) chownSync(folder, owner.uid, owner.gid)
    const programs = postgresFolder() ?? ''
    const args = ['-D', folder, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']
    const made = spawnSync(join(programs, 'initdb'), args, { ...owner, encoding: 'utf8', cwd: '/' })
    if (made.status !== 0) throw new Error(`initdb: ${made.stdout}${made.stderr}`)
    const listen = ['-D', folder, '-p', String(port), '-k', folder, '-h', '127.0.0.1']
    return serve(join(programs, 'postgres'), listen, port, `postgres://postgres@127.0.0.1:${port}/postgres`, {
      ...owner,
      // Ends all its processes at once, without writing what is in memory.
      signal: 'SIGQUIT',
    })
  },
}

const cloud: Store = {
  name: 'S3 of cloud',
  clients: ['s3'],
  missing: () => null,
  async start() {
    // The built package, whose types are those of the source.
    const built = (await import(pathToFileURL(resolve('dist/index.js')).href)) as typeof source
    const emulator = await built.createEmulator({
      service: 'cloud',
      port: 0,
      seed: { cloud: { s3: { buckets: [{ name: 'box' }] } } },
    })
    return { url: emulator.url, restart: null, stop: () => emulator.close() }
  },
}

/** The stores of `npm run test:persistence`. */
export const stores: readonly Store[] = [redis, postgres, cloud]

function redisServer(): string | undefined {
  return ['redis-server', 'valkey-server'].find((each) => spawnSync(each, ['--version']).status === 0)
}

function postgresFolder(): string | undefined {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  return versions.map((each) => `/usr/lib/postgresql/${each}/bin`).find((each) => existsSync(join(each, 'initdb')))
}

/** The user for PostgreSQL, which refuses to run as root; null for the user of this process. */
function postgresOwner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Starts a server, and waits until it accepts connections. */
async function serve(
  command: string,
  args: readonly string[],
  port: number,
  url: string,
  { signal = 'SIGKILL', ...owner }: { signal?: NodeJS.Signals; uid?: number; gid?: number } = {},
): Promise<RunningStore> {
  let child: ChildProcess
  const start = async (): Promise<void> => {
    child = spawn(command, args, { stdio: 'ignore', cwd: '/', ...owner })
    await accepts(port)
  }
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => {
      child.once('close', done)
    })
    child.kill(signal)
    await ended
  }
  await start()
  return {
    url,
    async restart() {
      await kill()
      await start()
    },
    stop: kill,
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const { port } = server.address() as AddressInfo // a TCP server's address
  await new Promise((done) => {
    server.close(done)
  })
  return port
}

/** @throws Error when nothing listens after 20 seconds. */
async function accepts(port: number): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    // The port is tried until a server is there.
    const isThere = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => done(true)).once('error', () => done(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isThere) return
    await new Promise((done) => {
      setTimeout(done, 100)
    })
  }
  throw new Error(`no server listens at port ${port}`)
}
