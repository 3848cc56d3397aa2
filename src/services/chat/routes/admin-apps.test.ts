import { describe, expect } from 'vitest'
import { chatTest, clientOf, refusalOf, type RunningChat } from '#chat/fixtures/chat.fixture.ts'

// An organization in which administrators approve apps. Nothing listens at the URL of the app that hears of requests:
// the deliveries are read where they are recorded.

const CALLBACK = 'http://localhost:1/cb'
const TEAM = 'T0ACME'
const ENTERPRISE = 'E0ACME'
const seed = {
  chat: {
    team: { id: TEAM, name: 'Acme', domain: 'acme', plan: 'enterprise' as const },
    enterprise: { id: ENTERPRISE, name: 'Acme Group', domain: 'acme-group', app_approval: true },
    users: [
      { name: 'alice', is_admin: true },
      { name: 'bob', email: 'bob@example.com' },
    ],
    bots: [{ name: 'approver' }],
    oauth_apps: [
      { client_id: '1.2', client_secret: 's', name: 'approver', events_url: 'http://127.0.0.1:1/' },
      { client_id: '1.3', client_secret: 's', name: 'polls', redirect_uris: [CALLBACK] },
    ],
    tokens: [
      { token: 'xoxb-approver', bot: 'approver' },
      { token: 'xoxp-alice', user: 'alice' },
    ],
    workspaces: [{ id: 'T0SALES', name: 'Sales', domain: 'sales', in_enterprise: true, users: [{ name: 'sam' }] }],
  },
}

const it = chatTest({ seed }).extend('alice', ({ chat }) => clientOf(chat, 'xoxp-alice'))

/** Installs the app polls as a person, and returns the answer of the page. */
async function install(chat: RunningChat, user = 'bob', scope = 'chat:write'): Promise<Response> {
  const search = new URLSearchParams({ client_id: '1.3', redirect_uri: CALLBACK, scope })
  const body = new URLSearchParams({ user })
  return chat.fetch(`${chat.url}/oauth/v2/authorize?${search}`, { method: 'POST', body, redirect: 'manual' })
}

/** Returns the id of the app approver. */
async function approver(chat: RunningChat): Promise<string> {
  const bot = clientOf(chat, 'xoxb-approver')
  const { bot_id = '' } = await bot.auth.test()
  return (await bot.bots.info({ bot: bot_id })).bot?.app_id ?? ''
}

describe('an app that nobody has approved', () => {
  it('is requested instead of installed, and an administrator may approve the request', async ({ chat, alice }) => {
    const page = await install(chat)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Your request was sent')
    const delivery = chat.webhooks.deliveries.find(({ event }) => event === 'app_requested')
    const { event } = JSON.parse(delivery?.request.body ?? '{}') as { readonly event: object } // of the emulator
    const { app_requests: requests = [] } = await alice.admin.apps.requests.list({ team_id: TEAM })
    expect(event).toMatchObject({ type: 'app_requested', app_request: { id: requests[0]?.id } })
    expect(requests).toMatchObject([
      {
        id: expect.stringMatching(/^Ar/),
        app: { name: 'polls', is_internal: true },
        user: { name: 'bob', email: 'bob@example.com' },
        team: { id: TEAM, domain: 'acme' },
        scopes: [{ name: 'chat:write', token_type: 'bot' }],
        previous_resolution: null,
      },
    ])

    await alice.admin.apps.approve({ request_id: requests[0]?.id ?? '', team_id: TEAM })
    expect((await alice.admin.apps.requests.list({ team_id: TEAM })).app_requests).toEqual([])
    const { approved_apps: approved } = await alice.admin.apps.approved.list({ team_id: TEAM })
    expect(approved).toMatchObject([{ app: { name: 'polls' }, last_resolved_by: { actor_type: 'user' } }])
    expect((await install(chat)).headers.get('location')).toContain('code=')
    expect(await (await install(chat, 'bob', 'chat:write,channels:read')).text()).toContain('Your request was sent')
  })

  it('is installed by an administrator without a request', async ({ chat }) => {
    expect((await install(chat, 'alice')).headers.get('location')).toContain('code=')
  })

  it('is requested again after its request was cancelled', async ({ chat, alice }) => {
    await install(chat)
    await install(chat)
    const open = async () => (await alice.admin.apps.requests.list({ enterprise_id: ENTERPRISE })).app_requests ?? []
    const [request, ...others] = await open()
    expect(others).toEqual([])
    await alice.admin.apps.requests.cancel({ request_id: request?.id ?? '', team_id: TEAM })
    expect(await open()).toEqual([])
    await install(chat)
    expect(await open()).toHaveLength(1)
  })
})

describe('a restricted app', () => {
  const idOf = async (chat: RunningChat): Promise<string> => {
    await install(chat)
    const { app_requests: requests = [] } = await clientOf(chat, 'xoxp-alice').admin.apps.requests.list({
      team_id: TEAM,
    })
    return requests[0]?.app?.id ?? ''
  }

  it('is installed by nobody, until the restriction is cleared', async ({ chat, alice }) => {
    const app_id = await idOf(chat)
    await alice.admin.apps.restrict({ app_id, team_id: TEAM })
    const page = await install(chat, 'alice')
    expect([page.status, await page.text()]).toEqual([403, expect.stringContaining('This app is restricted')])
    expect((await alice.admin.apps.restricted.list({ team_id: TEAM })).restricted_apps).toMatchObject([
      { app: { id: app_id } },
    ])
    await alice.admin.apps.clearResolution({ app_id, team_id: TEAM })
    expect((await install(chat, 'alice')).headers.get('location')).toContain('code=')
  })

  it('of the whole organization loses the approvals of its workspaces', async ({ chat, alice }) => {
    const app_id = await idOf(chat)
    await alice.admin.apps.approve({ app_id, team_id: TEAM })
    await alice.admin.apps.restrict({ app_id, enterprise_id: ENTERPRISE })
    expect((await alice.admin.apps.approved.list({ team_id: TEAM })).approved_apps).toEqual([])
    expect(await refusalOf(alice.admin.apps.approve({ app_id, team_id: TEAM }))).toMatchObject({
      error: 'app_restricted_org_wide',
    })
    await alice.admin.apps.approve({ app_id, enterprise_id: ENTERPRISE })
    expect((await alice.admin.apps.approved.list({ enterprise_id: ENTERPRISE })).approved_apps).toHaveLength(1)
  })
})

it('an administrator uninstalls an app, whose tokens end', async ({ chat, alice }) => {
  const bot = clientOf(chat, 'xoxb-approver')
  await alice.admin.apps.uninstall({ app_id: await approver(chat), enterprise_id: ENTERPRISE })
  expect(await refusalOf(bot.auth.test())).toMatchObject({ error: 'token_revoked' })
})

it('the log of an app has the runs of its steps', async ({ chat, alice }) => {
  const run = chat.runStep('greet', {}, { app: 'approver' })
  const delivery = await chat.webhooks.next('function_executed')
  const { event } = JSON.parse(delivery.request.body) as { readonly event: Readonly<Record<string, string>> } // of the emulator
  const { function_execution_id = '' } = event
  await clientOf(chat, 'xoxb-approver').functions.completeError({ function_execution_id, error: 'nobody there' })
  await run
  const { activities } = await alice.admin.apps.activities.list({ sort_direction: 'asc' })
  expect(activities).toMatchObject([
    { event_type: 'function_execution_started', level: 'info', component_type: 'functions' },
    {
      event_type: 'function_execution_result',
      level: 'error',
      payload: { function_execution_id, exec_outcome: 'Error', error: 'nobody there' },
    },
  ])
  expect((await alice.admin.apps.activities.list({ min_log_level: 'error' })).activities).toHaveLength(1)
})

it('a connector has the domains and the strategy that an administrator sets', async ({ chat, alice }) => {
  const app_id = await approver(chat)
  await alice.admin.apps.config.set({ app_id, domain_restrictions: { urls: ['example.com'], emails: [] } })
  await alice.admin.apps.config.set({ app_id, workflow_auth_strategy: 'end_user_only' })
  expect((await alice.admin.apps.config.lookup({ app_ids: [app_id] })).configs).toEqual([
    { app_id, domain_restrictions: { urls: ['example.com'], emails: [] }, workflow_auth_strategy: 'end_user_only' },
  ])
})
