import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../index.ts'
import { claimCheckpoint, writeCheckpoint } from './checkpoint-file.ts'

type Shop = World<'payments' | 'mail'>

const seed = { payments: {}, mail: { domains: [{ name: 'acme.test' }] } }
const start = (): Promise<Shop> => createWorld({ services: ['payments', 'mail'], seed })

/** Two worlds with the same seed, as two workers of a run have them. */
let here: Shop
let there: Shop
beforeAll(async () => {
  here = await start()
  there = await start()
})
afterAll(async () => {
  await here.close()
  await there.close()
})

const addCustomer = async ({ payments }: Shop): Promise<void> => {
  const headers = { authorization: 'Bearer sk_test_1' }
  expect((await fetch(`${payments.url}/v1/customers`, { method: 'POST', headers })).status).toBe(200)
}
const customers = ({ payments }: Shop): number => payments.changes()['customers']?.added.length ?? 0

describe('a checkpoint', () => {
  it('has the state of all services, for this worker and the others', async () => {
    const name = 'paid'
    await addCustomer(here)
    here.clock.freeze('2030-01-01T00:00:00Z')
    await here.checkpoint(name)
    await addCustomer(here)
    here.clock.advance('1h')
    await here.restore(name)
    await there.restore(name)
    for (const world of [here, there]) {
      expect(customers(world)).toBe(1)
      expect(new Date(world.clock.now()).toISOString()).toBe('2030-01-01T00:00:00.000Z')
      expect(world.mail.clock.now()).toBe(world.clock.now())
      world.reset()
      expect(customers(world)).toBe(0)
    }
    await there.restore(name)
    expect(customers(there)).toBe(1)
  })

  it('is prepared by whoever comes first, from the seed, and the others wait', async () => {
    let preparations = 0
    const prepared = async (world: Shop): Promise<void> => {
      await addCustomer(world)
      await world.checkpoint('shipped', async () => {
        preparations += 1
        await new Promise((resolve) => setTimeout(resolve, 50))
        await addCustomer(here)
        await addCustomer(there)
      })
    }
    there.reset()
    await Promise.all([prepared(here), prepared(there)])
    expect(preparations).toBe(1)
    for (const world of [here, there]) {
      expect(customers(world)).toBe(1)
      expect(world.timeline()).toEqual([])
      expect(world.payments.requests).toEqual([])
    }
    await addCustomer(there)
    await there.restore('shipped')
    expect(customers(there)).toBe(1)
  })

  it('is prepared by the next one when a preparation fails', async () => {
    const fails = (): never => {
      throw new Error('not this time')
    }
    await expect(here.checkpoint('failed', fails)).rejects.toThrow('not this time')
    await expect(there.checkpoint('failed', fails)).rejects.toThrow('not this time')
  })

  it('is not there for another name or another seed', async () => {
    await expect(here.restore('payed')).rejects.toThrow('there is no checkpoint "payed" of this seed')
    await using other = await createWorld({ services: ['payments', 'mail'], seed: { payments: {} } })
    await expect(other.restore('paid')).rejects.toThrow('there is no checkpoint "paid"')
  })
})

describe('the right to make a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-claim-'))
  const file = join(folder, 'file.json')
  const lock = `${file}.lock`
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is not kept by a worker that has ended, nor by one that hangs', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(lock, String(pid))
    const giveBack = await claimCheckpoint(file)
    expect(giveBack).not.toBeNull()
    giveBack?.()
    writeFileSync(lock, String(process.pid))
    utimesSync(lock, new Date(0), new Date(0))
    const again = await claimCheckpoint(file)
    const waiting = claimCheckpoint(file)
    writeCheckpoint(file, '{}')
    again?.()
    expect(await waiting).toBeNull()
  })
})
