// Runs a flow of another's program against an instance at the vendor's hosts in this process, of payments or of the
// flow's `service`, and prints how many requests it has made. `node run.mjs <flow>` in a project that has the program
// and backlot.
import { createServer } from 'node:http'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import { createEmulator, interceptHosts } from 'backlot'

const program = await import(`./${process.argv[2]}.mjs`)
const { default: flow, account = {}, service = 'payments', seed = { payments: { account } } } = program
const emulator = await createEmulator({ service, port: 0, hosts: 'real', seed })
const intercepted = interceptHosts([emulator])
const servers = []

/** Listens on a free port of this machine; returns the URL. */
async function listen(handle) {
  const server = createServer((request, response) => {
    const answering = async () => {
      const { url, method, headers } = request
      const answer = await handle({ url, method, headers, body: await buffer(request) })
      response.writeHead(answer.status, answer.headers).end(answer.body)
    }
    answering().catch((error) => response.writeHead(500).end(String(error)))
  })
  servers.push(server)
  await new Promise((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  return `http://127.0.0.1:${server.address().port}`
}

await flow({ emulator, payments: emulator, key: 'sk_test_programs', listen })
await emulator.webhooks.settled()
const undelivered = emulator.webhooks.deliveries.filter(({ state }) => state !== 'delivered')
const refused = emulator.requests.filter(({ status }) => status >= 500)
const { length } = emulator.requests
intercepted.close()
await emulator.close()
for (const server of servers) server.close()
if (refused.length > 0)
  throw new Error(`not served: ${refused.map(({ method, path }) => `${method} ${path}`).join(', ')}`)
if (undelivered.length > 0)
  throw new Error(
    `${undelivered.length} events were not taken: ${undelivered[0].event}, ${undelivered[0].response?.body ?? undelivered[0].error}`,
  )
process.stdout.write(`${length} requests\n`)
process.exit(0)
