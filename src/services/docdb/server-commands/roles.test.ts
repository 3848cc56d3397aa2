import { MongoClient, type Document } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest, startDatabase } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/reference/command/nav-role-management/

const it = databaseTest()
const ofOrders = { db: 'shop', collection: 'orders' }
const clerk = { createRole: 'clerk', privileges: [{ resource: ofOrders, actions: ['find', 'insert'] }], roles: [] }

describe('a role that a client creates', () => {
  it('is shown, with what it inherits', async ({ client }) => {
    const shop = client.db('shop')
    await shop.command(clerk)
    await shop.command({ createRole: 'head', privileges: [], roles: ['clerk', { role: 'read', db: 'shop' }] })
    const roles = [
      { role: 'clerk', db: 'shop' },
      { role: 'read', db: 'shop' },
    ]
    const head = { _id: 'shop.head', role: 'head', db: 'shop', roles, inheritedRoles: roles, isBuiltin: false }
    expect((await shop.command({ rolesInfo: 'head' }))['roles']).toEqual([head])
    const [shown] = (await shop.command({ rolesInfo: { role: 'head', db: 'shop' }, showPrivileges: true }))['roles']
    expect(shown).toMatchObject({ ...head, privileges: [] })
    expect(shown.inheritedPrivileges).toMatchObject([
      { resource: ofOrders, actions: ['find', 'insert'] },
      { resource: { db: 'shop', collection: '' }, actions: expect.arrayContaining(['find', 'listIndexes']) },
    ])
    const names = async (command: Document) => (await shop.command(command))['roles'].map(({ role }: Document) => role)
    expect(await names({ rolesInfo: 1 })).toEqual(['clerk', 'head'])
    expect(await names({ rolesInfo: ['read', 'clerk', 'none'] })).toEqual(['read', 'clerk'])
    expect(await names({ rolesInfo: 1, showBuiltinRoles: true })).toContain('dbOwner')
    expect(await client.db('admin').command({ rolesInfo: 1 })).toMatchObject({ roles: [] })
  })

  it('is changed by privileges and roles that are granted and revoked', async ({ client }) => {
    const shop = client.db('shop')
    await shop.command(clerk)
    const role = async () => (await shop.command({ rolesInfo: 'clerk', showPrivileges: true }))['roles'][0]
    const privileges = [{ resource: ofOrders, actions: ['insert', 'remove'] }]
    await shop.command({ grantPrivilegesToRole: 'clerk', privileges })
    await shop.command({ grantRolesToRole: 'clerk', roles: ['read'] })
    expect(await role()).toMatchObject({
      privileges: [{ resource: ofOrders, actions: ['find', 'insert', 'remove'] }],
      roles: [{ role: 'read', db: 'shop' }],
    })
    await shop.command({ revokePrivilegesFromRole: 'clerk', privileges })
    await shop.command({ revokeRolesFromRole: 'clerk', roles: ['read'] })
    expect(await role()).toMatchObject({ privileges: [{ resource: ofOrders, actions: ['find'] }], roles: [] })
    await shop.command({ updateRole: 'clerk', privileges: [], roles: ['dbAdmin'] })
    expect(await role()).toMatchObject({ privileges: [], roles: [{ role: 'dbAdmin' }] })
  })

  it('is lost by its users when it is dropped', async ({ client }) => {
    const shop = client.db('shop')
    await shop.command(clerk)
    await shop.command({ createUser: 'ada', pwd: 'secret', roles: ['clerk', 'read'] })
    const [user] = (await shop.command({ usersInfo: 'ada', showPrivileges: true }))['users']
    expect(user.inheritedPrivileges).toHaveLength(2)
    expect(user.inheritedRoles).toEqual(user.roles)
    await shop.command({ dropRole: 'clerk' })
    const { users } = await shop.command({ usersInfo: 'ada' })
    expect(users).toMatchObject([{ roles: [{ role: 'read', db: 'shop' }] }])
    await shop.command(clerk)
    expect(await shop.command({ dropAllRolesFromDatabase: 1 })).toMatchObject({ n: 1 })
  })

  it.for<readonly [Document, number, string]>([
    [{ ...clerk, createRole: 'read' }, 2, 'Cannot create roles with the same name as a built-in role'],
    [{ createRole: 'a', roles: [] }, 40_414, "BSON field 'createRole.privileges' is missing but a required field"],
    [{ ...clerk, roles: ['none'] }, 31, 'Could not find role: none@shop'],
    [{ ...clerk, roles: [{ role: 'read', db: 'other' }] }, 49, "Roles on the 'shop' database cannot be granted roles"],
    [
      { ...clerk, privileges: [{ resource: { db: 'other', collection: '' }, actions: ['find'] }] },
      49,
      "Roles on the 'shop' database cannot be granted privileges that target other databases or the cluster",
    ],
    [{ updateRole: 'clerk', roles: [] }, 31, 'Could not find role: clerk@shop'],
    [{ dropRole: 'readWrite' }, 49, 'readWrite@shop is a built-in role and cannot be modified'],
    [{ usersInfo: 1, showPrivileges: true }, 20, 'Can only get user details about one user at a time'],
  ])('is refused with %j', async ([command, code, message], { client }) => {
    await expect(client.db('shop').command(command)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
  })

  it('is created once, and leads to itself by no way', async ({ client }) => {
    const shop = client.db('shop')
    await shop.command(clerk)
    await expect(shop.command(clerk)).rejects.toMatchObject({ code: 51_002 })
    await shop.command({ createRole: 'head', privileges: [], roles: ['clerk'] })
    await expect(shop.command({ grantRolesToRole: 'clerk', roles: ['head'] })).rejects.toMatchObject({
      code: 49,
      message: 'Granting head@shop to clerk@shop would introduce a cycle in the role graph',
    })
  })
})

it('a role allows its users what its privileges name, where drivers sign in', async () => {
  await using docdb = await startDatabase({ database_users: [{ username: 'root', password: 'secret' }] })
  await using root = await MongoClient.connect(docdb.uri)
  const shop = root.db('shop')
  await shop.command(clerk)
  await shop.command({ createUser: 'ada', pwd: 'secret', roles: ['clerk'] })
  const uri = docdb.uri.replace('root:secret', 'ada:secret').replace(/authSource=\w+/, 'authSource=shop')
  await using ada = await MongoClient.connect(uri)
  const orders = ada.db('shop').collection<{ _id: number }>('orders')
  await orders.insertOne({ _id: 1 })
  expect(await orders.find().toArray()).toEqual([{ _id: 1 }])
  await expect(orders.drop()).rejects.toMatchObject({ code: 13 })
  await expect(orders.updateOne({}, { $set: { a: 1 } })).rejects.toMatchObject({ code: 13 })
  await expect(ada.db('shop').collection('items').findOne()).rejects.toMatchObject({ code: 13 })
  await expect(ada.db('shop').command(clerk)).rejects.toMatchObject({ code: 13 })
})

describe('the actions of a role', () => {
  /** Signs a user in who has privileges on `shop.orders`, beside the roles of a database. */
  async function asClerk(
    actions: readonly string[],
    work: (clerk: MongoClient) => Promise<void>,
    roles: Document[] = [],
  ): Promise<void> {
    await using docdb = await startDatabase({ database_users: [{ username: 'root', password: 'secret' }] })
    await using root = await MongoClient.connect(docdb.uri)
    const admin = root.db('admin')
    await root.db('shop').collection('orders').insertOne({ a: 1 })
    await root.db('shop').collection('items').insertOne({ a: 1 })
    const privileges = actions.length === 0 ? [] : [{ resource: ofOrders, actions }]
    await admin.command({ createRole: 'clerk', privileges, roles })
    await admin.command({ createUser: 'ada', pwd: 'secret', roles: ['clerk'] })
    await using clerk = await MongoClient.connect(docdb.uri.replace('root:secret', 'ada:secret'))
    await work(clerk)
  }

  const orders = (client: MongoClient) => client.db('shop').collection('orders')
  const refused = { code: 13, message: expect.stringContaining('not authorized on shop to execute command') }

  it.for<readonly [string, readonly string[], string, (client: MongoClient) => Promise<unknown>]>([
    [
      'an upsert',
      ['update'],
      'insert',
      (client) => orders(client).updateOne({ a: 1 }, { $set: { b: 1 } }, { upsert: true }),
    ],
    ['a change stream', ['find'], 'changeStream', (client) => orders(client).watch().tryNext()],
    [
      'an aggregation of statistics',
      ['find'],
      'collStats',
      (client) =>
        orders(client)
          .aggregate([{ $collStats: {} }])
          .toArray(),
    ],
    [
      'the uses of indexes',
      ['find'],
      'indexStats',
      (client) =>
        orders(client)
          .aggregate([{ $indexStats: {} }])
          .toArray(),
    ],
    [
      'a write without validation',
      ['insert'],
      'bypassDocumentValidation',
      (client) => orders(client).insertOne({ b: 1 }, { bypassDocumentValidation: true }),
    ],
    ['an explanation', [], 'find', (client) => orders(client).find().explain()],
    ['a removal that shows the document', ['find'], 'remove', (client) => orders(client).findOneAndDelete({ a: 1 })],
    ['a list of indexes', ['find'], 'listIndexes', (client) => orders(client).indexes()],
    ['an index', ['find'], 'createIndex', (client) => orders(client).createIndex({ a: 1 })],
    [
      'an index filter',
      ['find'],
      'planCacheIndexFilter',
      (client) => client.db('shop').command({ planCacheSetFilter: 'orders', query: { a: 1 }, indexes: ['a_1'] }),
    ],
  ])('decide about %s', async ([, actions, missing, run]) => {
    await asClerk(actions, (clerk) => expect(run(clerk)).rejects.toMatchObject(refused))
    await asClerk([...actions, missing], async (clerk) => void (await run(clerk)))
  })

  it('are those on every collection that a pipeline reads and writes', async () => {
    const stages = [{ $lookup: { from: 'items', localField: 'a', foreignField: 'a', as: 'items' } }]
    const out = [{ $out: 'copies' }]
    await asClerk(['find'], async (clerk) => {
      await expect(orders(clerk).aggregate(stages).toArray()).rejects.toMatchObject(refused)
      await expect(orders(clerk).aggregate(out).toArray()).rejects.toMatchObject(refused)
      await expect(
        orders(clerk)
          .aggregate([{ $unionWith: 'items' }])
          .toArray(),
      ).rejects.toMatchObject(refused)
    })
    await asClerk(['find'], async (clerk) => void (await orders(clerk).aggregate(stages).toArray()), [
      { role: 'read', db: 'shop' },
    ])
    await asClerk(['find'], async (clerk) => void (await orders(clerk).aggregate(out).toArray()), [
      { role: 'readWrite', db: 'shop' },
    ])
  })

  it('of the built-in roles are those of the server', async () => {
    await asClerk(
      [],
      async (clerk) => {
        await orders(clerk).createIndex({ a: 1 })
        await clerk.db('shop').listCollections().toArray()
        await expect(orders(clerk).findOne()).rejects.toMatchObject(refused)
        await expect(clerk.db('other').createCollection('a')).rejects.toMatchObject({ code: 13 })
      },
      [{ role: 'dbAdmin', db: 'shop' }],
    )
    await asClerk([], async (clerk) => void (await clerk.db('admin').command({ top: 1 })), [
      { role: 'clusterMonitor', db: 'admin' },
    ])
  })

  it('name the collections that everyone may ask for', async () => {
    await asClerk(['find'], async (clerk) => {
      await expect(clerk.db('shop').listCollections().toArray()).rejects.toMatchObject({ code: 13 })
      const names = clerk.db('shop').listCollections({}, { nameOnly: true, authorizedCollections: true })
      expect((await names.toArray()).length).toBeGreaterThan(0)
    })
  })

  it('hold as the administration API writes them', async () => {
    const custom_roles = {
      actions: [{ action: 'FIND', resources: [{ db: 'shop', collection: 'orders' }] }],
      inheritedRoles: [],
      roleName: 'reader',
    }
    await using docdb = await startDatabase({
      database_users: [{ username: 'ada', password: 'secret', roles: ['reader'] }],
    })
    const headers = {
      authorization: 'Bearer backlot_admin',
      accept: 'application/vnd.atlas.2025-03-12+json',
      'content-type': 'application/vnd.atlas.2025-03-12+json',
    }
    const base = `${docdb.url}/api/atlas/v2/groups`
    const { results } = await (await fetch(base, { headers })).json()
    const body = JSON.stringify(custom_roles)
    const path = `${base}/${results[0].id}/customDBRoles/roles`
    expect((await fetch(path, { method: 'POST', headers, body })).status).toBeLessThan(300)
    await using ada = await MongoClient.connect(docdb.uri)
    await orders(ada).findOne()
    await expect(ada.db('shop').collection('items').findOne()).rejects.toMatchObject({ code: 13 })
    await expect(orders(ada).insertOne({})).rejects.toMatchObject({ code: 13 })
  })
})
