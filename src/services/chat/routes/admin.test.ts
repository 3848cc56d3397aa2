import { describe, expect } from 'vitest'
import { chatTest, clientOf, idsOf, refusalOf, SEED, type RunningChat } from '#chat/fixtures/chat.fixture.ts'

const seed = {
  chat: {
    ...SEED.chat,
    team: { ...SEED.chat.team, plan: 'enterprise' as const },
    enterprise: { id: 'E0ACME', name: 'Acme Group', domain: 'acme-group' },
    oauth_apps: [
      { client_id: '1.2', client_secret: 'secret', name: 'helper', redirect_uris: ['http://localhost:1/cb'] },
    ],
    workspaces: [
      {
        id: 'T0SALES',
        name: 'Sales',
        domain: 'sales',
        in_enterprise: true,
        users: [{ name: 'sam', email: 'sam@sales.example' }],
        channels: [{ name: 'leads' }],
      },
      {
        id: 'T0OTHER',
        name: 'Other',
        domain: 'other',
        users: [{ name: 'oth', is_admin: true }],
        tokens: [{ token: 'xoxp-oth', user: 'oth' }],
      },
    ],
  },
}

const it = chatTest({ seed })
const admin = (chat: { url: string }) => clientOf(chat, 'xoxp-alice')
const teamOf = async (chat: { url: string }) => String((await admin(chat).auth.test()).team_id)
const idOf = async (chat: RunningChat, name: string): Promise<string> => (await idsOf(chat))[name] ?? ''

describe('an enterprise organization', () => {
  it('is named where a workspace of it is', async ({ chat }) => {
    expect(await admin(chat).auth.test()).toMatchObject({ enterprise_id: 'E0ACME', is_enterprise_install: false })
    expect((await admin(chat).team.info()).team).toMatchObject({
      enterprise_id: 'E0ACME',
      enterprise_name: 'Acme Group',
      enterprise_domain: 'acme-group',
    })
    const { teams } = await admin(chat).admin.teams.list()
    expect(teams).toMatchObject([
      { name: 'Acme', primary_owner: { email: 'alice@example.com' } },
      { id: 'T0SALES', name: 'Sales' },
    ])
  })

  it('is administered by its administrators only', async ({ chat }) => {
    expect(await refusalOf(clientOf(chat, 'xoxp-bob').admin.teams.list())).toMatchObject({ error: 'not_an_admin' })
    expect(await refusalOf(clientOf(chat, 'xoxp-oth').admin.teams.list())).toMatchObject({
      error: 'feature_not_enabled',
    })
    expect(await refusalOf(clientOf(chat).admin.teams.list())).toMatchObject({ error: 'not_allowed_token_type' })
  })
})

describe('admin.users', () => {
  it('lists the people of all workspaces, or of one', async ({ chat }) => {
    const { users = [] } = await admin(chat).admin.users.list()
    expect(users.map(({ username }) => username)).toEqual(['alice', 'bob', 'carol', 'helper', 'sam'])
    expect(users[0]).toMatchObject({ is_admin: true, is_primary_owner: true, is_active: true, is_bot: false })
    const { users: sales = [] } = await admin(chat).admin.users.list({ team_id: 'T0SALES', limit: 1 })
    expect(sales).toMatchObject([{ email: 'sam@sales.example' }])
    expect(sales[0]).not.toHaveProperty('workspaces')
  })

  it('invites a person, gives roles, and removes the person, whose tokens end', async ({ chat }) => {
    const team_id = await teamOf(chat)
    const deploys = await idOf(chat, 'deploys')
    const email = 'dan@example.com'
    await admin(chat).admin.users.invite({ team_id, email, channel_ids: [deploys], real_name: 'Dan' })
    const { user } = await admin(chat).users.lookupByEmail({ email })
    expect(user).toMatchObject({ name: 'dan', real_name: 'Dan', is_admin: false })
    const user_id = user?.id ?? ''
    expect((await admin(chat).conversations.members({ channel: deploys })).members).toContain(user_id)
    const roles = async () => {
      const { user: now } = await admin(chat).users.info({ user: user_id })
      return [now?.is_admin, now?.is_owner]
    }
    await admin(chat).admin.users.setAdmin({ team_id, user_id })
    expect(await roles()).toEqual([true, false])
    await admin(chat).admin.users.setOwner({ team_id, user_id })
    expect(await roles()).toEqual([true, true])
    await admin(chat).admin.users.setRegular({ team_id, user_id })
    expect(await roles()).toEqual([false, false])
    await admin(chat).admin.users.remove({ team_id, user_id: await idOf(chat, 'bob') })
    expect(await refusalOf(clientOf(chat, 'xoxp-bob').auth.test())).toMatchObject({ ok: false })
  })
})

describe('admin.conversations', () => {
  it('creates, renames, archives and opens a channel that its administrator is not in', async ({ chat }) => {
    const web = admin(chat)
    const made = { name: 'plans', is_private: true, description: 'What we plan', team_id: 'T0SALES' }
    const { channel_id = '' } = await web.admin.conversations.create(made)
    await web.admin.conversations.rename({ channel_id, name: 'roadmap' })
    const find = async () => (await web.admin.conversations.search({ query: 'roadmap' })).conversations
    expect(await find()).toMatchObject([
      { id: channel_id, is_private: true, purpose: 'What we plan', internal_team_ids: ['T0SALES'], member_count: 0 },
    ])
    await web.admin.conversations.convertToPublic({ channel_id })
    await web.admin.conversations.archive({ channel_id })
    expect(await find()).toMatchObject([{ is_private: false, is_archived: true }])
    await web.admin.conversations.unarchive({ channel_id })
    expect((await web.admin.conversations.getTeams({ channel_id })).team_ids).toEqual(['T0SALES'])
  })

  it('finds channels of the organization, in an order, page by page', async ({ chat }) => {
    const web = admin(chat)
    const first = await web.admin.conversations.search({ sort: 'member_count', sort_dir: 'desc', limit: 2 })
    expect(first.conversations?.map(({ name }) => name)).toHaveLength(2)
    expect(first.conversations?.[0]).toMatchObject({ name: 'general', is_general: true })
    const rest = await web.admin.conversations.search({
      sort: 'member_count',
      sort_dir: 'desc',
      limit: 10,
      cursor: first.next_cursor ?? '',
    })
    expect(rest.conversations?.map(({ name }) => name)).toContain('secret')
    expect(rest.next_cursor).toBe('')
  })

  it('invites people and makes a channel private', async ({ chat }) => {
    const web = admin(chat)
    const channel_id = await idOf(chat, 'deploys')
    await web.admin.conversations.invite({ channel_id, user_ids: [await idOf(chat, 'bob')] })
    await web.admin.conversations.convertToPrivate({ channel_id, name: 'releases' })
    const { channel } = await clientOf(chat, 'xoxp-bob').conversations.info({ channel: channel_id })
    expect(channel).toMatchObject({ name: 'releases', is_private: true })
  })
})
