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
