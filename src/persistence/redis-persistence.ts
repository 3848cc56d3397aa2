import { randomUUID } from 'node:crypto'
import type { SharedPersistence, State } from './persistence.ts'

/** The part of a client of `ioredis` that {@link redisPersistence} uses. A cluster has it, too. */
export interface IoredisClient {
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>
  defineCommand(name: string, definition: { lua: string }): void
}

/** The part of a client of `redis` (node-redis) that {@link redisPersistence} uses. A cluster has it, too. */
export interface NodeRedisClient {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
}

/** The options of {@link redisPersistence}. */
export interface RedisPersistenceOptions {
  /** The key of the state: a hash. Default: `backlot`. */
  readonly key?: string
}

/** Answers the version and the data, but only the version where the process has it already. */
const LOAD = `
local version = redis.call('HGET', KEYS[1], 'version') or ''
if version == ARGV[1] then return { version } end
return { version, redis.call('HGET', KEYS[1], 'data') or '' }
`

/**
 * Swaps the data if the version is still there. A client that has lost the answer sends the script again, and the
 * second run must not refuse what the first has saved.
 */
const SAVE = `
local version = redis.call('HGET', KEYS[1], 'version') or ''
if version == ARGV[2] then return 1 end
if version ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'data', ARGV[3])
return 1
`

/**
 * Keeps the state in one hash of a Redis or Valkey server, for any number of processes. `client` is a connected client
 * of `ioredis` or `redis`, and stays the caller's: it is never closed here. A save is one script that the server runs
 * as a whole, so nothing is locked between two requests, and a process that is killed leaves no lock.
 *
 * @throws TypeError for a client of another kind.
 * @see https://redis.io/docs/latest/develop/programmability/eval-intro/
 *
 * @example
 * createHandler({ services: ['codehost'], persistence: redisPersistence(new Redis(process.env.REDIS_URL)) })
 */
export function redisPersistence(
  client: IoredisClient | NodeRedisClient,
  { key = 'backlot' }: RedisPersistenceOptions = {},
): SharedPersistence {
  if (typeof (client as Partial<NodeRedisClient> | null)?.eval !== 'function') {
    throw new TypeError('redisPersistence: expected a client of ioredis or redis, which has the method eval')
  }
  const run = (script: string, ...values: string[]): Promise<unknown> =>
    'defineCommand' in client
      ? client.eval(script, 1, key, ...values)
      : client.eval(script, { keys: [key], arguments: values })
  return {
    async load({ knownVersion } = {}) {
      const [version = '', data = ''] = (await run(LOAD, textOf(knownVersion))) as [string?, string?] // the script's answer
      return { version: version === '' ? null : version, data: data === '' ? null : (JSON.parse(data) as State) } // what was saved
    },
    async save(state, { ifVersion }) {
      const version = randomUUID()
      const saved = await run(SAVE, textOf(ifVersion), version, JSON.stringify(state))
      return saved === 1 ? { version } : null
    },
  }
}

/** Returns a version as the scripts have it: empty before the first save. */
function textOf(version: unknown): string {
  return typeof version === 'string' ? version : ''
}
