// Runs a flow of another's program against payments at the vendor's hosts, in this process, and prints how many
// requests it has made. `node run.mjs <flow>` in a project that has the program and backlot.
import { createServer } from 'node:http'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import { createEmulator, interceptHosts } from 'backlot'

const { default: flow, account = {} } = await import(`./${process.argv[2]}.mjs`)
const payments = await createEmulator({
  service: 'payments',
  port: 0,
  hosts: 'real',
  seed: { payments: { account } },
})
const intercepted = interceptHosts([payments])
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

await flow({ payments, key: 'sk_test_programs', listen })
await payments.webhooks.settled()
const undelivered = payments.webhooks.deliveries.filter(({ state }) => state !== 'delivered')
const refused = payments.requests.filter(({ status }) => status >= 500)
const { length } = payments.requests
intercepted.close()
await payments.close()
for (const server of servers) server.close()
if (refused.length > 0)
  throw new Error(`not served: ${refused.map(({ method, path }) => `${method} ${path}`).join(', ')}`)
if (undelivered.length > 0)
  throw new Error(
    `${undelivered.length} events were not taken: ${undelivered[0].event}, ${undelivered[0].response?.body ?? undelivered[0].error}`,
  )
process.stdout.write(`${length} requests\n`)
process.exit(0)
