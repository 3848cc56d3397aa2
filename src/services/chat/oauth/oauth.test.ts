import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { InstallProvider, LogLevel, type Installation } from '@slack/oauth'
import { WebClient } from '@slack/web-api'
import { IncomingWebhook } from '@slack/webhook'
import { InstallProvider as InstallProvider3 } from 'slack-oauth-3'
import { IncomingWebhook as IncomingWebhook7 } from 'slack-webhook-7'
import * as openid from 'openid-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '#emulator.ts'
import { expectPublishedTypes } from '#chat/fixtures/chat.fixture.ts'
import { visitorWithBrowser } from '#testkit/visitor.ts'

// Apps that are installed with @slack/oauth, and a person with a browser.

const visitor = visitorWithBrowser()
afterEach(() => expectPublishedTypes(chat))
let chat: Emulator<'chat'>
let receiver: Server
let origin: string
let provider: InstallProvider
let installed: Installation | undefined
let received: { readonly type: string; readonly event?: Record<string, unknown> }[] = []

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const path = new URL(request.url ?? '/', origin).pathname
    if (path === '/install') {
      void provider.handleInstallPath(request, response, {}, options)
    } else if (path === '/callback') {
      void provider.handleCallback(request, response, {
        success: (installation, _options, _request, answer) => {
          installed = installation
          answer.end('<h1>Installed</h1>')
        },
        failure: (error, _options, _request, answer) => void answer.end(`<h1>Failed: ${error.code}</h1>`),
      })
    } else if (path !== '/events') {
      response.writeHead(404).end()
    } else {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        received.push(JSON.parse(body) as (typeof received)[number])
        response.end()
      })
    }
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  origin = `http://localhost:${(receiver.address() as AddressInfo).port}` // of a TCP server
  const app = {
    client_secret: 'secret',
    redirect_uris: [`${origin}/callback`],
    signing_secret: 'signing',
    events_url: `${origin}/events`,
  }
  chat = await createEmulator({
    service: 'chat',
    port: 0,
    seed: {
      chat: {
        users: [{ name: 'alice', real_name: 'Alice Ito', email: 'alice@example.com' }, { name: 'bob' }],
        channels: [{ name: 'general' }, { name: 'deploys' }],
        oauth_apps: [
          { ...app, client_id: '1.2', name: 'helper' },
          { ...app, client_id: '1.3', name: 'rotating', token_rotation: true },
          { ...app, client_id: '1.4', name: 'plain', events_url: undefined },
        ],
        bots: [{ name: 'rotating' }, { name: 'plain' }],
      },
    },
  })
})
afterAll(async () => {
  await chat.close()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})
beforeEach(() => {
  chat.reset()
  installed = undefined
  received = []
})

/** The library prints every refusal. */
const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => LogLevel.ERROR,
  setName: () => undefined,
}

let options: Parameters<InstallProvider['handleInstallPath']>[3]

function install(
  Provider: typeof InstallProvider,
  scopes: string[],
  userScopes: string[] = [],
  clientId = '1.2',
): void {
  options = { scopes, userScopes, redirectUri: `${origin}/callback` }
  provider = new Provider({
    clientId,
    clientSecret: 'secret',
    stateSecret: 'state',
    authorizationUrl: `${chat.url}/oauth/v2/authorize`,
    clientOptions: { slackApiUrl: `${chat.url}/api/` },
    directInstall: true,
    logger: quiet,
    installationStore: {
      storeInstallation: (installation) => {
        installed = installation
        return Promise.resolve()
      },
      fetchInstallation: () => Promise.resolve(installed as never),
    },
  })
}
const client = (token?: string) => new WebClient(token, { slackApiUrl: `${chat.url}/api/` })
/** Follows the link of the app, and answers the page without a browser. */
async function approve(query: Record<string, string>, form: Record<string, string>): Promise<URL> {
  const parameters = new URLSearchParams({ client_id: '1.2', redirect_uri: `${origin}/callback`, state: 's', ...query })
  const response = await fetch(`${chat.url}/oauth/v2/authorize?${parameters.toString()}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  })
  return new URL(response.headers.get('location') ?? 'missing:')
}
const redeem = (code: string, more = {}) =>
  client().oauth.v2.access({ client_id: '1.2', client_secret: 'secret', code, ...more })

describe('the scopes of an installation', () => {
  const granted = async (scope: string, id: string) => {
    const redirected = await approve({ client_id: id, scope }, { user: 'alice' })
    const code = redirected.searchParams.get('code') ?? ''
    return client().oauth.v2.access({ client_id: id, client_secret: 'secret', code })
  }

  it('are those that were asked for, and those of earlier installations, not those of the seed’s token', async () => {
    const first = await granted('chat:write,channels:read', '1.4')
    expect(first.scope).toBe('chat:write,channels:read')
    const web = client(first.access_token)
    const response = await fetch(`${chat.url}/api/auth.test`, {
      headers: { authorization: `Bearer ${first.access_token}` },
    })
    expect(response.headers.get('x-oauth-scopes')).toBe('chat:write,channels:read')
    await expect(web.users.list({})).rejects.toMatchObject({ data: { error: 'missing_scope', needed: 'users:read' } })
    const second = await granted('users:read', '1.4')
    expect([second.access_token, second.scope]).toEqual([first.access_token, 'chat:write,channels:read,users:read'])
    expect((await web.users.list({})).ok).toBe(true)
    expect((await client('xoxb-plain').emoji.list()).ok).toBe(true)
  })
})

for (const [major, Provider] of [
  ['4', InstallProvider],
  ['3', InstallProvider3 as unknown as typeof InstallProvider],
] as const) {
  describe(`@slack/oauth ${major}`, () => {
    it('installs an app with a browser: the page lists the scopes, and the person chooses a channel', async () => {
      install(Provider, ['chat:write', 'incoming-webhook'], ['search:read'])
      const { page } = visitor
      await page.goto(`${origin}/install`)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('helper')
      const words = await page.locator('main').textContent()
      expect(words).toContain('Send messages')
      expect(words).toContain('On your behalf: Search the content of the workspace')
      await page.getByLabel('#deploys').check()
      await page.getByRole('button', { name: 'Alice Ito' }).click()
      await page.getByRole('heading', { name: 'Installed' }).waitFor()
      expect(installed).toMatchObject({
        team: { name: 'Backlot' },
        bot: { scopes: ['chat:write', 'incoming-webhook'] },
        user: { scopes: ['search:read'] },
        incomingWebhook: { channel: '#deploys' },
        tokenType: 'bot',
      })
      const test = await client(installed?.bot?.token).auth.test()
      expect([test.bot_id, test.user]).toEqual([installed?.bot?.id, 'helper'])
      expect((await client(installed?.user.token).auth.test()).user).toBe('alice')
    })

    it('answers an error when the person declines', async () => {
      install(Provider, ['chat:write'])
      const { page } = visitor
      await page.goto(`${origin}/install`)
      await page.getByRole('button', { name: 'Cancel' }).click()
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Failed')
    })

    it('renews tokens that rotate', async () => {
      install(Provider, ['chat:write'], ['search:read'], '1.3')
      const { page } = visitor
      await page.goto(`${origin}/install`)
      await page.getByRole('button', { name: 'Alice Ito' }).click()
      await page.getByRole('heading', { name: 'Installed' }).waitFor()
      const first = structuredClone(installed)
      expect(first?.bot?.token).toMatch(/^xoxe\.xoxb-1-/)
      expect(first?.user.token).toMatch(/^xoxe\.xoxp-1-/)
      // The library renews what ends within two hours, by the wall clock.
      if (installed?.bot !== undefined) installed.bot.expiresAt = 1
      if (installed !== undefined) installed.user.expiresAt = 1
      const found = await provider.authorize({
        teamId: first?.team?.id ?? '',
        enterpriseId: undefined,
        userId: first?.user.id ?? '',
        isEnterpriseInstall: false,
      })
      expect(found.botToken).not.toBe(first?.bot?.token)
      expect((await client(found.botToken).auth.test()).user).toBe('rotating')
      expect((await client(found.userToken).auth.test()).user).toBe('alice')
      chat.clock.advance('13h')
      await expect(client(found.botToken).auth.test()).rejects.toThrow('token_expired')
    })
  })
}

describe('oauth.v2.access', () => {
  it('exchanges a code once, with the right secret and address', async () => {
    const code = (await approve({ scope: 'chat:write' }, { user: 'alice' })).searchParams.get('code') ?? ''
    await expect(redeem(code, { client_secret: 'wrong' })).rejects.toThrow('bad_client_secret')
    await expect(redeem(code, { client_id: '9.9' })).rejects.toThrow('invalid_client_id')
    await expect(redeem(code, { redirect_uri: 'https://x.test' })).rejects.toThrow('bad_redirect_uri')
    const answer = await redeem(code, { redirect_uri: `${origin}/callback` })
    expect(answer).toMatchObject({ ok: true, token_type: 'bot', scope: 'chat:write', authed_user: { id: /^U/ } })
    await expect(redeem(code)).rejects.toThrow('code_already_used')
    await expect(redeem('nonsense')).rejects.toThrow('invalid_code')
  })

  it('gives only a token of the person for user scopes alone', async () => {
    const code =
      (await approve({ user_scope: 'chat:write,users:read' }, { user: 'bob' })).searchParams.get('code') ?? ''
    const answer = await redeem(code)
    expect(answer).toMatchObject({ authed_user: { scope: 'chat:write,users:read', token_type: 'user' } })
    expect(answer).not.toHaveProperty('access_token')
  })

  it('refuses unknown scopes with a redirect', async () => {
    const location = await approve({ scope: 'world:domination' }, { user: 'alice' })
    expect([location.searchParams.get('error'), location.searchParams.get('state')]).toEqual(['invalid_scope', 's'])
  })

  it('has the id of the workspace by which an app in several workspaces finds its tokens', async () => {
    const stores = new Map<string, string>()
    for (const id of ['T0ACME', 'T0GLOBEX']) {
      const seed = { chat: { team: { id, name: id }, users: [{ name: 'alice' }] } }
      await using workspace = await createEmulator({ service: 'chat', port: 0, seed })
      const query = new URLSearchParams({ client_id: '9.9', redirect_uri: `${origin}/callback`, scope: 'chat:write' })
      const answer = await fetch(`${workspace.url}/oauth/v2/authorize?${query}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ user: 'alice' }),
      })
      const code = new URL(answer.headers.get('location') ?? 'missing:').searchParams.get('code') ?? ''
      const slack = new WebClient(undefined, { slackApiUrl: `${workspace.url}/api/` })
      const { team, access_token: token = '' } = await slack.oauth.v2.access({
        client_id: '9.9',
        client_secret: 'secret',
        code,
        redirect_uri: `${origin}/callback`,
      })
      stores.set(team?.id ?? '', token)
      expect(await slack.auth.test({ token })).toMatchObject({ team_id: id })
    }
    expect([...stores.keys()]).toEqual(['T0ACME', 'T0GLOBEX'])
    expect(new Set(stores.values()).size).toBe(2)
  })

  it('adds scopes to the token that the app has', async () => {
    const first = await redeem(
      (await approve({ scope: 'chat:write' }, { user: 'alice' })).searchParams.get('code') ?? '',
    )
    const second = await redeem(
      (await approve({ scope: 'files:read' }, { user: 'bob' })).searchParams.get('code') ?? '',
    )
    expect(second.access_token).toBe(first.access_token)
    expect(second.scope).toBe('chat:write,files:read')
  })

  it('turns a token into one that rotates', async () => {
    const token = 'xoxb-rotating' // of the seed: it does not expire
    const answer = await client().oauth.v2.exchange({ client_id: '1.3', client_secret: 'secret', token })
    expect(answer).toMatchObject({ token_type: 'bot', expires_in: 43_200 })
    const renewed = await client().oauth.v2.access({
      client_id: '1.3',
      client_secret: 'secret',
      grant_type: 'refresh_token',
      refresh_token: String(answer['refresh_token']),
    })
    expect((await client(renewed.access_token).auth.test()).user).toBe('rotating')
    await expect(client(token).auth.test()).rejects.toThrow('token_revoked')
  })
})

describe('an app whose tokens rotate', () => {
  it('sees no event from the expiry of its token until the token is renewed', async () => {
    const credentials = { client_id: '1.3', client_secret: 'secret' }
    const alice = chat.as('alice')
    const { refresh_token: refresh } = await client().oauth.v2.exchange({ ...credentials, token: 'xoxb-rotating' })
    await alice.say('#general', 'before the expiry')
    await chat.webhooks.settled()
    chat.clock.advance('12h')
    await alice.say('#general', 'after the expiry')
    await chat.webhooks.settled()
    const renewal = { grant_type: 'refresh_token' as const, refresh_token: String(refresh) }
    await client().oauth.v2.access({ ...credentials, ...renewal })
    await alice.say('#general', 'after the renewal')
    await chat.webhooks.settled()
    expect(received.map(({ event }) => event?.['text'])).toEqual(['before the expiry', 'after the renewal'])
  })
})

describe('the end of an installation', () => {
  it('sends the app tokens_revoked and app_uninstalled', async () => {
    const { access_token: token } = await redeem(
      (await approve({ scope: 'chat:write', user_scope: 'users:read' }, { user: 'alice' })).searchParams.get('code') ??
        '',
    )
    await client(token).apiCall('apps.uninstall', { client_id: '1.2', client_secret: 'secret' })
    await chat.webhooks.settled()
    expect(received.map(({ event }) => event?.['type'])).toEqual(['tokens_revoked', 'app_uninstalled'])
    expect(received[0]?.event).toMatchObject({ tokens: { oauth: [/^U/], bot: [/^U/] } })
    await expect(client(token).auth.test()).rejects.toThrow('token_revoked')
  })

  it('comes with the last token that is revoked', async () => {
    const { access_token: token, authed_user: person } = await redeem(
      (await approve({ scope: 'chat:write', user_scope: 'users:read' }, { user: 'alice' })).searchParams.get('code') ??
        '',
    )
    await client(person?.access_token).auth.revoke()
    await chat.webhooks.settled()
    expect(received.map(({ event }) => event?.['type'])).toEqual(['tokens_revoked'])
    await client(token).auth.revoke()
    await chat.webhooks.settled()
    expect(received.map(({ event }) => event?.['type'])).toEqual([
      'tokens_revoked',
      'tokens_revoked',
      'app_uninstalled',
    ])
  })
})

for (const [major, Webhook] of [
  ['8', IncomingWebhook],
  ['7', IncomingWebhook7 as unknown as typeof IncomingWebhook],
] as const) {
  it(`@slack/webhook ${major} posts to the channel of an installation, in threads too, and reads errors as text`, async () => {
    const code = (
      await approve({ scope: 'incoming-webhook' }, { user: 'alice', backlot_channel: '' })
    ).searchParams.get('code')
    const { incoming_webhook: address } = await redeem(code ?? '')
    const webhook = new Webhook(address?.url ?? '')
    expect(await webhook.send({ text: 'built https://x.test' })).toMatchObject({ text: 'ok' })
    const first = await chat.messages.next({ channel: '#general' })
    expect([first.text, first.from]).toEqual(['built <https://x.test>', 'helper'])
    const reply = { thread_ts: first.ts, blocks: [{ type: 'divider' as const }] }
    await webhook.send(reply)
    expect(await chat.messages.next({ thread: first })).toMatchObject({ blocks: [{ type: 'divider' }] })
    const post = async (body: string, path = address?.url ?? '') => {
      const response = await fetch(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      return [response.status, await response.text(), response.headers.get('content-type')]
    }
    const plain = 'text/plain; charset=utf-8'
    expect(await post('{}')).toEqual([400, 'no_text', plain])
    expect(await post('{"text"')).toEqual([400, 'invalid_payload', plain])
    expect(await post('{"blocks": [{"type": "x"}]}')).toEqual([400, 'invalid_blocks', plain])
    expect(await post('{"text": "x"}', `${chat.url}/services/T1/B1/x`)).toEqual([404, 'no_service', plain])
  })
}

describe('Sign in with Slack', () => {
  it('works with openid-client: claims, signature and userInfo', async () => {
    const config = await openid.discovery(new URL(chat.url), '1.2', 'secret', openid.ClientSecretPost('secret'), {
      execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
    })
    const nonce = openid.randomNonce()
    const state = openid.randomState()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: `${origin}/callback`,
      scope: 'openid email profile',
      state,
      nonce,
    })
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ user: 'alice' }),
    })
    const tokens = await openid.authorizationCodeGrant(config, new URL(response.headers.get('location') ?? ''), {
      expectedState: state,
      expectedNonce: nonce,
    })
    const claims = tokens.claims()
    expect(claims).toMatchObject({ email: 'alice@example.com', email_verified: true, name: 'Alice Ito' })
    const info = await openid.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '')
    expect(info).toMatchObject({ ok: true, given_name: 'Alice', 'https://slack.com/team_name': 'Backlot' })
  })
})
