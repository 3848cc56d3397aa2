import { expect } from 'vitest'
import { MANIFEST } from '#chat/errors/administration.fixture.ts'
import { chatTest, clientOf, refusalOf } from '#chat/fixtures/chat.fixture.ts'

const seed = {
  chat: {
    users: [{ name: 'alice' }],
    config_tokens: [{ token: 'xoxe.xoxp-1-alice', refresh_token: 'xoxe-1-alice', user: 'alice' }],
    tokens: [{ token: 'xoxp-alice', user: 'alice' }],
  },
}
const it = chatTest({ seed }).extend('config', ({ chat }) => clientOf(chat, 'xoxe.xoxp-1-alice'))

it('an app is created by its manifest, installed, changed, exported and deleted', async ({ chat, config }) => {
  const created = await config.apps.manifest.create({ manifest: MANIFEST as never })
  const { app_id, credentials, oauth_authorize_url = '' } = created as typeof created & { app_id: string }
  expect(new URL(oauth_authorize_url).searchParams.get('scope')).toBe('chat:write,commands')
  const { client_id = '', client_secret = '' } = credentials ?? {}
  const redirect = await chat.fetch(oauth_authorize_url, {
    method: 'POST',
    body: new URLSearchParams({ user: 'alice' }),
    redirect: 'manual',
  })
  const code = new URL(redirect.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const anonymous = clientOf(chat, '')
  const installed = await anonymous.oauth.v2.access({ client_id, client_secret, code })
  expect(installed).toMatchObject({ app_id, scope: 'chat:write,commands' })

  const settings = { ...MANIFEST.settings, token_rotation_enabled: true }
  const wider = { ...MANIFEST, oauth_config: { scopes: { bot: ['chat:write', 'users:read'] } }, settings }
  expect(await config.apps.manifest.update({ app_id, manifest: MANIFEST as never })).toMatchObject({
    permissions_updated: false,
  })
  expect(await config.apps.manifest.update({ app_id, manifest: wider as never })).toMatchObject({
    permissions_updated: true,
  })
  const { manifest } = await config.apps.manifest.export({ app_id })
  expect(manifest).toEqual({
    ...wider,
    settings: { ...settings, org_deploy_enabled: false, socket_mode_enabled: false },
  })

  await config.apps.manifest.delete({ app_id })
  expect(await refusalOf(clientOf(chat, installed.access_token).auth.test())).toMatchObject({
    error: 'token_revoked',
  })
  expect(await refusalOf(config.apps.manifest.export({ app_id }))).toMatchObject({ error: 'app_not_found' })
})

it('a manifest that does not fit is refused with the place of each mistake', async ({ config }) => {
  const cases: readonly (readonly [
    manifest: object,
    errors: readonly (readonly [message: string, pointer: string])[],
  ])[] = [
    [{}, [['missing required field: display_information', '/']]],
    [
      { display_information: { name: 'a'.repeat(36) } },
      [['must be less than 36 characters', '/display_information/name']],
    ],
    [
      {
        display_information: { name: 'a' },
        settings: { interactivity: { is_enabled: true }, event_subscriptions: {} },
      },
      [
        ['Event Subscription requires either Request URL or Socket Mode Enabled', '/settings/event_subscriptions'],
        ['Interactivity requires a Request URL', '/settings/interactivity'],
        ['Interactivity requires Socket Mode enabled', '/settings/interactivity'],
      ],
    ],
    [
      { display_information: { name: 'a' }, features: { slash_commands: [{ command: '/a', description: 'b' }] } },
      [['Slash command requires a Request URL', '/features/slash_commands/0']],
    ],
  ]
  for (const [manifest, errors] of cases) {
    expect(await refusalOf(config.apps.manifest.validate({ manifest: manifest as never }))).toMatchObject({
      error: 'invalid_manifest',
      errors: errors.map(([message, pointer]) => ({ message, pointer })),
    })
  }
  const overSocket = {
    display_information: { name: 'a' },
    settings: { socket_mode_enabled: true, event_subscriptions: {} },
  }
  expect(await config.apps.manifest.validate({ manifest: overSocket })).toMatchObject({ ok: true, errors: [] })
})

it('a configuration token is renewed once, and ends after twelve hours', async ({ chat }) => {
  const anonymous = clientOf(chat, '')
  const first = await anonymous.tooling.tokens.rotate({ refresh_token: 'xoxe-1-alice' })
  expect(Number(first.exp) - Number(first.iat)).toBe(12 * 3600)
  expect(await refusalOf(anonymous.tooling.tokens.rotate({ refresh_token: 'xoxe-1-alice' }))).toMatchObject({
    error: 'invalid_refresh_token',
  })
  const renewed = clientOf(chat, first.token)
  await renewed.apps.manifest.validate({ manifest: MANIFEST as never })
  expect(await refusalOf(renewed.auth.test())).toMatchObject({ error: 'not_allowed_token_type' })
  chat.clock.advance('12h')
  expect(await refusalOf(renewed.apps.manifest.validate({ manifest: MANIFEST as never }))).toMatchObject({
    error: 'token_expired',
  })
  const { token } = await anonymous.tooling.tokens.rotate({ refresh_token: first.refresh_token ?? '' })
  await clientOf(chat, token).apps.manifest.validate({ manifest: MANIFEST as never })
})

it('the logs list installations, removals and sign-ins, newest first', async ({ chat, config }) => {
  const {
    app_id = '',
    credentials,
    oauth_authorize_url: url = '',
  } = await config.apps.manifest.create({
    manifest: MANIFEST as never,
  })
  const { client_id = '', client_secret = '' } = credentials ?? {}
  const install = async () => {
    const body = new URLSearchParams({ user: 'alice' })
    const headers = { 'user-agent': 'Browser/1' }
    const answer = await chat.fetch(url, { method: 'POST', body, headers, redirect: 'manual' })
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
    return clientOf(chat, '').oauth.v2.access({ client_id, client_secret, code })
  }
  const { access_token } = await install()
  await install()
  await clientOf(chat, access_token).apps.uninstall({ client_id, client_secret })
  const alice = clientOf(chat, 'xoxp-alice')
  const { logs = [], paging } = await alice.team.integrationLogs({ app_id })
  expect(logs.map(({ change_type: change, user_name: name }) => [change, name])).toEqual([
    ['removed', ''],
    ['updated', 'alice'],
    ['added', 'alice'],
  ])
  expect(paging).toEqual({ count: 100, total: 3, page: 1, pages: 1 })
  const { logs: added } = await alice.team.integrationLogs({ change_type: 'added' })
  expect(added).toMatchObject([{ app_id, app_type: 'Made', scope: 'chat:write,commands' }])
  const { logins } = await alice.team.accessLogs()
  expect(logins).toMatchObject([{ username: 'alice', user_agent: 'Browser/1', count: 2 }])
})
