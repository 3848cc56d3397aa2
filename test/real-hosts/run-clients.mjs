// Calls the vendors with the clients of one group of clients.mjs, and prints the failures as JSON. No connection can
// leave the machine. node run-clients.mjs <dist> before|after [group]: whether the clients are made before or after the
// hosts are intercepted
import { generateKeyPairSync } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'

const [, , dist = '', when = 'after', group] = process.argv
turnNetworkOff()

const { clients: all, seedWith } = await import('./clients.mjs')
const clients = all.filter((client) => client.group === group)
const { createEmulator, interceptHosts } = await import(pathToFileURL(`${dist}/index.js`).href)
const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privateKey = key.export({ type: 'pkcs8', format: 'pem' })
const seed = seedWith(privateKey)

const made = new Map()
const make = async ({ name, create }) => made.set(name, await create({ privateKey }))
if (when === 'before') for (const client of clients) await make(client)

const ids = ['codehost', 'deployhost', 'chat', 'cloud', 'mail', 'payments', 'oidc-a', 'oidc-c', 'oidc-d', 'auth-saas']
const emulators = []
for (const service of ids) emulators.push(await createEmulator({ service, port: 0, hosts: 'real', seed }))
const interception = interceptHosts(emulators)
const world = { oidcA: emulators[ids.indexOf('oidc-a')] }

const failures = {}
for (const client of clients) {
  try {
    if (when === 'after') await make(client)
    await made.get(client.name)(world)
  } catch (error) {
    failures[client.name] = inspect(error, { depth: 4 })
  }
}
const refused = interception.refused.map(({ message }) => message)
process.stdout.write(JSON.stringify({ failures, refused }))
process.exit()

/** Lets the machine have no network: no connection to another address opens, and no name is found. */
function turnNetworkOff() {
  process.removeAllListeners('warning')
  process.on('warning', () => undefined)
  const { TCP } = process.binding('tcp_wrap')
  const ENETUNREACH = -101
  for (const method of ['connect', 'connect6']) {
    const connect = TCP.prototype[method]
    TCP.prototype[method] = function (request, address, ...rest) {
      return address === '127.0.0.1' || address === '::1' ? connect.call(this, request, address, ...rest) : ENETUNREACH
    }
  }
  const cares = process.binding('cares_wrap')
  const EAI_AGAIN = -3001
  cares.getaddrinfo = () => EAI_AGAIN
}
