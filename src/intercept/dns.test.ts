import dns from 'node:dns'
import { promisify } from 'node:util'
import { MongoClient } from 'mongodb'
import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../index.ts'
import { interceptHosts, type Interception } from './index.ts'

const API = 'cloud.mongodb.com'
const CLUSTER = 'cluster0.ab1cd.mongodb.net'

let docdb: Emulator<'docdb'>
let intercepted: Interception
const early = new dns.promises.Resolver()

beforeAll(async () => {
  docdb = await createEmulator({
    service: 'docdb',
    port: 0,
    hosts: 'real',
    seed: { docdb: { database_users: [{ username: 'ada', password: 'secret' }] } },
  })
  intercepted = interceptHosts([docdb])
})

afterAll(async () => {
  intercepted.close()
  await docdb.close()
})

afterEach(() => {
  intercepted.takeRefused()
})

type Asks = (method: string, ...parameters: readonly unknown[]) => Promise<unknown>
type Methods = Readonly<Record<string, (...parameters: unknown[]) => unknown>>

/** Calls a method that takes a callback. */
const byCallback =
  (owner: object): Asks =>
  (method, ...parameters) =>
    new Promise((resolve, reject) => {
      const done = (error: Error | null, ...values: unknown[]): void => (error ? reject(error) : resolve(values[0]))
      ;(owner as Methods)[method]?.(...parameters, done) // methods of node:dns
    })

const byPromise =
  (owner: object): Asks =>
  async (method, ...parameters) =>
    (owner as Methods)[method]?.(...parameters) // as above

const forms: [string, Asks][] = [
  ['node:dns', byCallback(dns)],
  ['Resolver', byCallback(new dns.Resolver())],
  ['node:dns/promises', byPromise(dns.promises)],
  ['Resolver of promises', byPromise(new dns.promises.Resolver())],
  ['a Resolver made before', byPromise(early)],
]

describe.each(forms)('%s', (_, asks) => {
  it('answers for the addresses of a host that an instance answers for, and of one that is refused', async () => {
    for (const name of [API, 'x.test']) {
      const four = (await asks('resolve4', name)) as string[] // addresses
      expect(four).toEqual([expect.stringMatching(/^198\.18\./)])
      expect(await asks('resolve', name)).toEqual(four)
      expect(await asks('resolve', name, 'A')).toEqual(four)
      expect(await asks('resolve4', name, { ttl: true })).toEqual([{ address: four[0], ttl: 60 }])
      expect(await asks('resolve6', name)).toEqual(await asks('resolve', name, 'AAAA'))
      expect(await asks('resolveAny', name)).toContainEqual({ type: 'A', address: four[0], ttl: 60 })
      expect(await asks('reverse', four[0])).toEqual([name])
    }
    expect(intercepted.refused).toEqual([])
  })

  it('answers for the records of a host', async () => {
    const services = ['00', '01', '02'].map((member) => {
      return { name: CLUSTER.replace('cluster0', `cluster0-shard-00-${member}`), port: 27017, priority: 0, weight: 0 }
    })
    expect(await asks('resolveSrv', `_mongodb._tcp.${CLUSTER}`)).toEqual(services)
    expect(await asks('resolve', `_mongodb._tcp.${CLUSTER}`, 'SRV')).toEqual(services)
    expect(await asks('resolveTxt', CLUSTER)).toEqual([['authSource=admin&replicaSet=rs0']])
  })

  it('says that a host has no other records', async () => {
    for (const method of Object.keys(dns).filter((each) => /^resolve(Caa|Cname|Mx|Naptr|Ns|Ptr|Soa|Tlsa)$/.test(each)))
      await expect(asks(method, API), method).rejects.toMatchObject({ code: 'ENODATA', hostname: API })
    await expect(asks('resolveSrv', `_ldap._tcp.${CLUSTER}`)).rejects.toMatchObject({ syscall: 'querySrv' })
    expect(intercepted.refused).toEqual([])
  })

  it('refuses questions about other names and addresses, and records them', async () => {
    await expect(asks('resolveMx', 'gmail.test')).rejects.toThrow(
      /^your code called dns:\/\/gmail\.test \(MX, from src/,
    )
    await expect(asks('resolve', 'gmail.test', 'TXT')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await expect(asks('reverse', '203.0.113.7')).rejects.toThrow('dns://203.0.113.7 (PTR')
    expect(intercepted.refused.map(({ origin, method }) => `${origin} ${method}`)).toEqual([
      'dns://gmail.test MX',
      'dns://gmail.test TXT',
      'dns://203.0.113.7 PTR',
    ])
  })
})

it('answers for the service at an address, and in the form of util.promisify', async () => {
  const { address } = await promisify(dns.lookup)(API)
  expect(address).toMatch(/^198\.18\./)
  expect(await dns.promises.lookupService(address, 443)).toEqual({ hostname: API, service: '443' })
  expect(await promisify(dns.lookupService)(address, 443)).toEqual({ hostname: API, service: '443' })
})

describe("Atlas's connection string", () => {
  const string = `mongodb+srv://ada:secret@${CLUSTER}/shop?retryWrites=true&w=majority&appName=Cluster0`

  it('works with the driver', async () => {
    const client = new MongoClient(string, { serverSelectionTimeoutMS: 5000 })
    try {
      await client.db().collection('orders').insertOne({ item: 'pen' })
      expect(await client.db().collection('orders').countDocuments()).toBe(1)
    } finally {
      await client.close()
    }
  })

  it('finds three members, of which two are secondaries', async () => {
    const client = new MongoClient(string, { serverSelectionTimeoutMS: 5000 })
    const hosts = ['00', '01', '02'].map((member) => `cluster0-shard-00-${member}.ab1cd.mongodb.net:27017`)
    const hello = async (readPreference: 'primary' | 'secondary') => {
      const { me, ...reply } = await client.db('admin').command({ hello: 1 }, { readPreference })
      expect(reply).toMatchObject({ hosts, primary: hosts[0] })
      return me as string // every member says it
    }
    try {
      expect(await hello('primary')).toBe(hosts[0])
      expect(hosts.slice(1)).toContain(await hello('secondary'))
    } finally {
      await client.close()
    }
  })

  it('works with mongoose', async () => {
    const connection = await mongoose.createConnection(string, { serverSelectionTimeoutMS: 5000 }).asPromise()
    expect(await connection.collection('orders').countDocuments()).toBe(1)
    await connection.close()
  })
})
