import { expect } from 'vitest'
import { slackEventProblems } from '#testkit/slack-shared-types.ts'
import { chatTest, clientOf, refusalOf, startChat } from '#chat/fixtures/chat.fixture.ts'

// Two workspaces that share channels: Acme, and Partner with zoe and an installation of the same app. Nothing listens
// at the app's URL: the deliveries are read where they are recorded.

const PARTNER = 'T0PARTNER'
const seed = {
  chat: {
    team: { id: 'T0ACME', name: 'Acme', domain: 'acme' },
    users: [{ name: 'alice' }, { name: 'bob' }],
    channels: [
      { name: 'general' },
      { name: 'deploys', members: ['alice', 'helper'] },
      {
        name: 'joint',
        members: ['alice', 'helper'],
        shared_with: [{ workspace: 'partner', name: 'with-acme', is_private: true, members: ['zoe', 'helper'] }],
      },
    ],
    bots: [{ name: 'helper' }],
    oauth_apps: [
      { client_id: '1.2', client_secret: 's', name: 'helper', events_url: 'http://127.0.0.1:1/', app_token: 'xapp-1' },
    ],
    tokens: [
      { token: 'xoxb-helper', bot: 'helper' },
      { token: 'xoxp-alice', user: 'alice' },
    ],
    workspaces: [
      {
        id: PARTNER,
        name: 'Partner',
        domain: 'partner',
        users: [
          { name: 'zoe', email: 'zoe@partner.test', is_admin: true },
          { name: 'yan', email: 'yan@partner.test' },
        ],
        channels: [{ name: 'general' }],
        bots: [{ name: 'helper' }],
        tokens: [
          { token: 'xoxp-zoe', user: 'zoe' },
          { token: 'xoxb-partner', bot: 'helper' },
        ],
      },
    ],
  },
}

/** Members that the samples of the reference have and the types lack, and the address, which a bot's user lacks. */
const UNPUBLISHED = /\.(?:avatar_base_url|requires_sponsorship|who_can_share_contact_card|email) /

type Body = Readonly<Record<string, unknown>> & { readonly event: Readonly<Record<string, unknown>> }

const it = chatTest({ seed })
  .extend('clients', ({ chat }) => ({
    alice: clientOf(chat, 'xoxp-alice'),
    helper: clientOf(chat, 'xoxb-helper'),
    zoe: clientOf(chat, 'xoxp-zoe'),
    partner: clientOf(chat, 'xoxb-partner'),
  }))
  .extend('sent', ({ chat }) => (type: string): readonly Body[] => {
    const first = new Map(
      chat.webhooks.deliveries.filter(({ event }) => event === type).map((each) => [each.guid, each]),
    )
    const bodies = [...first.values()].map(({ request }) => JSON.parse(request.body) as Body) // of the emulator
    if (type !== 'message' && type !== 'channel_created') {
      const problems = bodies.flatMap(({ event }) => slackEventProblems(event))
      const unknown = problems.filter((problem) => !UNPUBLISHED.test(problem))
      if (unknown.length > 0) throw new Error(`${type} has not the published type: ${unknown.join('; ')}`)
    }
    return bodies
  })

it('each workspace has its own people, channels and name', async ({ clients: { alice, zoe, partner } }) => {
  expect(await alice.auth.test()).toMatchObject({ team: 'Acme', team_id: 'T0ACME' })
  expect(await partner.auth.test()).toMatchObject({ team: 'Partner', team_id: PARTNER })
  const names = async (client: typeof alice) => {
    const { channels = [] } = await client.conversations.list({ types: 'public_channel,private_channel' })
    return channels.map(({ name }) => name)
  }
  expect(await names(alice)).toEqual(['general', 'deploys', 'joint'])
  expect(await names(zoe)).toEqual(['with-acme', 'general'])
  await zoe.conversations.create({ name: 'deploys' })
  expect(await refusalOf(zoe.conversations.create({ name: 'with-acme' }))).toMatchObject({ error: 'name_taken' })
  const { channels = [] } = await alice.conversations.list()
  expect(await refusalOf(zoe.conversations.info({ channel: channels[1]?.id ?? '' }))).toMatchObject({
    error: 'channel_not_found',
  })
})

it('a shared channel and its users are marked, for each side', async ({ clients: { alice, zoe } }) => {
  const { channels = [] } = await alice.conversations.list()
  const { id: channel = '' } = channels.find(({ name }) => name === 'joint') ?? {}
  const shared = { is_shared: true, is_ext_shared: true, conversation_host_id: 'T0ACME', context_team_id: 'T0ACME' }
  const teams = { shared_team_ids: ['T0ACME', PARTNER] }
  expect((await alice.conversations.info({ channel })).channel).toMatchObject({
    ...shared,
    ...teams,
    name: 'joint',
    is_private: false,
    connected_team_ids: [PARTNER],
  })
  expect((await zoe.conversations.info({ channel })).channel).toMatchObject({
    ...shared,
    ...teams,
    name: 'with-acme',
    is_private: true,
    connected_team_ids: ['T0ACME'],
  })
  const { members = [] } = await alice.conversations.members({ channel })
  const users = await Promise.all(members.map((user) => alice.users.info({ user })))
  expect(users.map(({ user }) => [user?.name, user?.team_id, user?.is_stranger])).toEqual([
    ['alice', 'T0ACME', undefined],
    ['helper', 'T0ACME', undefined],
    ['zoe', PARTNER, false],
    ['helper', PARTNER, false],
  ])
  const { members: known = [] } = await alice.users.list({})
  expect(known.map(({ name }) => name)).not.toContain('yan')
  const yan = (await zoe.users.lookupByEmail({ email: 'yan@partner.test' })).user?.id ?? ''
  expect((await alice.users.info({ user: yan })).user).toMatchObject({ name: 'yan', is_stranger: true })
  expect((await alice.team.info({ team: PARTNER })).team).toMatchObject({ name: 'Partner', domain: 'partner' })
})

it('a message is one event, which says that others read it', async ({ chat, clients: { zoe }, sent }) => {
  const { channels = [] } = await zoe.conversations.list({ types: 'private_channel' })
  await zoe.chat.postMessage({ channel: channels[0]?.id ?? '', text: 'hello' })
  const [message, ...others] = sent('message')
  expect(others).toEqual([])
  expect(message).toMatchObject({ is_ext_shared_channel: true, context_team_id: 'T0ACME', event: { team: PARTNER } })
  const { authorizations = [] } = await clientOf(chat, 'xapp-1').apps.event.authorizations.list({
    event_context: String(message?.['event_context']),
  })
  expect(authorizations.map(({ team_id: team, is_bot: isBot }) => [team, isBot])).toEqual([
    ['T0ACME', true],
    [PARTNER, true],
  ])
  await zoe.conversations.create({ name: 'inner' })
  expect(sent('channel_created')).toMatchObject([{ team_id: PARTNER, authorizations: [{ team_id: PARTNER }] }])
})

it('an invitation is received, accepted and listed, and the channel is shared', async ({ clients, sent }) => {
  const { alice, helper, zoe, partner } = clients
  const { channels = [] } = await alice.conversations.list()
  const { id: channel = '' } = channels.find(({ name }) => name === 'deploys') ?? {}
  const { user_id: recipient = '' } = await partner.auth.test()
  const { invite_id = '' } = await helper.conversations.inviteShared({ channel, user_ids: [recipient] })
  expect(sent('shared_channel_invite_received')).toMatchObject([
    {
      team_id: PARTNER,
      event: {
        invite: { id: invite_id, inviting_team: { id: 'T0ACME', domain: 'acme' }, recipient_user_id: recipient },
        channel: { id: channel, name: 'deploys', is_private: false, is_im: false },
      },
    },
  ])
  const answer = await partner.conversations.acceptSharedInvite({ invite_id, channel_name: 'acme-deploys' })
  expect(answer).toMatchObject({ implicit_approval: true, channel_id: channel, invite_id })
  expect(sent('shared_channel_invite_accepted')[0]?.event).toMatchObject({
    approval_required: false,
    accepting_user: { id: recipient, team_id: PARTNER },
  })
  expect(sent('channel_shared')[0]?.event).toMatchObject({ channel, connected_team_id: PARTNER })
  const { channel: there } = await zoe.conversations.info({ channel })
  expect(there).toMatchObject({ name: 'acme-deploys', is_member: false, is_ext_shared: true })
  await zoe.conversations.join({ channel })
  const { invites = [] } = await helper.conversations.listConnectInvites({})
  expect(invites).toMatchObject([
    {
      direction: 'outgoing',
      status: 'accepted',
      acceptances: [{ approval_status: 'approved', accepting_team: { id: PARTNER } }],
    },
  ])

  await alice.admin.conversations.disconnectShared({ channel_id: channel, leaving_team_ids: [PARTNER] })
  expect(sent('channel_unshared')[0]?.event).toMatchObject({
    channel,
    previously_connected_team_id: PARTNER,
    is_ext_shared: false,
  })
  expect(await refusalOf(zoe.conversations.info({ channel }))).toMatchObject({ error: 'channel_not_found' })
  expect((await alice.conversations.members({ channel })).members).toHaveLength(2)
})

it('a workspace that approves connections is waited for, and may decline', async () => {
  await using other = await startChat({
    seed: { chat: { ...seed.chat, team: { ...seed.chat.team, connect_approval: true } } },
  })
  const [helper, zoe] = [clientOf(other, 'xoxb-helper'), clientOf(other, 'xoxp-zoe')]
  const { channels = [] } = await clientOf(other, 'xoxp-alice').conversations.list()
  const { id: channel = '' } = channels.find(({ name }) => name === 'deploys') ?? {}
  const invite = async (): Promise<{ readonly invite_id: string }> => {
    const { invite_id = '' } = await helper.conversations.inviteShared({ channel, emails: ['zoe@partner.test'] })
    return { invite_id }
  }
  const declined = await invite()
  await zoe.conversations.declineSharedInvite(declined)
  const accepted = { ...(await invite()), channel_name: 'acme' }
  expect(await zoe.conversations.acceptSharedInvite(accepted)).toMatchObject({ implicit_approval: false })
  expect(await refusalOf(zoe.conversations.info({ channel }))).toMatchObject({ error: 'channel_not_found' })
  await helper.conversations.approveSharedInvite({ invite_id: accepted.invite_id, target_team: PARTNER })
  expect((await zoe.conversations.info({ channel })).channel).toMatchObject({ name: 'acme', is_member: true })
  const events = new Map(other.webhooks.deliveries.map((each) => [each.event, JSON.parse(each.request.body) as Body]))
  expect(events.get('shared_channel_invite_declined')?.event).toMatchObject({
    invite: { id: declined.invite_id, recipient_email: 'zoe@partner.test' },
    declining_team_id: PARTNER,
  })
  expect(events.get('shared_channel_invite_accepted')?.event).toMatchObject({ approval_required: true })
  expect(events.get('shared_channel_invite_approved')?.event).toMatchObject({ approving_team_id: 'T0ACME' })
  for (const type of ['declined', 'approved']) {
    const problems = slackEventProblems(events.get(`shared_channel_invite_${type}`)?.event ?? {})
    expect(problems.filter((problem) => !UNPUBLISHED.test(problem))).toEqual([])
  }
})

it('a test plays the people of every workspace', async ({ chat, clients: { alice } }) => {
  await chat.as('partner/zoe').say('#joint', 'from outside')
  const { channels = [] } = await alice.conversations.list()
  const channel = channels.find(({ name }) => name === 'joint')?.id ?? ''
  const { messages = [] } = await alice.conversations.history({ channel })
  expect(messages[0]).toMatchObject({ text: 'from outside', team: PARTNER })
})

it('a person asks for leave to invite, and an app approves or denies the request', async () => {
  await using other = await startChat({
    seed: { chat: { ...seed.chat, team: { ...seed.chat.team, connect_requests: true } } },
  })
  const [helper, zoe] = [clientOf(other, 'xoxb-helper'), clientOf(other, 'xoxp-zoe')]
  const ask = () => other.as('alice').inviteExternal('#deploys', 'zoe@partner.test')
  const { invite_id, is_requested: isRequested } = await ask()
  expect(isRequested).toBe(true)
  const { webhooks } = other
  const requested = webhooks.deliveries.find(({ event }) => event === 'shared_channel_invite_requested')
  const { event } = JSON.parse(requested?.request.body ?? '{}') as Body // of the emulator
  expect(event).toMatchObject({
    actor: { name: 'alice', is_bot: false, team_id: 'T0ACME' },
    channel_name: 'deploys',
    target_users: [{ email: 'zoe@partner.test', invite_id }],
    is_external_limited: true,
  })
  // Two lists are tuples of one in the type.
  const unknown = slackEventProblems(event).filter((problem) => !problem.endsWith(' is a list, not an object'))
  expect(unknown.filter((problem) => !UNPUBLISHED.test(problem))).toEqual([])
  const open = async () => (await helper.conversations.requestSharedInvite.list({})).invite_requests ?? []
  expect(await open()).toMatchObject([
    { id: invite_id, inviting_user: { name: 'alice' }, channel: { name: 'deploys' } },
  ])
  expect(await refusalOf(zoe.conversations.acceptSharedInvite({ invite_id, channel_name: 'acme' }))).toMatchObject({
    error: 'invite_not_found',
  })

  expect(await helper.conversations.requestSharedInvite.approve({ invite_id })).toMatchObject({ invite_id })
  await zoe.conversations.acceptSharedInvite({ invite_id, channel_name: 'acme' })
  const denied = await ask()
  await helper.conversations.requestSharedInvite.deny({ invite_id: denied.invite_id, message: 'not now' })
  expect(await open()).toEqual([])
  const all = await helper.conversations.requestSharedInvite.list({ include_approved: true, include_denied: true })
  expect(all.invite_requests?.map(({ id }) => id)).toEqual([invite_id, denied.invite_id])
})

it('a workspace knows those that it shares channels with, and disconnects from one', async ({ clients }) => {
  const { alice, helper, zoe } = clients
  const { organizations, total_count: total } = await helper.team.externalTeams.list({})
  expect(total).toBe(1)
  expect(organizations).toMatchObject([
    {
      team_id: PARTNER,
      team_name: 'Partner',
      team_domain: 'partner',
      public_channel_count: 1,
      connection_status: 'CONNECTED',
      connected_workspaces: [{ workspace_id: 'T0ACME', workspace_name: 'Acme' }],
    },
  ])
  expect((await zoe.team.externalTeams.list({})).organizations).toMatchObject([{ team_id: 'T0ACME' }])
  const { channels = [] } = await alice.conversations.list()
  const channel = channels.find(({ name }) => name === 'joint')?.id ?? ''

  await zoe.team.externalTeams.disconnect({ target_team: 'T0ACME' })
  expect(await refusalOf(zoe.conversations.info({ channel }))).toMatchObject({ error: 'channel_not_found' })
  const ended = { connection_status_filter: 'DISCONNECTED' } as const
  expect((await helper.team.externalTeams.list(ended)).organizations).toMatchObject([
    { team_id: PARTNER, connection_status: 'DISCONNECTED', connected_workspaces: [] },
  ])
})
