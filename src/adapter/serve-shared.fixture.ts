// An application in a process of its own, whose handler keeps its state in a store that other processes use too. The
// argument is the store's URL. Prints its own URL.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createHandler, type State } from './index.ts'

const [store = ''] = process.argv.slice(2)
const handler = createHandler({
  services: ['oidc-a', 'codehost'],
  basePath: '/emulate',
  seed: {
    tokens: { dev: { login: 'ada', scopes: ['repo', 'admin:repo_hook'] } },
    codehost: { users: [{ login: 'ada' }], repos: [{ owner: 'ada', name: 'site' }] },
    'oidc-a': {
      users: [{ email: 'ada@example.com', name: 'Ada' }],
      oauth_clients: [
        { client_id: 'web', client_secret: 's3cret', name: 'Web', redirect_uris: ['http://app.test/callback'] },
      ],
    },
  },
  persistence: {
    async load() {
      return (await (await fetch(store)).json()) as { data: State | null; version: number } // the store's answer
    },
    async save(data, { ifVersion }) {
      const headers = { 'if-match': String(ifVersion) }
      const response = await fetch(store, { method: 'PUT', headers, body: JSON.stringify(data) })
      return response.status === 412 ? null : ((await response.json()) as { version: number }) // the store's answer
    },
  },
})
const listener = getRequestListener(handler.fetch, { overrideGlobalObjects: false })
const server = createServer((request, response) => void listener(request, response))
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`) // a TCP server's address
})
