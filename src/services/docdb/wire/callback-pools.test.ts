import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bindCallbackPools, losesContext } from './callback-pools.ts'

/** A pool with one connection, as the drivers before version 6.4 have it: whoever gives it back calls the next one. */
const POOL = `exports.ConnectionPool = class {
  waiting = []
  checkOut(callback) {
    this.waiting.push(callback)
  }
  checkIn() {
    this.waiting.shift()()
  }
}`

interface Pool {
  checkOut(callback: () => void): void
  checkIn(): void
}

it('lets a pool of callbacks call back in the context in which a connection was asked for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-pool-'))
  const file = join(folder, 'lib', 'cmap', 'connection_pool.js')
  mkdirSync(join(folder, 'lib', 'cmap'), { recursive: true })
  writeFileSync(file, POOL)
  const { ConnectionPool } = createRequire(import.meta.url)(file) as { ConnectionPool: new () => Pool }
  rmSync(folder, { recursive: true })
  const context = new AsyncLocalStorage<string>()
  const contextOfWaiting = (): string | undefined => {
    const pool = new ConnectionPool()
    let seen: string | undefined
    context.run('waits', () => pool.checkOut(() => (seen = context.getStore())))
    context.run('gives back', () => pool.checkIn())
    return seen
  }
  expect(contextOfWaiting()).toBe('gives back')
  expect(bindCallbackPools()).toBe(true)
  expect(bindCallbackPools()).toBe(true)
  expect(contextOfWaiting()).toBe('waits')
})

it.for([
  ['nodejs', '5.9.2', true],
  ['nodejs|Mongoose', '6.3.0', true],
  ['nodejs', '6.4.0', false],
  ['nodejs', '10.0.0', false],
  ['PyMongo', '4.0', false],
] as const)('says of the driver %s %s: %s', ([name, version, expected]) => {
  expect(losesContext({ hello: 1, client: { driver: { name, version } } })).toBe(expected)
})
