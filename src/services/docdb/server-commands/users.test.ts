import { MongoClient, type Document } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/reference/command/nav-user-management/

const it = databaseTest()

describe('a user whom a client creates', () => {
  const user = { createUser: 'ada', pwd: 'secret', roles: ['read', { role: 'dbAdmin', db: 'shop' }] }

  it('signs in at its database with its password, and others still need none', async ({ client, docdb }) => {
    const shop = client.db('shop')
    await shop.command(user)
    const as = (credentials: string, source: string) =>
      MongoClient.connect(docdb.uri.replace('//', `//${credentials}@`) + `?authSource=${source}`)
    const ada = await as('ada:secret', 'shop')
    const { authInfo } = await ada.db('shop').command({ connectionStatus: 1 })
    expect(authInfo.authenticatedUsers).toEqual([{ user: 'ada', db: 'shop' }])
    await ada.close()
    await expect(as('ada:wrong', 'shop')).rejects.toMatchObject({ code: 18 })
    await expect(as('ada:secret', 'admin')).rejects.toMatchObject({ code: 18 })
    await shop.command({ updateUser: 'ada', pwd: 'changed' })
    await expect(as('ada:secret', 'shop')).rejects.toMatchObject({ code: 18 })
    await (await as('ada:changed', 'shop')).close()
    expect(await shop.listCollections().toArray()).toEqual([])
  })

  it('is shown without the password, in the request log too', async ({ client, docdb }) => {
    const shop = client.db('shop')
    await shop.command({ ...user, customData: { team: 1 } })
    const shown = {
      _id: 'shop.ada',
      userId: expect.anything(),
      user: 'ada',
      db: 'shop',
      customData: { team: 1 },
      roles: [
        { role: 'read', db: 'shop' },
        { role: 'dbAdmin', db: 'shop' },
      ],
      mechanisms: ['SCRAM-SHA-1', 'SCRAM-SHA-256'],
    }
    for (const usersInfo of [1, 'ada', { user: 'ada', db: 'shop' }, ['ada', 'bob'], { forAllDBs: true }]) {
      expect(await shop.command({ usersInfo })).toMatchObject({ users: [shown] })
    }
    expect(await shop.command({ usersInfo: 1, filter: { user: 'bob' } })).toMatchObject({ users: [] })
    expect(await client.db('admin').command({ usersInfo: 1 })).toMatchObject({ users: [] })
    expect(JSON.stringify(docdb.requests)).not.toContain('secret')
  })

  it('is granted roles, which are revoked', async ({ client }) => {
    const shop = client.db('shop')
    await shop.command(user)
    const roles = async (): Promise<Document[]> => (await shop.command({ usersInfo: 'ada' }))['users'][0].roles
    await shop.command({ grantRolesToUser: 'ada', roles: ['readWrite', 'read'] })
    expect(await roles()).toHaveLength(3)
    await shop.command({ revokeRolesFromUser: 'ada', roles: ['read', { role: 'dbAdmin', db: 'shop' }] })
    expect(await roles()).toEqual([{ role: 'readWrite', db: 'shop' }])
  })

  it('is dropped, alone or with all of its database', async ({ client }) => {
    const shop = client.db('shop')
    await shop.command(user)
    await shop.removeUser('ada')
    await expect(shop.removeUser('ada')).rejects.toMatchObject({
      code: 11,
      codeName: 'UserNotFound',
      message: "User 'ada@shop' not found",
    })
    await shop.command(user)
    await shop.command({ ...user, createUser: 'bob' })
    expect(await shop.command({ dropAllUsersFromDatabase: 1 })).toMatchObject({ n: 2 })
  })

  it.for<readonly [Document, number]>([
    [{ createUser: 'ada', roles: [] }, 2],
    [{ createUser: 'ada', pwd: '', roles: [] }, 2],
    [{ createUser: 'ada', pwd: 'secret' }, 40_414],
    [{ createUser: 'ada', pwd: 'secret', roles: ['reader'] }, 31],
    [{ createUser: 1, pwd: 'secret', roles: [] }, 14],
    [{ updateUser: 'ada', pwd: 'secret' }, 11],
    [{ grantRolesToUser: 'ada', roles: [] }, 11],
  ])('is refused with %j', async ([command, code], { client }) => {
    await expect(client.db('shop').command(command)).rejects.toMatchObject({ code })
  })

  it('is created once, and changed in some way', async ({ client }) => {
    const shop = client.db('shop')
    await shop.command(user)
    await expect(shop.command(user)).rejects.toMatchObject({ code: 51_003, message: 'User "ada@shop" already exists' })
    await expect(shop.command({ updateUser: 'ada' })).rejects.toMatchObject({ code: 2 })
  })
})
