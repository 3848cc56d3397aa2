import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A seed with two members of a team, projects of the team and of a user, and a stranger. */
export const seed = {
  tokens: {
    ada: { login: 'ada', scopes: ['repo', 'user', 'admin:org'] },
    grace: { login: 'grace', scopes: ['repo'] },
    mallory: { login: 'mallory', scopes: ['repo'] },
    reader: { login: 'ada', scopes: [] },
  },
  deployhost: {
    users: [{ username: 'ada' }, { username: 'grace' }, { username: 'mallory' }],
    teams: [
      {
        slug: 'acme',
        name: 'Acme',
        members: [
          { username: 'ada', role: 'OWNER' as const },
          { username: 'grace', role: 'VIEWER' as const },
        ],
      },
    ],
    projects: [
      {
        name: 'website',
        team: 'acme',
        framework: 'nextjs',
        git: { repo: 'acme/website' },
        env: [
          { key: 'API_URL', value: 'https://api.example.com', type: 'plain' as const },
          { key: 'PREVIEW_ONLY', value: 'yes', target: 'preview' as const },
        ],
        domains: ['www.example.com', { name: 'next.example.com', git_branch: 'next' }],
      },
      { name: 'blog' },
      { name: 'broken', build_error: 'Module not found: ./missing' },
    ],
  },
}

/** The members of payloads that tests read; each event has some of them. */
interface Payload {
  readonly deployment?: { readonly id: string }
  readonly configuration?: { readonly id: string }
}

/** A received delivery of a webhook. */
interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly event: { readonly id: string; readonly type: string; readonly createdAt: number; readonly payload: Payload }
}

/** A server that records the webhooks it receives. */
export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly received: Received[]
}

/** Starts a server that records the webhooks it receives. */
export async function receiveWebhooks(): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      received.push({ headers: request.headers, body, event: JSON.parse(body) as Received['event'] }) // the service sends it
      response.end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, // the address of a TCP server
    received,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Returns the SHA1 of a text, by which clients refer to files. */
export function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}
