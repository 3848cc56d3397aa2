import { describe, expect } from 'vitest'
import { createEmulator } from '#emulator.ts'
import {
  SEED,
  clientOf,
  expectPublishedTypes,
  idsOf,
  refusalOf,
  startChat,
  chatTest,
  type RunningChat,
} from './fixtures/chat.fixture.ts'
import { chat as service } from './index.ts'

const { tokens, ...REST } = SEED.chat
const APP = {
  client_id: '1.2',
  client_secret: 'secret',
  name: 'helper',
  scopes: ['chat:write'],
  signing_secret: 'signing',
  app_token: 'xapp-1',
}
const LIMITED = [
  { token: 'xoxb-limited', bot: 'helper', scopes: ['chat:write', 'channels:read'] },
  { token: 'xoxp-little', user: 'alice', scopes: ['channels:history'] },
]
const seed = {
  chat: { ...REST, oauth_apps: [APP], tokens: [...tokens, ...LIMITED], rate_limits: { 'team.info': 2 } },
}

const it = chatTest({ seed })

it.afterEach(({ chat }) => expectPublishedTypes(chat))

const call = async (
  chat: RunningChat,
  method: string,
  { headers = {}, ...rest }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) => {
  const authorization = { authorization: 'Bearer xoxb-helper' }
  const response = await fetch(`${chat.url}/api/${method}`, { ...rest, headers: { ...authorization, ...headers } })
  const body = (await response.json()) as Record<string, unknown> // answers are objects
  return { status: response.status, headers: response.headers, body }
}
const anonymous = async (chat: RunningChat, method: string, init?: RequestInit) =>
  (await (await fetch(`${chat.url}/api/${method}`, init)).json()) as Record<string, unknown> // answers are objects

describe('a token', () => {
  it('is not_authed when absent, and invalid_auth when unknown', async ({ chat }) => {
    expect(await anonymous(chat, 'auth.test')).toEqual({ ok: false, error: 'not_authed' })
    expect(await refusalOf(clientOf(chat, 'xoxb-unknown').auth.test())).toMatchObject({ error: 'invalid_auth' })
  })

  it('is taken from a header, a form and the query, and not from JSON', async ({ chat }) => {
    expect((await call(chat, 'auth.test', { method: 'POST' })).body['ok']).toBe(true)
    const form = new URLSearchParams({ token: 'xoxb-helper' })
    expect((await anonymous(chat, 'auth.test', { method: 'POST', body: form }))['ok']).toBe(true)
    const parts = new FormData()
    parts.set('token', 'xoxb-helper')
    expect((await anonymous(chat, 'auth.test', { method: 'POST', body: parts }))['ok']).toBe(true)
    expect((await anonymous(chat, 'auth.test?token=xoxb-helper'))['ok']).toBe(true)
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const body = '{"token":"xoxb-helper"}'
    expect(await anonymous(chat, 'auth.test', { method: 'POST', headers, body })).toMatchObject({ error: 'not_authed' })
  })

  it('says who it acts for', async ({ chat }) => {
    const ids = await idsOf(chat)
    expect(await clientOf(chat).auth.test()).toMatchObject({
      url: `${chat.url}/`,
      team: 'Acme',
      user: 'helper',
      user_id: ids['helper'],
      bot_id: expect.stringMatching(/^B0/) as string,
      team_id: expect.stringMatching(/^T0/) as string,
    })
    expect(await clientOf(chat, 'xoxp-bob').auth.test()).not.toHaveProperty('bot_id')
  })

  it('without the scope is refused with the scopes that it needs and has', async ({ chat }) => {
    const limited = clientOf(chat, 'xoxb-limited')
    expect(await refusalOf(limited.users.list({}))).toMatchObject({
      error: 'missing_scope',
      needed: 'users:read',
      provided: 'chat:write,channels:read',
    })
    const ids = await idsOf(chat)
    // Without chat:write.public a bot posts only where it is a member.
    const elsewhere = limited.chat.postMessage({ channel: ids['random'] ?? '', text: 'a' })
    expect(await refusalOf(elsewhere)).toMatchObject({ error: 'not_in_channel' })
    const renamed = limited.chat.postMessage({ channel: ids['deploys'] ?? '', text: 'a', username: 'b' })
    expect(await refusalOf(renamed)).toMatchObject({ error: 'missing_scope', needed: 'chat:write.customize' })
    expect(await refusalOf(limited.conversations.list({ types: 'im' }))).toMatchObject({ needed: 'im:read' })
    const secret = clientOf(chat, 'xoxp-little').conversations.history({ channel: ids['secret'] ?? '' })
    expect(await refusalOf(secret)).toMatchObject({ error: 'missing_scope', needed: 'groups:history' })
  })

  it('without users:read.email sees no addresses', async () => {
    await using emulator = await startChat({
      seed: { chat: { ...REST, tokens: [{ token: 'xoxb-1', bot: 'helper', scopes: ['users:read'] }] } },
    })
    const { members = [] } = await clientOf(emulator, 'xoxb-1').users.list({})
    expect(members.filter(({ profile }) => profile?.email !== undefined)).toEqual([])
  })

  it('of an app may not call the methods of bots and people', async ({ chat }) => {
    const app = clientOf(chat, 'xapp-1')
    expect(await refusalOf(app.users.list({}))).toMatchObject({ error: 'not_allowed_token_type' })
    expect(await app.auth.test()).toMatchObject({ ok: true, app_name: 'helper' })
  })

  it('that was revoked no longer works', async ({ chat }) => {
    const web = clientOf(chat, 'xoxb-limited')
    expect(await web.auth.revoke({ test: true })).toMatchObject({ revoked: false })
    expect(await web.auth.revoke({})).toMatchObject({ revoked: true })
    expect(await refusalOf(web.auth.test())).toMatchObject({ error: 'token_revoked' })
    chat.reset()
    expect(await web.auth.test()).toMatchObject({ ok: true })
  })

  it('with strict_auth has the scopes of its app, and the form of the vendor', async () => {
    await using strict = await createEmulator({
      service,
      port: 0,
      seed: {
        tokens: { plain: { login: 'alice', scopes: ['users:read'] } },
        chat: { ...REST, oauth_apps: [APP], tokens: [{ token: 'xoxb-1', bot: 'helper' }], strict_auth: true },
      },
    })
    expect(await refusalOf(clientOf(strict, 'xoxb-1').users.list({}))).toMatchObject({ provided: 'chat:write' })
    expect(await refusalOf(clientOf(strict, 'plain').auth.test())).toMatchObject({ error: 'invalid_auth' })
    const inQuery = await fetch(`${strict.url}/api/auth.test?token=xoxb-1`)
    expect(await inQuery.json()).toMatchObject({ error: 'not_authed' })
  })

  it('of the top-level tokens acts for the user with its login', async () => {
    await using emulator = await createEmulator({
      service,
      port: 0,
      seed: { tokens: { shared: { login: 'bob', scopes: ['users:read'] } }, chat: { ...REST, tokens: [] } },
    })
    expect(await clientOf(emulator, 'shared').auth.test()).toMatchObject({ user: 'bob' })
    // A bot that no token names has one by its name.
    expect(emulator.env).toMatchObject({ SLACK_BOT_TOKEN: 'xoxb-helper', CHAT_API_BASE: emulator.url })
    expect(await clientOf(emulator, 'xoxb-helper').auth.test()).toMatchObject({ user: 'helper' })
  })
})

describe('an answer', () => {
  it('names the scopes of the token and of the method, and has an id of its own', async ({ chat }) => {
    const one = await call(chat, 'users.list', { headers: { authorization: 'Bearer xoxb-limited' } })
    expect(one.headers.get('x-oauth-scopes')).toBe('chat:write,channels:read')
    expect(one.headers.get('x-accepted-oauth-scopes')).toBe('users:read')
    const other = await call(chat, 'users.list')
    expect(one.headers.get('x-slack-req-id')).toMatch(/^[0-9a-f]{32}$/)
    expect(other.headers.get('x-slack-req-id')).not.toBe(one.headers.get('x-slack-req-id'))
  })

  it('warns about a charset that is missing or superfluous', async ({ chat }) => {
    const post = (type: string, body: string) =>
      call(chat, 'auth.test', { method: 'POST', headers: { 'content-type': type }, body })
    expect((await post('application/json', '{}')).body).toMatchObject({
      warning: 'missing_charset',
      response_metadata: { warnings: ['missing_charset'] },
    })
    expect((await post('application/x-www-form-urlencoded; charset=utf-8', 'a=b')).body).toMatchObject({
      warning: 'superfluous_charset',
    })
    expect((await post('application/json; charset=utf-8', '{}')).body).not.toHaveProperty('warning')
  })

  it('is 429 with Retry-After once the calls that the seed allows in a minute are used up', async ({ chat }) => {
    await call(chat, 'team.info')
    await call(chat, 'team.info')
    const { status, headers, body } = await call(chat, 'team.info')
    expect([status, headers.get('retry-after'), body]).toEqual([429, '60', { ok: false, error: 'ratelimited' }])
    chat.clock.advance('1m')
    expect((await call(chat, 'team.info')).status).toBe(200)
  })

  it('is the error that a fault names', async ({ chat }) => {
    chat.faults.add({ operation: 'chat.postMessage', code: 'ratelimited', times: 1, headers: { 'retry-after': '7' } })
    const { status, headers } = await call(chat, 'chat.postMessage', { method: 'POST' })
    expect([status, headers.get('retry-after')]).toEqual([429, '7'])
    chat.faults.add({ operation: 'chat.postMessage', code: 'edit_window_closed', times: 1 })
    expect(await call(chat, 'chat.postMessage', { method: 'POST' })).toMatchObject({
      status: 200,
      body: { ok: false, error: 'edit_window_closed' },
    })
  })

  it.for([
    [429, 'ratelimited'],
    [503, 'service_unavailable'],
    [500, 'internal_error'],
  ] as const)(
    'has the vendor’s word for a fault that names only the status %i: %s',
    async ([status, error], { chat }) => {
      chat.faults.add({ operation: 'team.info', status, times: 1 })
      expect(await call(chat, 'team.info')).toMatchObject({ status, body: { ok: false, error } })
    },
  )
})

describe('arguments', () => {
  it('may come by query, form, multipart and JSON, blocks as their JSON text', async ({ chat }) => {
    const ids = await idsOf(chat)
    const channel = ids['deploys'] ?? ''
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'a' } }]
    const parts = new FormData()
    parts.set('channel', channel)
    parts.set('blocks', JSON.stringify(blocks))
    const form = new URLSearchParams({ channel, blocks: JSON.stringify(blocks) })
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const answers = [
      await call(chat, `chat.postMessage?${form}`),
      await call(chat, 'chat.postMessage', { method: 'POST', body: form }),
      await call(chat, 'chat.postMessage', { method: 'POST', body: parts }),
      await call(chat, 'chat.postMessage', { method: 'POST', headers, body: JSON.stringify({ channel, blocks }) }),
    ]
    for (const { body } of answers) expect(body).toMatchObject({ ok: true, message: { blocks } })
  })

  it.for([
    ['invalid_json', 'application/json', '{"a":'],
    ['json_not_object', 'application/json', '[]'],
    ['invalid_post_type', 'application/xml', 'a=b'],
    ['invalid_charset', 'application/json; charset=utf-16', '{}'],
    ['invalid_form_data', 'multipart/form-data', '--x'],
  ] as const)('are refused with %s for %s', async ([error, type, body], { chat }) => {
    const answer = await call(chat, 'users.info', { method: 'POST', headers: { 'content-type': type }, body })
    expect(answer).toMatchObject({ status: 200, body: { ok: false, error } })
  })

  it('may be empty numbers and any words for true in a form', async ({ chat }) => {
    const read = async (query: string) => {
      const { body } = await call(chat, `conversations.list?${query}`)
      return (body as { channels?: readonly unknown[] }).channels?.length
    }
    const all = await read('')
    expect(await read('limit=&exclude_archived=yes')).toBe(all)
    const { deploys = '' } = await idsOf(chat)
    await call(chat, 'conversations.archive', { method: 'POST', body: new URLSearchParams({ channel: deploys }) })
    expect(await read('exclude_archived=yes')).toBe((all ?? 0) - 1)
    expect(await read('exclude_archived=False')).toBe(all)
  })

  it('are named when they are missing or of a wrong type', async ({ chat }) => {
    expect((await call(chat, 'conversations.info')).body).toMatchObject({
      error: 'invalid_arguments',
      response_metadata: { messages: ['[ERROR] missing required field: channel'] },
    })
    expect((await call(chat, 'users.list?limit=many')).body).toMatchObject({
      response_metadata: { messages: ['[ERROR] must provide a number [json-pointer:/limit]'] },
    })
  })
})

it('rate_limits: true are the limits of the vendor, by the tier of each method', async () => {
  const limits = { chat: { ...REST, tokens: [{ token: 'xoxb-any', bot: 'helper' }], rate_limits: true } }
  await using limited = await startChat({ seed: limits })
  const calls = (method: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => clientOf(limited, 'xoxb-any').apiCall(method, {})))
  await calls('emoji.list', 20)
  const headers = { authorization: 'Bearer xoxb-any' }
  expect((await limited.fetch(`${limited.url}/api/emoji.list`, { headers })).status).toBe(429)
  await calls('team.info', 50)
  expect((await limited.fetch(`${limited.url}/api/team.info`, { headers })).status).toBe(429)
})

describe('a method', () => {
  it('that does not exist is unknown_method, also without a token', async ({ chat }) => {
    const name = 'nothing.here'
    expect(await anonymous(chat, name)).toEqual({ ok: false, error: 'unknown_method', req_method: name })
  })

  it('that only the vendor has is method_not_implemented_here, also without a token', async ({ chat }) => {
    const name = 'admin.barriers.create'
    expect(await anonymous(chat, name)).toEqual({
      ok: false,
      error: 'method_not_implemented_here',
      req_method: name,
      response_metadata: {
        messages: [
          `[ERROR] ${name} exists at the vendor, and backlot does not serve it: its docs/chat.md lists the methods`,
        ],
      },
    })
    expect(chat.requests.at(-1)?.response.body).toContain('method_not_implemented_here')
  })

  it('of the vendor’s reference that no client knows is known by name, too', async ({ chat }) => {
    expect(await anonymous(chat, 'apps.datastore.put')).toMatchObject({ error: 'method_not_implemented_here' })
    expect(await anonymous(chat, 'channels.list')).toMatchObject({ error: 'method_deprecated' })
    expect(await anonymous(chat, 'im.nothing.here')).toMatchObject({ error: 'unknown_method' })
  })

  it('that the vendor has ended is refused with its word', async ({ chat }) => {
    const words = await Promise.all(
      ['stars.add', 'stars.list', 'stars.remove', 'files.upload', 'rtm.connect'].map(
        async (name) => (await call(chat, name)).body['error'],
      ),
    )
    expect(words).toEqual([
      'method_deprecated',
      'method_deprecated',
      'method_deprecated',
      'method_deprecated',
      'not_allowed_token_type',
    ])
  })

  it('api.test answers its arguments, and the error of the argument', async ({ chat }) => {
    expect(await anonymous(chat, 'api.test?foo=bar')).toEqual({ ok: true, args: { foo: 'bar' } })
    expect(await refusalOf(clientOf(chat).api.test({ error: 'my_error' }))).toMatchObject({
      error: 'my_error',
      args: { error: 'my_error' },
    })
  })
})
