import { AsyncResource } from 'node:async_hooks'
import type Module from 'node:module'
import { isDocument, type Document } from '#docdb/values/value.ts'

/** The file of the vendor's package with the pool, and the first version whose pool is made of promises. */
const POOL = /[\\/]lib[\\/]cmap[\\/]connection_pool\.js$/
const FIRST_WITH_PROMISES = [6, 4]

type CheckOut = (this: object, callback: (...parameters: unknown[]) => unknown) => unknown

/** The pools that have been bound. */
const bound = new WeakSet<object>()

/**
 * Lets the pools of drivers before version 6.4 call back in the context in which a connection was asked for. Who waits
 * for a connection is else called in the context of whoever gives one back.
 *
 * @returns whether there was such a pool in this process
 */
export function bindCallbackPools(): boolean {
  const modules = Object.values(Reflect.get(nodeModule(), '_cache') as NodeJS.Dict<NodeJS.Module>) // as require.cache
  const pools = modules.flatMap((each) =>
    each !== undefined && POOL.test(each.id) ? (poolIn(each.exports) ?? []) : [],
  )
  for (const pool of pools.filter((each) => !bound.has(each))) {
    bound.add(pool)
    const checkOut = pool.checkOut
    pool.checkOut = function boundCheckOut(callback) {
      return checkOut.call(this, AsyncResource.bind(callback))
    }
  }
  return pools.length > 0
}

/** Returns the methods of a pool that calls back; null for one of another kind. */
function poolIn(exports: unknown): { checkOut: CheckOut } | null {
  const { ConnectionPool } = Object(exports) as { ConnectionPool?: { prototype: { checkOut?: CheckOut } } } // checked next
  const checkOut = ConnectionPool?.prototype.checkOut
  if (ConnectionPool === undefined || checkOut === undefined) return null
  const isOfCallbacks = bound.has(ConnectionPool.prototype) || /^checkOut\s*\(callback\)/.test(String(checkOut))
  return isOfCallbacks ? (ConnectionPool.prototype as { checkOut: CheckOut }) : null // it has the method
}

/** Returns whether the driver that greets by a command has a pool that loses the context. */
export function losesContext({ client }: Document): boolean {
  const driver = isDocument(client) ? client['driver'] : undefined
  const { name, version } = isDocument(driver) ? driver : {}
  if (typeof name !== 'string' || !/^nodejs\b/.test(name) || typeof version !== 'string') return false
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [firstMajor = 0, firstMinor = 0] = FIRST_WITH_PROMISES
  return major < firstMajor || (major === firstMajor && minor < firstMinor)
}

const nodeModule = (): typeof Module => process.getBuiltinModule('node:module')
