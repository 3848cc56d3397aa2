import { decodeJwt } from 'jose'
import { afterAll, describe, expect } from 'vitest'
import { receiveHooks } from '#oidc-d/hook-receiver.fixture.ts'
import { allItems, oidcSite, refusal } from '#oidc-d/oidc-d.fixture.ts'

const receiver = await receiveHooks()
afterAll(() => receiver[Symbol.asyncDispose]())

const site = oidcSite({
  authorization_servers: [
    {
      name: 'default',
      claims: [{ name: 'department', value: 'user.department' }],
      token_hook: { uri: receiver.uri, auth: { key: 'Authorization', value: 'shared secret' } },
    },
  ],
})
const { it } = site
it.afterEach(() => {
  Object.assign(receiver, { statuses: [], answer: {}, echoes: true })
  receiver.received.length = 0
})

const path = '/api/v1/inlineHooks'
const config = { uri: receiver.uri, method: 'POST', authScheme: { type: 'HEADER', key: 'X-Key', value: 'secret' } }
const hook = (type = 'com.okta.user.pre-registration', changes: object = {}) => ({
  name: 'Registration',
  type,
  version: '1.0.0',
  channel: { type: 'HTTP', version: '1.0.0', config },
  ...changes,
})

describe('an inline hook', () => {
  it('is created active, and its answers keep the secret', async () => {
    const { status, body } = await site.send('POST', path, hook())
    const self = `${site.emulator.url}${path}/${body.id}`
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^cal/),
        status: 'ACTIVE',
        name: 'Registration',
        type: 'com.okta.user.pre-registration',
        version: '1.0.0',
        channel: {
          type: 'HTTP',
          version: '1.0.0',
          config: { uri: receiver.uri, headers: [], method: 'POST', authScheme: { type: 'HEADER', key: 'X-Key' } },
        },
        created: '2026-01-01T12:00:00.000Z',
        lastUpdated: '2026-01-01T12:00:00.000Z',
        _links: {
          self: { href: self },
          execute: { href: `${self}/execute`, hints: { allow: ['POST'] } },
          deactivate: { href: `${self}/lifecycle/deactivate`, hints: { allow: ['POST'] } },
        },
      },
    ])
  })

  it('is listed by type, changed, deactivated and deleted with the vendor’s SDK', async () => {
    const { inlineHookApi } = site.okta()
    const { id: inlineHookId = '' } = await inlineHookApi.createInlineHook({ inlineHook: hook() as never }) // the SDK wants its own classes
    const named = async (type?: 'com.okta.user.pre-registration') =>
      (await allItems(inlineHookApi.listInlineHooks(type === undefined ? {} : { type }))).map(({ name }) => name)
    expect(await named()).toEqual(['default tokens', 'Registration'])
    expect(await named('com.okta.user.pre-registration')).toEqual(['Registration'])
    expect((await site.send('POST', `${path}/${inlineHookId}`, { name: 'Sign-up' })).body.name).toBe('Sign-up')
    const replaced = await site.send('PUT', `${path}/${inlineHookId}`, hook('com.okta.import.transform'))
    expect(replaced.body).toMatchObject({ name: 'Registration', type: 'com.okta.user.pre-registration' })
    await expect(inlineHookApi.deleteInlineHook({ inlineHookId })).rejects.toMatchObject(refusal(400, 'E0000001'))
    expect((await inlineHookApi.deactivateInlineHook({ inlineHookId })).status).toBe('INACTIVE')
    expect((await inlineHookApi.activateInlineHook({ inlineHookId })).status).toBe('ACTIVE')
    await inlineHookApi.deactivateInlineHook({ inlineHookId })
    await inlineHookApi.deleteInlineHook({ inlineHookId })
    await expect(inlineHookApi.getInlineHook({ inlineHookId })).rejects.toMatchObject(refusal(404, 'E0000007'))
  })

  it('of the channel OAUTH keeps its client, without the secret', async () => {
    const oauth = {
      clientId: 'abc',
      tokenUrl: 'https://example.com/token',
      authType: 'client_secret_post',
      scope: 'api',
    }
    const channel = { type: 'OAUTH', version: '1.0.0', config: { uri: receiver.uri, ...oauth, clientSecret: 'def' } }
    const { body } = await site.send('POST', path, hook(undefined, { channel }))
    expect(body.channel).toEqual({
      type: 'OAUTH',
      version: '1.0.0',
      config: { uri: receiver.uri, headers: [], method: 'POST', authScheme: null, ...oauth },
    })
  })

  it('of the channel OAUTH is asked with a token that the client gets first', async () => {
    receiver.answer = { access_token: 'for the hook' }
    const oauth = { clientId: 'abc', clientSecret: 'def', authType: 'client_secret_post', tokenUrl: receiver.uri }
    const channel = { type: 'OAUTH', config: { uri: receiver.uri, ...oauth } }
    const { id } = (await site.send('POST', path, hook(undefined, { channel }))).body
    await site.send('POST', `${path}/${id}/execute`, {})
    const [token, asked] = receiver.received
    expect(Object.fromEntries(new URLSearchParams(token?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'abc',
      client_secret: 'def',
    })
    expect(asked?.headers['authorization']).toBe('Bearer for the hook')
    const without = { type: 'OAUTH', config: { uri: receiver.uri, ...oauth, clientId: '' } }
    expect((await site.send('POST', path, hook(undefined, { channel: without }))).body.errorSummary).toBe(
      'Api validation failed: clientId',
    )
  })

  it('is executed with a payload, and its answer is handed on', async () => {
    receiver.answer = { commands: [{ type: 'com.okta.action.update', value: { registration: 'DENY' } }] }
    const { id } = (await site.send('POST', path, hook())).body
    const { status, body } = await site.send('POST', `${path}/${id}/execute`, { eventId: '1', data: {} })
    expect([status, body]).toEqual([200, receiver.answer])
    expect(receiver.received).toMatchObject([
      { method: 'POST', headers: { 'x-key': 'secret', 'content-type': 'application/json' } },
    ])
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({ eventId: '1', data: {} })
  })

  it('that does not answer twice is refused', async () => {
    receiver.statuses = [500, 500]
    const { id } = (await site.send('POST', path, hook())).body
    const { status, body } = await site.send('POST', `${path}/${id}/execute`, {})
    expect([status, body.errorCode]).toEqual([400, 'E0000001'])
    expect(body.errorCauses[0].errorSummary).toContain('the status 500')
    expect(receiver.received).toHaveLength(2)
  })
})

const callback = 'http://localhost:3000/callback'
const basic = { authorization: `Basic ${btoa('web-app:web-app-secret')}` }

/** Signs Ada in at the server default and exchanges the code. */
async function exchange(scope = 'openid profile') {
  const query = new URLSearchParams({
    client_id: 'web-app',
    redirect_uri: callback,
    response_type: 'code',
    scope,
    state: 's',
    nonce: 'n',
  })
  const { url } = site.emulator
  const { code } = site.emulator.authorize({
    url: `${url}/oauth2/default/v1/authorize?${query}`,
    login: 'grace@example.com',
  })
  const body = new URLSearchParams({ grant_type: 'authorization_code', code: code ?? '', redirect_uri: callback })
  const response = await fetch(`${url}/oauth2/default/v1/token`, { method: 'POST', headers: basic, body })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}
const patch = (type: 'access' | 'identity', ...value: object[]) => ({ type: `com.okta.${type}.patch`, value })
const flaws = async () =>
  (
    (await site.send('GET', '/api/v1/logs?filter=eventType eq "inline_hook.executed"')).body as {
      outcome: { reason: string | null }
    }[]
  ).map(({ outcome }) => outcome.reason)

describe('a token hook', () => {
  it('is told of the request, the user, the rule and the claims of both tokens', async () => {
    await exchange()
    const [{ headers, body } = { headers: {}, body: '{}' }] = receiver.received
    expect([receiver.received.length, headers['authorization']]).toEqual([1, 'shared secret'])
    const { data, ...event } = JSON.parse(body)
    expect(event).toMatchObject({
      eventType: 'com.okta.oauth2.tokens.transform',
      eventTypeVersion: '1.0',
      cloudEventVersion: '0.1',
      contentType: 'application/json',
      source: `${site.emulator.url}/oauth2/default/v1/token`,
    })
    expect(data.context).toMatchObject({
      request: { method: 'POST', url: { value: `${site.emulator.url}/oauth2/default/v1/token` } },
      protocol: {
        type: 'OAUTH2.0',
        request: { scope: 'openid profile', client_id: 'web-app', grant_type: 'authorization_code' },
        issuer: { uri: `${site.emulator.url}/oauth2/default` },
        client: { id: 'web-app', name: 'Web App', type: 'CONFIDENTIAL' },
      },
      user: { profile: { login: 'grace@example.com', firstName: 'Grace' } },
      policy: { id: expect.stringMatching(/^00p/), rule: { id: expect.stringMatching(/^0pr/) } },
    })
    expect(data.context.protocol.request).not.toHaveProperty('code')
    expect(data.identity).toMatchObject({
      claims: { aud: 'web-app', nonce: 'n', name: 'Grace Hopper', amr: ['pwd'] },
      token: { lifetime: { expiration: 3600 } },
    })
    expect(data.access).toMatchObject({
      claims: { cid: 'web-app', sub: 'grace@example.com', department: 'Engineering' },
      token: { lifetime: { expiration: 3600 } },
      scopes: { openid: { id: expect.stringMatching(/^scp/), action: 'GRANT' } },
    })
    expect(data.access.claims).not.toHaveProperty('exp')
  })

  it('adds, replaces and removes claims, and sets the lifetimes', async () => {
    receiver.answer = {
      commands: [
        patch(
          'access',
          { op: 'add', path: '/claims/patient', value: { id: 7, wards: ['a'] } },
          { op: 'add', path: '/claims/patient/wards/-', value: 'b' },
          { op: 'add', path: '/claims/https:~1~1example.com~1plan', value: 'gold' },
          { op: 'replace', path: '/claims/sub', value: 'patient-7' },
          { op: 'remove', path: '/claims/department' },
          { op: 'replace', path: '/token/lifetime/expiration', value: 600 },
        ),
        patch('identity', { op: 'replace', path: '/claims/name', value: 'Admiral Hopper' }),
      ],
    }
    const { body } = await exchange()
    const access = decodeJwt(body['access_token'] ?? '')
    expect(access).toMatchObject({
      patient: { id: 7, wards: ['a', 'b'] },
      'https://example.com/plan': 'gold',
      sub: 'patient-7',
    })
    expect(access).not.toHaveProperty('department')
    expect([body['expires_in'], (access.exp ?? 0) - (access.iat ?? 0)]).toEqual([600, 600])
    expect(decodeJwt(body['id_token'] ?? '')['name']).toBe('Admiral Hopper')
    expect(await flaws()).toEqual([null, null])
  })

  it.for<[reason: string, commands: object[]]>([
    ['the claim iss is reserved', [patch('access', { op: 'replace', path: '/claims/iss', value: 'x' })]],
    ['the claim sub is reserved', [patch('identity', { op: 'replace', path: '/claims/sub', value: 'x' })]],
    ['the claim cnf is reserved', [patch('access', { op: 'add', path: '/claims/cnf', value: { jkt: 'x' } })]],
    ['the claim cnf is reserved', [patch('access', { op: 'add', path: '/claims/cnf/jkt', value: 'x' })]],
    ['the claim username is reserved', [patch('access', { op: 'add', path: '/claims/username', value: 'x' })]],
    ['the claim role is reserved', [patch('identity', { op: 'add', path: '/claims/role', value: 'x' })]],
    ['there is no claims/shoe', [patch('access', { op: 'replace', path: '/claims/shoe', value: 1 })]],
    ['there is no claims/shoe', [patch('identity', { op: 'remove', path: '/claims/shoe' })]],
    ['there is no claims/shoe/size', [patch('access', { op: 'add', path: '/claims/shoe/size', value: 1 })]],
    [
      '9 is no index of claims/list/9',
      [
        patch(
          'access',
          { op: 'add', path: '/claims/list', value: [] },
          { op: 'add', path: '/claims/list/9', value: 1 },
        ),
      ],
    ],
    [
      'the lifetime 60 is not between',
      [patch('access', { op: 'replace', path: '/token/lifetime/expiration', value: 60 })],
    ],
    ['the value of remove must be null', [patch('access', { op: 'remove', path: '/claims/department', value: 1 })]],
    ['its commands are not in the form', [{ type: 'com.okta.assertion.patch', value: [] }]],
  ])('is passed over as a whole when %s', async ([reason, commands]) => {
    receiver.answer = { commands: [patch('access', { op: 'add', path: '/claims/added', value: 1 }), ...commands] }
    const { status, body } = await exchange()
    expect(status).toBe(200)
    expect(decodeJwt(body['access_token'] ?? '')).not.toHaveProperty('added')
    expect((await flaws())[0]).toContain(reason)
  })

  it('is passed over when it does not answer with 200', async () => {
    receiver.statuses = [404]
    expect((await exchange()).status).toBe(200)
    expect((await flaws())[0]).toContain('the status 404')
  })

  it('may refuse the tokens with its own words', async () => {
    receiver.answer = { error: { errorSummary: 'The patient has left' } }
    const { status, body } = await exchange()
    expect([status, body]).toEqual([400, { error: 'server_error', error_description: 'The patient has left' }])
    receiver.answer = { error: {} }
    expect((await exchange()).body['error_description']).toBe('The callback service returned an error')
  })

  it('is asked for client credentials and for ID tokens of the authorization endpoint too', async () => {
    receiver.answer = { commands: [patch('identity', { op: 'add', path: '/claims/added', value: 1 })] }
    const query = new URLSearchParams({
      client_id: 'web-app',
      redirect_uri: callback,
      response_type: 'id_token',
      scope: 'openid',
      state: 's',
      nonce: 'n',
    })
    const web = (await site.send('GET', '/api/v1/apps')).body[0]
    const { oauthClient } = web.settings
    const settings = {
      oauthClient: {
        ...oauthClient,
        response_types: ['code', 'id_token'],
        grant_types: ['authorization_code', 'implicit', 'client_credentials'],
      },
    }
    expect((await site.send('PUT', `/api/v1/apps/${web.id}`, { ...web, settings })).status).toBe(200)
    const redirect = await fetch(`${site.emulator.url}/oauth2/default/v1/authorize?${query}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ user: 'grace@example.com' }),
    })
    const fragment = new URLSearchParams(new URL(redirect.headers.get('location') ?? '').hash.slice(1))
    expect(decodeJwt(fragment.get('id_token') ?? '')['added']).toBe(1)
    receiver.answer = {}
    await site.send('POST', '/api/v1/authorizationServers/default/scopes', { name: 'read:items' })
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'read:items' })
    const own = await fetch(`${site.emulator.url}/oauth2/default/v1/token`, { method: 'POST', headers: basic, body })
    expect(own.status).toBe(200)
    const { data } = JSON.parse(receiver.received.at(-1)?.body ?? '{}')
    expect([Object.keys(data), data.context.user]).toEqual([['context', 'access'], undefined])
  })

  it('is tied to a rule of an access policy, and no longer asked when it is inactive', async () => {
    const rules = async () => {
      const base = '/api/v1/authorizationServers/default/policies'
      const [policy] = (await site.send('GET', base)).body
      return `${base}/${policy.id}/rules`
    }
    const [rule] = (await site.send('GET', await rules())).body
    const { id } = rule.actions.token.inlineHook
    await site.send('POST', `${path}/${id}/lifecycle/deactivate`)
    await exchange()
    expect(receiver.received).toEqual([])
    await site.send('POST', `${path}/${id}/lifecycle/activate`)
    const at = `${await rules()}/${rule.id}`
    const other = (await site.send('POST', path, hook())).body.id
    const token = { ...rule.actions.token, inlineHook: { id: other } }
    expect((await site.send('PUT', at, { ...rule, actions: { token } })).body.errorSummary).toBe(
      'Api validation failed: inlineHook',
    )
    const without = { ...rule, actions: { token: { ...rule.actions.token, inlineHook: null } } }
    expect((await site.send('PUT', at, without)).body.actions.token).not.toHaveProperty('inlineHook')
    await exchange()
    expect(receiver.received).toEqual([])
  })
})
