import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startChat } from '#chat/fixtures/chat.fixture.ts'
import { COMMON_ERRORS, DOCUMENTED_ERRORS } from './documented-errors.fixture.ts'
import { OPEN_METHODS } from '#chat/rules/open-methods.ts'
import { ADMIN_APP_CALLS } from './admin-apps.fixture.ts'
import { ADMINISTRATION_CALLS } from './administration.fixture.ts'
import { CODE_CHANNEL_CALLS } from './code-channels.fixture.ts'
import { DOCUMENT_CALLS } from './documents.fixture.ts'
import { ENTERPRISE_CALLS } from './enterprise.fixture.ts'
import { LIST_CALLS } from './lists.fixture.ts'
import { AGENT_CALLS } from './refused-agents.fixture.ts'
import { MESSAGE_CALLS } from './refused-calls.fixture.ts'
import { OTHER_CALLS } from './refused-others.fixture.ts'
import { startWorkspace, type Workspace } from './workspace.fixture.ts'
import { ENDED_METHODS } from '#chat/routes/refused.ts'
import { routes } from '#chat/routes/index.ts'
import { NEVER_ANSWERED, NEVER_ANSWERED_BY, reasonAgainst } from './unanswered-errors.fixture.ts'

// Every error that the vendor documents for every method: a call that provokes it, or the reason why none does.

const CALLS = {
  ...ADMIN_APP_CALLS,
  ...ADMINISTRATION_CALLS,
  ...AGENT_CALLS,
  ...CODE_CHANNEL_CALLS,
  ...DOCUMENT_CALLS,
  ...LIST_CALLS,
  ...ENTERPRISE_CALLS,
  ...MESSAGE_CALLS,
  ...OTHER_CALLS,
}
const methods = [
  ...new Set(
    routes.flatMap(({ path }) => {
      const [, method] = /^\/api\/([a-z][\w.]*)$/i.exec(path) ?? []
      return method === undefined || ENDED_METHODS.has(method) ? [] : [method]
    }),
  ),
].toSorted()

let space: Workspace
beforeAll(async () => {
  space = await startWorkspace()
})
afterAll(() => space[Symbol.asyncDispose]())
beforeEach(() => space.chat.reset())

it('has the documented errors of every method', () => {
  expect(Object.keys(DOCUMENTED_ERRORS).toSorted()).toEqual(methods)
})

describe.each(Object.entries(DOCUMENTED_ERRORS).filter(([, words]) => words.length > 0))('%s', (method, words) => {
  const provoked = words.filter((word) => CALLS[method]?.[word] !== undefined)

  it('has a call or a reason for every error, and a call for none that is not documented', () => {
    const unexplained = words.filter((word) => !provoked.includes(word) && reasonAgainst(method, word) === undefined)
    expect(unexplained).toEqual([])
    const { msg_blocks_too_long: _ofBlocks, ...calls } = CALLS[method] ?? {}
    expect(Object.keys(calls).filter((word) => !words.includes(word))).toEqual([])
  })

  it.each(provoked)('answers %s', async (word) => {
    const call = CALLS[method]?.[word]
    const [args, token, via] = (await call?.(space)) ?? [{}]
    expect(await space.call(method, args, token, via)).toMatchObject({ ok: false, error: word })
  })
})

describe('the errors of every method', () => {
  const closed = methods.filter((method) => !OPEN_METHODS.has(method))
  const kinds: Readonly<Record<string, string>> = {
    'admin.conversations.disconnectShared': 'xoxp-alice',
    'apps.connections.open': 'xapp-1-test',
    'apps.event.authorizations.list': 'xapp-1-test',
    'team.accessLogs': 'xoxp-alice',
    'team.billableInfo': 'xoxp-alice',
    'team.integrationLogs': 'xoxp-alice',
    'users.deletePhoto': 'xoxp-alice',
    'users.profile.set': 'xoxp-alice',
    'users.setPhoto': 'xoxp-alice',
    'users.identity': 'xoxp-openid',
    'openid.connect.userInfo': 'xoxp-openid',
    'search.messages': 'xoxp-alice',
    'search.all': 'xoxp-alice',
    'search.files': 'xoxp-alice',
    'files.sharedPublicURL': 'xoxp-alice',
  }
  const isOfApps = (method: string): boolean => kinds[method] === 'xapp-1-test'
  const isOfManifests = (method: string): boolean => method.startsWith('apps.manifest.')
  const tokenOf = (method: string): string =>
    kinds[method] ??
    (method.startsWith('admin.') ? 'xoxp-alice' : undefined) ??
    (isOfManifests(method) ? 'xoxe.xoxp-1-dora' : undefined) ??
    (/^reminders\.|^dnd\.(?:set|end)/.test(method) ? 'xoxp-alice' : 'xoxb-helper')
  const send = async (method: string, init: RequestInit) => {
    const response = await space.chat.fetch(`${space.chat.url}/api/${method}`, { method: 'POST', ...init })
    return [response.status, ((await response.json()) as { error?: string }).error]
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  it('has a call or a reason for every common error', () => {
    const tested = [
      'account_inactive',
      'invalid_arg_name',
      'invalid_arguments',
      'invalid_array_arg',
      'invalid_auth',
      'invalid_charset',
      'invalid_form_data',
      'invalid_json',
      'invalid_post_type',
      'json_not_object',
      'missing_post_type',
      'missing_scope',
      'not_allowed_token_type',
      'not_authed',
      'ratelimited',
      'token_expired',
      'token_revoked',
    ]
    const unexplained = COMMON_ERRORS.filter((word) => !tested.includes(word) && !NEVER_ANSWERED.includes(word))
    expect(unexplained).toEqual([])
  })

  it.each(closed)('%s refuses tokens that do not work', async (method) => {
    expect(await send(method, {})).toEqual([200, 'not_authed'])
    expect(await send(method, { headers: bearer('xoxb-nonsense') })).toEqual([200, 'invalid_auth'])
    expect(await send(method, { headers: bearer('xoxp-gone') })).toEqual([200, 'account_inactive'])
    await space.call('auth.revoke', {}, 'xoxp-bob')
    expect(await send(method, { headers: bearer('xoxp-bob') })).toEqual([200, 'token_revoked'])
    const { access_token: rotating } = await space.call('oauth.v2.exchange', {
      client_id: '1.3',
      client_secret: 'secret',
      token: 'xoxb-rotating',
    })
    space.chat.clock.advance('13h')
    expect(await send(method, { headers: bearer(String(rotating)) })).toEqual([200, 'token_expired'])
  })

  it.each(closed.filter((method) => method !== 'auth.test'))('%s refuses tokens of other kinds', async (method) => {
    const other = isOfApps(method) ? 'xoxb-helper' : 'xapp-1-test'
    expect(await send(method, { headers: bearer(other) })).toEqual([200, 'not_allowed_token_type'])
  })

  it('a method with scopes answers missing_scope, with what is needed', async () => {
    const open: string[] = []
    for (const method of closed.filter((each) => !isOfApps(each) && !isOfManifests(each))) {
      const narrow = tokenOf(method).replace(/-.*/, '-narrow')
      const { error, needed, provided } = await space.call(method, { test: true }, narrow)
      if (error === 'missing_scope')
        expect([method, needed, provided]).toEqual([method, expect.any(String), 'identity.avatar'])
      else open.push(method)
    }
    // The vendor documents no scope for these.
    expect(open).toEqual([
      'apps.uninstall',
      'auth.revoke',
      'auth.test',
      'chat.getPermalink',
      'chat.scheduledMessages.list',
      'dialog.open',
      'entity.presentDetails',
      'functions.completeError',
      'functions.completeSuccess',
      'views.open',
      'views.publish',
      'views.push',
      'views.update',
    ])
  })

  it.each(methods)('%s refuses arguments that cannot be read', async (method) => {
    const headers = OPEN_METHODS.has(method) ? {} : bearer(tokenOf(method))
    const typed = (type: string, body: string) => send(method, { headers: { ...headers, 'content-type': type }, body })
    const form = 'application/x-www-form-urlencoded'
    expect(await typed(form, 'a-b=1')).toEqual([200, 'invalid_arg_name'])
    expect(await typed(form, 'users[]=1')).toEqual([200, 'invalid_array_arg'])
    expect(await typed(`${form}; charset=klingon`, 'a=1')).toEqual([200, 'invalid_charset'])
    expect(await typed('multipart/form-data', 'a')).toEqual([200, 'invalid_form_data'])
    expect(await typed('application/json', '{')).toEqual([200, 'invalid_json'])
    expect(await typed('application/json', '[]')).toEqual([200, 'json_not_object'])
    expect(await typed('application/xml', '<a/>')).toEqual([200, 'invalid_post_type'])
    expect(await send(method, { headers, body: new Uint8Array([97]) })).toEqual([200, 'missing_post_type'])
  })

  it('arguments of the wrong type are invalid_arguments', async () => {
    expect(await space.call('chat.postMessage', { channel: [] })).toMatchObject({
      error: 'invalid_arguments',
      response_metadata: { messages: ['[ERROR] must provide a string [json-pointer:/channel]'] },
    })
  })

  it('a limit of the seed answers ratelimited, with 429 and the seconds to wait', async () => {
    const limited = closed.filter((method) => !isOfApps(method))
    const rate_limits = Object.fromEntries(limited.map((method) => [method, 0]))
    const tokens = [
      { token: 'xoxp-alice', user: 'alice' },
      { token: 'xoxp-openid', user: 'alice', scopes: ['openid', 'identity.basic'] },
    ]
    const config_tokens = [{ token: 'xoxe.xoxp-1-dora', user: 'alice' }]
    const bots = [{ name: 'helper' }]
    const seed = { chat: { users: [{ name: 'alice' }], bots, tokens, config_tokens, rate_limits } }
    await using chat = await startChat({ seed, now: '2026-01-01T12:00:15Z' })
    for (const method of limited) {
      const response = await chat.fetch(`${chat.url}/api/${method}`, { headers: bearer(tokenOf(method)) })
      const body = (await response.json()) as { error: string }
      // A call without its required arguments is refused for that first.
      if (!['invalid_arguments', 'missing_argument', 'missing_args'].includes(body.error)) {
        expect([method, response.status, response.headers.get('retry-after'), body.error]).toEqual([
          method,
          429,
          '45',
          'ratelimited',
        ])
      }
    }
  })
})

describe('an error that no state leads to', () => {
  const words = [...new Set([...NEVER_ANSWERED, ...NEVER_ANSWERED_BY.map(([, word]) => word)])].toSorted()

  it('is documented for a method', () => {
    const documented = new Set([...COMMON_ERRORS, ...Object.values(DOCUMENTED_ERRORS).flat()])
    expect(words.filter((word) => !documented.has(word))).toEqual([])
    expect(NEVER_ANSWERED_BY.filter(([method, word]) => DOCUMENTED_ERRORS[method]?.includes(word) !== true)).toEqual([])
  })

  it('has no call', () => {
    expect(NEVER_ANSWERED_BY.filter(([method, word]) => CALLS[method]?.[word] !== undefined)).toEqual([])
  })

  it.each(words)('%s is answered by a fault', async (code) => {
    space.chat.faults.add({ operation: 'conversations.list', code, times: 1 })
    const response = await space.chat.fetch(`${space.chat.url}/api/conversations.list`, {
      headers: bearerOf('xoxb-helper'),
    })
    const status = code === 'rate_limited' ? 429 : code === 'service_unavailable' ? 503 : 200
    const error = code === 'rate_limited' ? 'ratelimited' : code
    expect([response.status, await response.json()]).toMatchObject([status, { ok: false, error }])
  })
})

function bearerOf(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` }
}
