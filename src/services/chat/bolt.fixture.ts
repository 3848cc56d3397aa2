import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { App, LogLevel, type BlockAction, type ButtonAction } from '@slack/bolt'
import { App as App4 } from 'slack-bolt-4'
import { createEmulator, type Emulator } from '../../emulator.ts'

/** The two majors of Bolt, by their number. The types of both are those of today's. */
export const BOLTS: readonly (readonly [string, typeof App])[] = [
  ['5', App],
  ['4', App4 as unknown as typeof App], // what these tests use is the same
]

/** Returns a port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // of a TCP server
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A workspace with a Bolt app that serves it. */
export interface Workspace extends AsyncDisposable {
  readonly chat: Emulator<'chat'>
  readonly app: App
}

/** How a workspace is set up. */
interface Options {
  readonly socketMode?: boolean
  readonly listen: (app: App) => void
  readonly scopes?: readonly string[]
  readonly now?: string
}

/** Starts a workspace of alice, bob and the bot helper, and the Bolt app of that bot. */
export async function startWorkspace(Bolt: typeof App, options: Options): Promise<Workspace> {
  const { socketMode = false, listen, scopes, now } = options
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/slack/events`
  const addresses = socketMode ? { app_token: 'xapp-1-test' } : { events_url: url, interactivity_url: url }
  const chat = await createEmulator({
    service: 'chat',
    port: 0,
    ...(now === undefined ? {} : { now }),
    seed: {
      chat: {
        team: { name: 'Acme', domain: 'acme' },
        users: [
          { name: 'alice', email: 'alice@example.com' },
          { name: 'bob', email: 'bob@example.com' },
        ],
        channels: [{ name: 'general' }, { name: 'deploys' }, { name: 'private', is_private: true, members: ['alice'] }],
        bots: [{ name: 'helper' }],
        oauth_apps: [
          {
            client_id: '1.2',
            client_secret: 'secret',
            name: 'helper',
            signing_secret: 'signing',
            ...addresses,
            commands: [{ name: '/deploy', ...(socketMode ? {} : { url }) }],
          },
        ],
        tokens: [{ token: 'xoxb-helper', bot: 'helper', ...(scopes === undefined ? {} : { scopes: [...scopes] }) }],
      },
    },
  })
  const app = new Bolt({
    token: 'xoxb-helper',
    signingSecret: 'signing',
    clientOptions: { slackApiUrl: `${chat.url}/api/` },
    logLevel: LogLevel.ERROR,
    ...(socketMode ? { socketMode: true, appToken: 'xapp-1-test' } : {}),
  })
  listen(app)
  await app.start(port)
  return {
    chat,
    app,
    async [Symbol.asyncDispose]() {
      await app.stop()
      await chat.close()
    },
  }
}

const plain = (text: string) => ({ type: 'plain_text' as const, text })

/** The listeners of a bot for deployments: a command opens a modal, its submission posts a message with a button. */
export function deployBot(app: App): void {
  app.message('hello', async ({ message, say }) => {
    await say(`hi <@${'user' in message ? message.user : ''}>`)
  })
  app.event('app_mention', async ({ event, say }) => {
    await say({ text: 'you called?', thread_ts: event.ts })
  })
  app.event('reaction_added', async ({ event, client }) => {
    if (event.item.type !== 'message') return
    await client.chat.postMessage({ channel: event.item.channel, text: `:${event.reaction}: seen` })
  })
  app.command('/deploy', async ({ command, ack, client, respond }) => {
    if (command.text === 'nothing') {
      await ack('nothing to do')
      return
    }
    if (command.text === 'later') {
      await ack()
      await respond({ response_type: 'in_channel', text: 'now' })
      return
    }
    await ack()
    await client.views.open({
      trigger_id: command.trigger_id,
      view: {
        type: 'modal',
        callback_id: 'deploy',
        private_metadata: command.channel_id,
        title: plain('Deploy'),
        submit: plain('Go'),
        notify_on_close: true,
        blocks: [
          {
            type: 'input',
            block_id: 'reason',
            label: plain('Reason'),
            element: { type: 'plain_text_input', action_id: 'reason', min_length: 3 },
          },
          {
            type: 'section',
            block_id: 'where',
            text: plain('Where to?'),
            accessory: {
              type: 'external_select',
              action_id: 'region',
              placeholder: plain('Region'),
              min_query_length: 0,
            },
          },
        ],
      },
    })
  })
  app.options('region', async ({ options, ack }) => {
    const regions = ['Berlin', 'Boston'].filter((each) => each.startsWith(options.value))
    await ack({ options: regions.map((each) => ({ text: plain(each), value: each.toLowerCase() })) })
  })
  app.action('region', async ({ ack }) => ack())
  app.view('deploy', async ({ ack, view, body, client }) => {
    const reason = view.state.values['reason']?.['reason']?.value ?? ''
    if (reason === 'because') {
      await ack({ response_action: 'errors', errors: { reason: 'That is no reason' } })
      return
    }
    await ack()
    await client.chat.postMessage({
      channel: view.private_metadata,
      text: `<@${body.user.id}> wants to deploy: ${reason}`,
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text: `<@${body.user.id}> wants to deploy: ${reason}` } },
        {
          type: 'actions',
          block_id: 'decide',
          elements: [
            { type: 'button', text: plain('Approve'), action_id: 'approve', value: reason, style: 'primary' },
            { type: 'button', text: plain('Reject'), action_id: 'reject', style: 'danger' },
          ],
        },
      ],
    })
  })
  app.view({ callback_id: 'deploy', type: 'view_closed' }, async ({ ack, body, client }) => {
    await ack()
    await client.chat.postMessage({ channel: body.user.id, text: 'as you like' })
  })
  app.action<BlockAction<ButtonAction>>('approve', async ({ ack, action, body, respond }) => {
    await ack()
    await respond({ replace_original: true, text: `approved by <@${body.user.id}>: ${action.value ?? ''}` })
  })
  app.action('reject', async ({ ack, respond }) => {
    await ack()
    await respond({ delete_original: true })
  })
  app.shortcut('ping', async ({ ack, body, client }) => {
    await ack()
    await client.chat.postMessage({ channel: body.user.id, text: `pong ${body.type}` })
  })
  app.event('app_home_opened', async ({ event, client }) => {
    await client.views.publish({
      user_id: event.user,
      view: { type: 'home', blocks: [{ type: 'section', text: plain('Welcome') }] },
    })
  })
}
