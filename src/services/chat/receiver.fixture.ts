import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebClient } from '@slack/web-api'
import { createEmulator, type Emulator } from '../../emulator.ts'

/** A request that an app has got. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  /** The raw body. */
  readonly body: string
  /** The JSON of an event or of an interaction; the fields of a slash command. */
  readonly payload: Readonly<Record<string, unknown>>
  /** The event within the payload. */
  readonly event: Readonly<Record<string, unknown>>
}

/** An app without a framework: it records what it gets. */
export interface ReceivingApp extends AsyncDisposable {
  readonly chat: Emulator<'chat'>
  readonly received: Received[]
  /** Answers a request; the default is an empty 200. */
  answer: (response: ServerResponse, received: Received) => void
  readonly client: WebClient
  reset(): void
}

/** Starts a workspace with an app that records what it gets. `scopes` are those of its bot. */
export async function startReceivingApp(
  scopes?: readonly string[],
  now = '2026-01-01T12:00:00Z',
): Promise<ReceivingApp> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const payload = payloadOf(body)
      const event = (payload['event'] ?? {}) as Received['event'] // a payload of the emulator
      const one = { headers: request.headers, body, payload, event }
      received.push(one)
      app.answer(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/` // of a TCP server
  const chat = await createEmulator({
    service: 'chat',
    port: 0,
    now,
    seed: {
      chat: {
        users: [{ name: 'alice' }, { name: 'bob' }],
        channels: [
          { name: 'general' },
          { name: 'random', members: ['alice', 'bob'] },
          { name: 'secret', is_private: true, members: ['alice', 'helper'] },
        ],
        bots: [{ name: 'helper' }],
        oauth_apps: [
          {
            client_id: '1.2',
            client_secret: 'secret',
            name: 'helper',
            signing_secret: 'signing',
            events_url: url,
            interactivity_url: url,
            commands: [{ name: '/deploy' }],
          },
        ],
        tokens: [
          { token: 'xoxb-helper', bot: 'helper', ...(scopes === undefined ? {} : { scopes: [...scopes] }) },
          { token: 'xoxp-alice', user: 'alice' },
        ],
      },
    },
  })
  const accept = (response: ServerResponse): void => void response.end()
  const app: ReceivingApp = {
    chat,
    received,
    answer: accept,
    client: new WebClient('xoxb-helper', { slackApiUrl: `${chat.url}/api/`, retryConfig: { retries: 0 } }),
    reset() {
      chat.reset()
      received.length = 0
      app.answer = accept
    },
    async [Symbol.asyncDispose]() {
      await chat.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return app
}

function payloadOf(body: string): Received['payload'] {
  if (body.startsWith('{')) return JSON.parse(body) as Received['payload'] // of the emulator
  const form = new URLSearchParams(body)
  const payload = form.get('payload')
  return payload === null ? Object.fromEntries(form) : (JSON.parse(payload) as Received['payload'])
}
