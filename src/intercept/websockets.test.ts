import { once } from 'node:events'
import { WebClient } from '@slack/web-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createEmulator, type Emulator } from '../index.ts'
import { interceptHosts, type Interceptable } from './index.ts'

let chat: Emulator<'chat'>
beforeAll(async () => {
  const app = { client_id: '1.2', client_secret: 'secret', name: 'helper', app_token: 'xapp-1-test' }
  chat = await createEmulator({
    service: 'chat',
    port: 0,
    hosts: 'real',
    seed: { chat: { users: [{ name: 'alice' }], bots: [{ name: 'helper' }], oauth_apps: [app] } },
  })
})
afterAll(() => chat.close())

/** Opens a connection of Socket Mode by the vendor's hosts, and returns the first message. */
async function hello(): Promise<unknown> {
  const { url = '' } = await new WebClient('xapp-1-test').apps.connections.open({})
  expect(url).toMatch(/^wss:\/\/wss-primary\.slack\.com\//)
  const socket = new WebSocket(url)
  try {
    const [data] = (await once(socket, 'message')) as [Buffer]
    return JSON.parse(data.toString('utf8'))
  } finally {
    socket.terminate()
  }
}

describe('a WebSocket to the vendor’s host', () => {
  it.each<[string, () => Interceptable]>([
    ['of this process', () => chat],
    // As of an emulator in another thread: only its port is known.
    ['at a port', () => ({ service: chat.service, port: chat.port, hosts: chat.hosts })],
  ])('reaches an instance %s', async (_, emulator) => {
    const intercepted = interceptHosts([emulator()])
    try {
      expect(await hello()).toMatchObject({ type: 'hello', num_connections: 1 })
      expect(intercepted.refused).toEqual([])
    } finally {
      intercepted.close()
      chat.reset()
    }
  })
})
