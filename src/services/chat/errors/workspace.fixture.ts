import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RunningChat } from '#chat/fixtures/chat.fixture.ts'
import { startChat } from '#chat/fixtures/chat.fixture.ts'

/**
 * The arguments of a call that is refused, its token (default: that of the bot), and its HTTP method (default: POST).
 */
type RefusedCall = readonly [args: object, token?: string, method?: 'GET' | 'POST']

/** By method and error word: prepares the workspace, and returns the call that is then refused with the word. */
export type RefusedCalls = Readonly<
  Record<string, Readonly<Record<string, (space: Workspace) => RefusedCall | Promise<RefusedCall>>>>
>

// oxlint-disable-next-line typescript/no-explicit-any -- the calls read a few members of an answer
type Body = Record<string, any>

/** A workspace in which calls are refused, with shortcuts to the states that refusals need. */
export interface Workspace extends AsyncDisposable {
  readonly chat: RunningChat
  readonly ids: Readonly<Record<string, string>>
  readonly teamId: string
  /** Epoch seconds. */
  readonly inAnHour: number
  /** Calls a method in process. */
  call(method: string, args: object, token?: string, via?: 'GET' | 'POST'): Promise<Body>
  /** Posts a message to #deploys, and returns its `ts`. */
  message(token?: string, more?: object): Promise<string>
  /** Starts a stream in #deploys, and returns the arguments that name it. */
  stream(token?: string): Promise<{ readonly channel: string; readonly ts: string }>
  /** Archives #deploys, and returns its id. */
  archived(): Promise<string>
  /** Returns the id of the direct message of the bot and bob. */
  direct(): Promise<string>
  /** Returns the id of an upload whose bytes have arrived, and that is not completed. */
  upload(token?: string): Promise<string>
  /** Returns the id of a file of the bot. */
  file(): Promise<string>
  deletedFile(): Promise<string>
  /** Returns the id of a file of the bot that is shared in #deploys, and that of a file of alice. */
  sharedFile(): Promise<string>
  ownFile(): Promise<string>
  bookmark(): Promise<{ readonly channel_id: string; readonly bookmark_id: string }>
  /** Returns the id of a user group. */
  group(): Promise<string>
  /** Returns the arguments of a message with so many distinct reactions, of whom alice has added the first 23. */
  reacted(count: number): Promise<{ readonly channel: string; readonly timestamp: string }>
  /** Returns a code of an installation, and one of Sign in with Slack. */
  code(more?: Readonly<Record<string, string>>): Promise<string>
  /** Installs the app as a person, with a scope that no administrator has approved. */
  install(user: string): Promise<void>
  signInCode(): Promise<string>
  /** Returns the trigger of a command of alice, and that of a press of the button in her topmost modal. */
  trigger(): Promise<string>
  viewTrigger(): Promise<string>
  withButton(): object
  /** Returns a Work Object as an app describes it, and the trigger of alice's opening one of a bot. */
  entity(more?: object): { readonly entity_payload: object }
  entityTrigger(token?: string): Promise<string>
  /** Returns the id of alice's request to invite zoe of the other workspace to #deploys. */
  inviteRequest(): Promise<string>
  /** Returns the id of a running custom step of the app. */
  step(): Promise<string>
}

/** Returns arguments as a form, bytes as files. */
function formOf(args: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(args)) {
    if (value instanceof Uint8Array) form.append(name, new Blob([Buffer.from(value)]), 'file')
    else form.append(name, String(value))
  }
  return form
}

const CALLBACK = 'http://localhost:1/callback'

/** Starts the workspace, with an app that accepts every interaction. */
export async function startWorkspace(): Promise<Workspace> {
  let newestTrigger = ''
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const form = new URLSearchParams(body)
      const payload = JSON.parse(form.get('payload') ?? '{}') as Body // of the emulator
      newestTrigger = form.get('trigger_id') ?? String(payload['trigger_id'])
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/` // of a TCP server
  const chat = await startChat({ seed: seedWith(url) })
  const body = async (response: Promise<Response>): Promise<Body> => (await (await response).json()) as Body
  const call: Workspace['call'] = (method, args, token = 'xoxb-helper', via = 'POST') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' }
    const target = `${chat.url}/api/${method}`
    if (via === 'GET') return body(chat.fetch(target, { headers }))
    if (Object.values(args).some((value) => value instanceof Uint8Array)) {
      const { authorization } = headers
      return body(chat.fetch(target, { method: via, headers: { authorization }, body: formOf(args) }))
    }
    return body(chat.fetch(target, { method: via, headers, body: JSON.stringify(args) }))
  }
  const members = (await call('users.list', {}, 'xoxp-alice'))['members'] as Body[]
  const types = 'public_channel,private_channel'
  const channels = (await call('conversations.list', { types }, 'xoxp-alice'))['channels'] as Body[]
  const ids = Object.fromEntries([...members, ...channels].map(({ name, id }) => [String(name), String(id)]))
  const deploys = ids['deploys'] ?? ''
  const teamId = String((await call('auth.test', {}))['team_id'])
  const authorize = async (path: string, query: Readonly<Record<string, string>>): Promise<string> => {
    const search = new URLSearchParams({ client_id: '1.2', redirect_uri: CALLBACK, response_type: 'code', ...query })
    const form = new URLSearchParams({ user: 'alice' })
    const response = await chat.fetch(`${chat.url}${path}?${search}`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    return new URL(response.headers.get('location') ?? '', chat.url).searchParams.get('code') ?? ''
  }
  const space: Workspace = {
    chat,
    ids,
    teamId,
    get inAnHour() {
      return Math.floor(chat.clock.now() / 1000) + 3600
    },
    call,
    message: async (token, more = {}) =>
      String((await call('chat.postMessage', { channel: deploys, text: 'hello', ...more }, token))['ts']),
    async stream(token) {
      const recipient = { recipient_team_id: teamId, recipient_user_id: ids['alice'] }
      const { ts } = await call('chat.startStream', { channel: deploys, ...recipient, markdown_text: 'a' }, token)
      return { channel: deploys, ts: String(ts) }
    },
    async archived() {
      await call('conversations.archive', { channel: deploys })
      return deploys
    },
    direct: async () => String((await call('conversations.open', { users: ids['bob'] }))['channel'].id),
    async upload(token) {
      const { upload_url: target, file_id: id } = await call(
        'files.getUploadURLExternal',
        { filename: 'a.txt', length: 1 },
        token,
      )
      await chat.fetch(String(target), { method: 'POST', body: 'a' })
      return String(id)
    },
    async file() {
      const id = await space.upload()
      await call('files.completeUploadExternal', { files: [{ id }] })
      return id
    },
    async sharedFile() {
      const id = await space.upload()
      await call('files.completeUploadExternal', { files: [{ id }], channel_id: deploys })
      return id
    },
    async ownFile() {
      const id = await space.upload('xoxp-alice')
      await call('files.completeUploadExternal', { files: [{ id }] }, 'xoxp-alice')
      return id
    },
    async deletedFile() {
      const file = await space.file()
      await call('files.delete', { file })
      return file
    },
    async bookmark() {
      const args = { channel_id: deploys, title: 'a', type: 'link', link: 'https://x.test' }
      return { channel_id: deploys, bookmark_id: String((await call('bookmarks.add', args))['bookmark'].id) }
    },
    group: async () => String((await call('usergroups.create', { name: 'On call' }))['usergroup'].id),
    async reacted(count) {
      const args = { channel: deploys, timestamp: await space.message() }
      const tokens = ['xoxp-alice', 'xoxb-helper', 'xoxp-dora']
      const names = Array.from({ length: count }, (_, index) => `e${index}`)
      for (const name of names) chat.setEmoji(name, 'https://example.com/emoji.png')
      await Promise.all(
        names.map((name, index) => call('reactions.add', { ...args, name }, tokens[Math.floor(index / 23)])),
      )
      return args
    },
    async install(user) {
      const search = new URLSearchParams({ client_id: '1.2', redirect_uri: CALLBACK, scope: 'channels:read' })
      await chat.fetch(`${chat.url}/oauth/v2/authorize?${search}`, {
        method: 'POST',
        body: new URLSearchParams({ user }),
      })
    },
    code: (more = {}) => authorize('/oauth/v2/authorize', { scope: 'chat:write', ...more }),
    signInCode: () => authorize('/openid/connect/authorize', { scope: 'openid' }),
    async trigger() {
      await chat.as('alice').command('/deploy', '', { channel: '#deploys' })
      return newestTrigger
    },
    async viewTrigger() {
      const view = await chat.as('alice').modal()
      await chat.as('alice').click(view, 'Go')
      return newestTrigger
    },
    entity: (more = {}) => ({
      entity_type: 'slack#/entities/task',
      external_ref: { id: '7' },
      url: 'https://tasks.test/7',
      entity_payload: { attributes: { title: { text: 'A' } } },
      ...more,
    }),
    async entityTrigger(token) {
      const args = { channel: deploys, text: 'a', metadata: { entities: [space.entity()] } }
      const { ts } = await call('chat.postMessage', args, token)
      // It would wait for the answer that the test sends or has refused.
      chat
        .as('alice')
        .openEntity({ channel: deploys, ts: String(ts) }, '7', { timeout: 1 })
        .catch(() => undefined)
      const delivery = await chat.webhooks.next('entity_details_requested')
      const body = JSON.parse(delivery.request.body) as Body // of the emulator, over Socket Mode or HTTP
      return String((body['payload'] ?? body)['event'].trigger_id)
    },
    inviteRequest: async () => (await chat.as('alice').inviteExternal('#deploys', 'zoe@partner.test')).invite_id,
    async step() {
      // It would wait for the end of the step.
      chat.runStep('greet', {}, { app: 'helper', timeout: 1 }).catch(() => undefined)
      const delivery = await chat.webhooks.next('function_executed')
      const body = JSON.parse(delivery.request.body) as Body // of the emulator, over Socket Mode
      return String(body['payload'].event.function_execution_id)
    },
    withButton: () => ({
      type: 'modal',
      title: { type: 'plain_text', text: 'A' },
      blocks: [
        { type: 'actions', elements: [{ type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } }] },
      ],
    }),
    async [Symbol.asyncDispose]() {
      await chat.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return space
}

function seedWith(url: string) {
  const app = { client_secret: 'secret', redirect_uris: [CALLBACK] }
  return {
    chat: {
      team: { name: 'Acme', domain: 'acme', connect_requests: true },
      enterprise: { id: 'E0ACME', name: 'Acme Group', domain: 'acme-group', app_approval: true },
      users: [
        { name: 'alice', email: 'alice@example.com' },
        { name: 'bob', email: 'bob@example.com' },
        { name: 'dora', is_admin: true },
        { name: 'gone', deleted: true },
      ],
      workspaces: [
        {
          id: 'T0PARTNER',
          name: 'Partner',
          domain: 'partner',
          plan: 'free' as const,
          connect_approval: true,
          users: [{ name: 'zoe', email: 'zoe@partner.test' }],
          tokens: [{ token: 'xoxp-zoe', user: 'zoe' }],
        },
        {
          id: 'T0OTHER',
          name: 'Other',
          domain: 'other',
          users: [{ name: 'oth' }],
          tokens: [{ token: 'xoxp-oth', user: 'oth' }],
        },
      ],
      channels: [
        { name: 'general' },
        { name: 'deploys', members: ['alice', 'dora', 'helper'] },
        { name: 'random', members: ['alice', 'bob'] },
        { name: 'joint', members: ['alice', 'helper'], shared_with: [{ workspace: 'partner', members: ['zoe'] }] },
        { name: 'secret', is_private: true, members: ['alice'] },
      ],
      bots: [{ name: 'helper' }, { name: 'rotating' }],
      oauth_apps: [
        {
          ...app,
          client_id: '1.2',
          name: 'helper',
          app_token: 'xapp-1-test',
          interactivity_url: url,
          commands: [{ name: '/deploy', url }],
        },
        {
          ...app,
          client_id: '1.3',
          name: 'rotating',
          token_rotation: true,
          events_url: url,
          events: ['entity_details_requested' as const],
        },
      ],
      config_tokens: [
        { token: 'xoxe.xoxp-1-dora', refresh_token: 'xoxe-1-dora', user: 'dora' },
        { token: 'xoxe.xoxp-1-alice', user: 'alice' },
      ],
      profile_fields: [
        { label: 'House', type: 'options_list' as const, possible_values: ['North', 'South'] },
        { label: 'Extension', is_hidden: true },
      ],
      tokens: [
        { token: 'xoxb-helper', bot: 'helper' },
        { token: 'xoxb-rotating', bot: 'rotating' },
        { token: 'xoxb-sharer', bot: 'helper', scopes: ['remote_files:share'] },
        { token: 'xoxb-writer', bot: 'rotating', scopes: ['chat:write'] },
        { token: 'xoxb-narrow', bot: 'helper', scopes: ['identity.avatar'] },
        { token: 'xoxp-narrow', user: 'alice', scopes: ['identity.avatar'] },
        { token: 'xoxp-openid', user: 'alice', scopes: ['openid', 'identity.basic'] },
        { token: 'xoxp-alice', user: 'alice' },
        { token: 'xoxp-bob', user: 'bob' },
        { token: 'xoxp-dora', user: 'dora' },
        { token: 'xoxp-gone', user: 'gone' },
      ],
    },
  }
}
