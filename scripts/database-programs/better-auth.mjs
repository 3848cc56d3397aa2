import { equal, rejects } from 'node:assert/strict'
import { betterAuth } from 'better-auth'
import { mongodbAdapter } from 'better-auth/adapters/mongodb'
import { organization } from 'better-auth/plugins'
import { MongoClient } from 'mongodb'

const client = await MongoClient.connect(process.env.MONGODB_URI)
const auth = betterAuth({
  baseURL: 'http://localhost:3000',
  secret: 'a-secret-of-thirty-two-characters',
  database: mongodbAdapter(client.db('auth'), { client }),
  emailAndPassword: { enabled: true },
  plugins: [organization()],
})
const body = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' }
const { headers, response } = await auth.api.signUpEmail({ body, returnHeaders: true })
equal(response.user.email, 'ada@example.com')
await rejects(auth.api.signUpEmail({ body }), /exists/i)
await rejects(auth.api.signInEmail({ body: { ...body, password: 'wrong horse' } }), /invalid/i)
const cookie = headers.get('set-cookie').split(';')[0]
const signed = new Headers({ cookie })
equal((await auth.api.getSession({ headers: signed })).user.name, 'Ada')
await auth.api.updateUser({ body: { name: 'Ada L.' }, headers: signed })
const made = await auth.api.createOrganization({ body: { name: 'Acme', slug: 'acme' }, headers: signed })
equal((await auth.api.listOrganizations({ headers: signed }))[0].id, made.id)
equal((await auth.api.listSessions({ headers: signed })).length, 1)
await auth.api.signOut({ headers: signed })
equal(await auth.api.getSession({ headers: signed }), null)
equal(await client.db('auth').collection('user').countDocuments({ name: 'Ada L.' }), 1)
await client.close()
console.log('ok')
