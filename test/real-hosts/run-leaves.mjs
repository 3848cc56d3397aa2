// Calls the vendors with the clients of one group of clients.mjs in a network namespace without routes, and prints what
// was to leave as JSON. node run-leaves.mjs <dist> main|worker|child|none <input as JSON>; `none` calls another machine
// without an interception, which must be counted.
import { fork } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { resolveMx } from 'node:dns'
import { once } from 'node:events'
import { connect } from 'node:net'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { callClients } from './call-clients.mjs'
import { seedWith } from './clients.mjs'
import { departures } from './departures.mjs'

const [, , dist = '', place = 'main', input = '{}'] = process.argv
const program = new URL('call-clients.mjs', import.meta.url)
const found = place === 'none' ? await uncovered() : await covered()
process.stdout.write(JSON.stringify({ ...found, total: departures() }))
process.exit()

/** Opens a connection and asks a name server, as a process without an interception does. */
async function uncovered() {
  await once(connect(443, '192.0.2.1'), 'error').catch(() => undefined)
  const socketsOnly = departures()
  await new Promise((resolve) => resolveMx('example.com', resolve))
  return { sockets: socketsOnly, names: departures() - socketsOnly }
}

async function covered() {
  const { createEmulator, interceptHosts } = await import(pathToFileURL(`${dist}/index.js`).href)
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const privateKey = key.export({ type: 'pkcs8', format: 'pem' })
  const seed = seedWith(privateKey)
  const ids = ['codehost', 'deployhost', 'chat', 'cloud', 'mail', 'payments', 'oidc-a', 'oidc-c', 'oidc-d', 'auth-saas']
  const emulators = []
  for (const service of ids) emulators.push(await createEmulator({ service, port: 0, hosts: 'real', seed }))
  const intercepted = interceptHosts(emulators)
  const task = { ...JSON.parse(input), privateKey, oidcA: `http://127.0.0.1:${emulators[ids.indexOf('oidc-a')].port}` }
  const outcome = await run(task, intercepted.env)
  await intercepted.settled()
  return { ...outcome, refused: intercepted.refused.map(({ message }) => message) }
}

async function run(task, env) {
  if (place === 'main') return callClients(task)
  if (place === 'worker') {
    // With none of the variables, so that the thread is covered by nothing but its start.
    const [outcome] = await once(new Worker(program, { workerData: task, env: {} }), 'message')
    return outcome
  }
  const child = fork(program, { env: { ...process.env, ...env } })
  child.send(task)
  const [outcome] = await once(child, 'message')
  return outcome
}
