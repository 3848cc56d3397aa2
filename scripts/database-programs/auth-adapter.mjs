import { deepEqual, equal } from 'node:assert/strict'
import { MongoDBAdapter } from '@auth/mongodb-adapter'
import { MongoClient } from 'mongodb'

const client = await MongoClient.connect(process.env.MONGODB_URI)
const adapter = MongoDBAdapter(client, { databaseName: 'auth' })
const user = await adapter.createUser({ email: 'ada@example.com', emailVerified: new Date(0), name: 'Ada' })
deepEqual(await adapter.getUser(user.id), user)
deepEqual(await adapter.getUserByEmail('ada@example.com'), user)
await adapter.linkAccount({
  userId: user.id,
  type: 'oauth',
  provider: 'github',
  providerAccountId: '7',
  access_token: 'x',
})
deepEqual(await adapter.getUserByAccount({ provider: 'github', providerAccountId: '7' }), user)
equal((await adapter.updateUser({ id: user.id, name: 'Ada L.' })).name, 'Ada L.')
const expires = new Date(Date.now() + 60_000)
await adapter.createSession({ sessionToken: 's', userId: user.id, expires })
equal((await adapter.getSessionAndUser('s')).user.name, 'Ada L.')
equal((await adapter.updateSession({ sessionToken: 's', expires: new Date(0) })).expires.getTime(), 0)
await adapter.deleteSession('s')
equal(await adapter.getSessionAndUser('s'), null)
await adapter.createVerificationToken({ identifier: 'ada@example.com', token: 't', expires })
equal((await adapter.useVerificationToken({ identifier: 'ada@example.com', token: 't' })).identifier, 'ada@example.com')
equal(await adapter.useVerificationToken({ identifier: 'ada@example.com', token: 't' }), null)
await adapter.unlinkAccount({ provider: 'github', providerAccountId: '7' })
await adapter.deleteUser(user.id)
equal(await adapter.getUser(user.id), null)
await client.close()
console.log('ok')
