import { MongoClient } from 'mongodb'
import { createConnection } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../index.ts'
import { interceptHosts, runInTenant, type Interception } from './index.ts'

const HOST = 'ada:secret@cluster0.backlot.mongodb.net'
const seed = { docdb: { database_users: [{ username: 'ada', password: 'secret' }] } }

let docdb: Emulator<'docdb'>
let intercepted: Interception
beforeAll(async () => {
  docdb = await createEmulator({ service: 'docdb', port: 0, hosts: 'real', seed })
  intercepted = interceptHosts([docdb])
})
afterAll(async () => {
  intercepted.close()
  await docdb.close()
})

/** Lets tenants do work at once, each in its context, and returns what each has got. */
async function atOnce<T>(count: number, work: (name: string, tenant: Emulator<'docdb'>) => Promise<T>): Promise<T[]> {
  const tenants = Array.from({ length: count }, () => docdb.tenant())
  const all = tenants.map((tenant, at) => runInTenant(tenant.tenantId ?? '', () => work(`tenant ${at}`, tenant)))
  const done = await Promise.all(all)
  for (const tenant of tenants) await tenant.close()
  return done
}

describe('a pool of a driver that tenants share', () => {
  it('gives each command to the tenant that sends it, whichever connection it takes', async () => {
    await using client = await MongoClient.connect(`mongodb+srv://${HOST}/shop?maxPoolSize=2`)
    const orders = client.db('shop').collection<{ of: string; at: number }>('orders')
    const names = await atOnce(12, async (of, tenant) => {
      for (let at = 0; at < 3; at++) {
        await orders.insertOne({ of, at })
        const [own, all] = await Promise.all([orders.countDocuments({ of }), orders.find().batchSize(1).toArray()])
        expect([own, all.length]).toEqual([at + 1, at + 1])
      }
      await client.withSession((session) =>
        session.withTransaction(() => orders.updateMany({}, { $inc: { at: 10 } }, { session })),
      )
      expect(tenant.collection('shop.orders').find()).toHaveLength(3)
      return orders.distinct('of')
    })
    expect(names).toEqual(names.map((_, at) => [`tenant ${at}`]))
    // The pool goes on after its tenants have ended, and the instance itself has seen none of it.
    expect(await orders.countDocuments()).toBe(0)
    expect(docdb.requests.some(({ operation }) => operation === 'insert')).toBe(false)
  })

  it('does so for mongoose, and where a tenant has opened it', async () => {
    const connection = createConnection(`mongodb+srv://${HOST}/shop?maxPoolSize=1`)
    const Note = connection.model('Note', new connection.base.Schema({ of: String }))
    const opener = docdb.tenant()
    await runInTenant(opener.tenantId ?? '', () => Note.create({ of: 'opener' }))
    await opener.close()
    const found = await atOnce(4, async (of) => {
      await Note.create({ of })
      return (await Note.find().lean()).map((each) => each.of)
    })
    expect(found).toEqual(found.map((_, at) => [`tenant ${at}`]))
    await connection.close()
  })

  it('refuses what is sent for a tenant that has ended, in words, and serves the others on', async () => {
    await using client = await MongoClient.connect(`mongodb+srv://${HOST}/shop`)
    const orders = client.db('shop').collection('orders')
    const tenant = docdb.tenant({ id: 'over' })
    await runInTenant('over', () => orders.insertOne({}))
    await tenant.close()
    await expect(runInTenant('over', () => orders.findOne())).rejects.toMatchObject({
      code: 8000,
      message: 'the tenant over has ended: its test is over, and what it left running must not reach another test',
    })
    expect(await orders.findOne()).toBeNull()
  })
})

it('finds a tenant by the name of the application in its connection string, without real hosts', async () => {
  await using local = await createEmulator({ service: 'docdb', port: 0, seed })
  const [one, two] = [local.tenant(), local.tenant()]
  expect(one.uri).toContain(`appName=%7E${one.tenantHeaders['x-backlot-tenant']}`)
  await using first = await MongoClient.connect(one.uri)
  await using second = await MongoClient.connect(two.uri)
  await first.db('shop').collection('orders').insertOne({ of: 'one' })
  expect(await second.db('shop').collection('orders').countDocuments()).toBe(0)
  expect([one, two, local].map((each) => each.collection('shop.orders').find().length)).toEqual([1, 0, 0])
  await one.close()
  await using late = await MongoClient.connect(one.uri)
  for (const client of [first, late])
    await expect(client.db('shop').collection('orders').findOne()).rejects.toThrow('has ended')
})
