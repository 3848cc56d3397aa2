import { SocketModeClient } from '@slack/socket-mode'
import { SocketModeClient as SocketModeClient2 } from 'slack-socket-mode-2'
import { WebClient } from '@slack/web-api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectPublishedTypes } from '#chat/fixtures/chat.fixture.ts'
import { createEmulator, type Emulator } from '#emulator.ts'

const SEED = {
  chat: {
    users: [{ name: 'alice' }],
    bots: [{ name: 'helper' }],
    oauth_apps: [
      {
        client_id: '1.2',
        client_secret: 's',
        name: 'helper',
        app_token: 'xapp-1-test',
        commands: [{ name: '/deploy' }],
      },
    ],
  },
}
let chat: Emulator<'chat'>
beforeEach(async () => {
  chat = await createEmulator({ service: 'chat', port: 0, now: '2026-01-01T12:00:00Z', seed: SEED })
})
afterEach(async () => {
  expectPublishedTypes(chat)
  await chat.close()
})

for (const [major, Client] of [
  ['3', SocketModeClient],
  ['2', SocketModeClient2 as unknown as typeof SocketModeClient],
] as const) {
  describe(`@slack/socket-mode ${major}`, () => {
    let client: SocketModeClient
    /** The parts of an envelope that the client hands on: its type, its payload, and the vendor's counts of retries. */
    type Envelope = {
      ack: (payload?: unknown) => Promise<void>
      envelope_id: string
      type: string
      retry_num?: number
      retry_reason?: string
      body: Record<string, unknown>
    }
    let got: Envelope[]
    let acknowledge: (envelope: Envelope) => Promise<void> | undefined
    beforeEach(async () => {
      got = []
      acknowledge = ({ ack }) => ack()
      // It waits so long before it connects again.
      const clientPingTimeout = 200
      client = new Client({
        appToken: 'xapp-1-test',
        clientPingTimeout,
        clientOptions: { slackApiUrl: `${chat.url}/api/` },
      })
      client.on('slack_event', (envelope: Envelope) => {
        got.push(envelope)
        void acknowledge(envelope)
      })
      await client.start()
    })
    afterEach(() => client.disconnect())

    it('connects, and acknowledges events', async () => {
      await chat.as('alice').say('#general', 'hello')
      expect(got).toMatchObject([{ type: 'events_api', body: { event: { type: 'message', text: 'hello' } } }])
      expect(chat.webhooks.deliveries).toMatchObject([{ event: 'message', state: 'delivered' }])
    })

    it('gets an event again that it has not acknowledged, with the count and the reason', async () => {
      acknowledge = ({ ack }) => {
        if (got.length > 1) return ack()
        chat.clock.advance('3s')
        return undefined
      }
      await chat.as('alice').say('#general', 'hello')
      await chat.webhooks.settled()
      expect(got.map((each) => [each.retry_num, each.retry_reason])).toEqual([
        [0, ''],
        [1, 'timeout'],
      ])
    })

    it('answers commands with the acknowledgement', async () => {
      acknowledge = ({ ack }) => ack({ text: 'done' })
      const { response } = await chat.as('alice').command('/deploy', 'web')
      expect(response).toMatchObject({ text: 'done', ephemeral_to: 'alice' })
      expect(got).toMatchObject([{ type: 'slash_commands', body: { command: '/deploy', text: 'web' } }])
    })

    it('reconnects when the vendor asks it to', async () => {
      const connected = new Promise((resolve) => client.once('connected', resolve))
      expect(chat.disconnect()).toEqual({ closed: 1 })
      await connected
      await chat.as('alice').say('#general', 'hello again')
      expect(got).toHaveLength(1)
    })

    it('reconnects at the end of a connection’s time', async () => {
      const connected = new Promise((resolve) => client.once('connected', resolve))
      chat.clock.advance('5h 1m')
      await connected
      await chat.as('alice').say('#general', 'hello again')
      expect(got).toHaveLength(1)
    })

    it('stays connected through a reset', async () => {
      chat.reset()
      await chat.as('alice').say('#general', 'hello')
      expect(got).toHaveLength(1)
    })
  })
}

describe('apps.connections.open', () => {
  it('is for the tokens of apps, and its ticket opens one connection', async () => {
    const open = (token: string) => new WebClient(token, { slackApiUrl: `${chat.url}/api/` }).apps.connections.open({})
    await expect(open('xoxb-helper')).rejects.toThrow('not_allowed_token_type')
    const { url = '' } = await open('xapp-1-test')
    expect(url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/link\/\?ticket=/)
    const refused = await fetch(url.replace(/^ws/, 'http').replace(/ticket=\w+/, 'ticket=x'))
    expect(refused.status).toBe(403)
  })

  it('refuses RTM, as the vendor does', async () => {
    const client = new WebClient('xoxb-helper', { slackApiUrl: `${chat.url}/api/` })
    await expect(client.apiCall('rtm.connect')).rejects.toThrow('not_allowed_token_type')
  })
})

describe('a command of an app that is not connected', () => {
  it('fails, and says so to the person', async () => {
    await expect(chat.as('alice').command('/deploy')).rejects.toThrow(/no WebSocket connection of A\w+ is open/)
    expect(chat.transcript('#general')).toBe(
      'slackbot (only for alice): /deploy failed with the error "dispatch_failed"',
    )
  })
})
