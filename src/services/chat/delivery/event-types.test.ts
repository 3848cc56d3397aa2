import { WebClient } from '@slack/web-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slackEventProblems, slackTypeNames } from '#testkit/slack-shared-types.ts'
import { startReceivingApp, type Received, type ReceivingApp } from '#chat/fixtures/receiver.fixture.ts'

// Every event of the vendor's types: compared with its type, or the reason why it never comes.

/** By reason: the events that no change of an instance causes. */
const NEVER: Readonly<Record<string, readonly string[]>> = {
  'an app hears of the channel beside its assistant, not of other things that a person looks at': [
    'app_context_changed',
  ],
  'apps have custom steps, and nobody builds workflows of them': [
    'workflow_deleted',
    'workflow_published',
    'workflow_step_deleted',
    'workflow_step_execute',
    'workflow_unpublished',
  ],
  'there is no enterprise organization': [
    'app_deleted',
    'app_installed',
    'app_uninstalled_team',
    'grid_migration_finished',
    'grid_migration_started',
    'team_access_granted',
    'team_access_revoked',
  ],
  'routes/admin-apps.test.ts, which has an organization, compares it': ['app_requested'],
  'routes/connect.test.ts, which has two workspaces, compares it': [
    'channel_shared',
    'channel_unshared',
    'shared_channel_invite_accepted',
    'shared_channel_invite_approved',
    'shared_channel_invite_declined',
    'shared_channel_invite_received',
    'shared_channel_invite_requested',
  ],
  'it is the event_type within another event': ['slack#/events/shared_channel_invite_requested'],
  'a channel keeps its id when it is shared': ['channel_id_changed'],
  'the vendor has no method, and the emulator no command, for the change': [
    'channel_deleted',
    'channel_history_changed',
    'email_domain_changed',
    'group_close',
    'group_deleted',
    'group_history_changed',
    'group_open',
    'im_history_changed',
    'invite_requested',
    'team_domain_change',
    'team_rename',
  ],
  'there are no calls and huddles': ['call_rejected', 'user_huddle_changed'],
  'the vendor has ended the feature': ['file_comment_deleted', 'star_added', 'star_removed'],
  'events are not limited': ['app_rate_limited'],
}

/** By reason: the subtypes of messages that never come. */
const NEVER_SUBTYPES: Readonly<Record<string, readonly string[]>> = {
  'channels have no posting permissions': ['channel_posting_permissions'],
  'there is no enterprise organization': ['ekm_access_denied'],
  'the vendor sends it without its subtype, as the message itself': ['message_replied'],
}

/** The subtypes of messages that the vendor sends and that its types lack. */
const UNPUBLISHED_SUBTYPES: ReadonlySet<unknown> = new Set(['pinned_item', 'bot_add', 'assistant_app_thread'])

/** Members that the vendor's own examples have beside its types, and members of the types that an event may lack. */
const ACCEPTED: readonly RegExp[] = [
  // A person who joins without an invitation has no inviter.
  // https://docs.slack.dev/reference/events/message/channel_join
  /^message\.inviter is missing$/,
  // Only messages of the vendor's clients have an id of the client.
  /client_msg_id is missing$/,
  // Members of messages: https://docs.slack.dev/reference/events/message
  /^(?:message|app_mention|pin_)[\w.]*\.(?:app_id|bot_id|bot_profile|client_msg_id|team|metadata|pinned_info|username|icons|root|user|topic|purpose|pinned_to|inviter|reactions|edited|thread_ts|parent_user_id|channel_type)(?:\.user_id)? is not in the type$/,
  // The types of the API's answers have it: `StatusEmojiDisplayInfo` of @slack/web-api.
  /\.status_emoji_display_info\.\*\.unicode is not in the type$/,
  // The type has no tombstone, which the first message of a thread becomes when it is deleted.
  /^message\.(?:message|previous_message)\.(?:subtype is string|hidden is not)/,
  // Messages within messages have the members of https://docs.slack.dev/messaging/retrieving-messages, and none of an
  // event.
  /^message\.(?:message|previous_message|root)\.(?:reply_\w+|latest_reply|is_locked|subscribed|files|upload|display_as_bot) is not in the type$/,
  /^message\.(?:message|previous_message|root)\.(?:channel|channel_type|event_ts) is missing$/,
  // The type lacks members of previews: https://docs.slack.dev/messaging/unfurling-links-in-messages
  /^message\.attachments\.\*\.(?:id|from_url) is not in the type$/,
  /^message\.previous_message\.subtype is "file_share"/,
  // https://docs.slack.dev/reference/events/im_created
  /^im_created\.channel\.(?:created|is_im|user) is not in the type$/,
  // Members of the messages of agents: https://docs.slack.dev/ai/developing-agents
  /^message\.(?:(?:message|previous_message)\.)?(?:assistant_app_thread|streaming_state) is not in the type$/,
  // Every event has its time. https://docs.slack.dev/apis/events-api/#event-type-structure
  /^\w+\.event_ts is not in the type$/,
  // https://docs.slack.dev/reference/objects/user-object
  /\.user\.profile\.(?:pronouns|api_app_id|bot_id) is not in the type$/,
  /\.user\.profile\.huddle_state(?:_expiration_ts)? is missing$/,
  // https://docs.slack.dev/reference/objects/usergroup-object
  /\.subteam\.(?:auto_type|deleted_by) is not in the type$/,
  // https://docs.slack.dev/reference/objects/file-object
  /\.files\.\*\./,
]

let app: ReceivingApp
let received: readonly Received[]

beforeAll(async () => {
  app = await startReceivingApp()
  await changeEverything(app)
  received = [...app.received]
})
afterAll(() => app[Symbol.asyncDispose]())

it('every event has the type that the vendor publishes for it', () => {
  const problems = received
    .filter(({ event }) => event['type'] !== undefined && !UNPUBLISHED_SUBTYPES.has(event['subtype']))
    .flatMap(({ event }) => slackEventProblems(event).map((problem) => `${String(event['type'])}${problem}`))
  expect([...new Set(problems)].filter((problem) => !ACCEPTED.some((each) => each.test(problem)))).toEqual([])
})

it('every event that the vendor publishes comes, or has a reason not to', () => {
  const types = new Set(received.map(({ event }) => event['type']))
  const never = Object.values(NEVER).flat()
  expect(slackTypeNames('SlackEvent').filter((type) => !types.has(type) && !never.includes(type))).toEqual([])
  expect(never.filter((type) => types.has(type))).toEqual([])
})

it('every subtype of a message that the vendor publishes comes, or has a reason not to', () => {
  const subtypes = new Set(received.flatMap(({ event }) => (event['type'] === 'message' ? [event['subtype']] : [])))
  const never = Object.values(NEVER_SUBTYPES).flat()
  const published = slackTypeNames('AllMessageEvents', 'subtype')
  expect(published.filter((subtype) => !subtypes.has(subtype) && !never.includes(subtype))).toEqual([])
  expect(never.filter((subtype) => subtypes.has(subtype))).toEqual([])
})

it('an event belongs to the app whose person or bot it is about', () => {
  const about = (type: string) => received.filter(({ event }) => event['type'] === type).map(({ event }) => event)
  expect(about('channel_left')).toMatchObject([{ channel: expect.stringMatching(/^C/), actor_id: expect.any(String) }])
  expect(about('subteam_self_removed')).toMatchObject([{ subteam_id: expect.stringMatching(/^S/) }])
  expect(about('emoji_changed')).toMatchObject([
    { subtype: 'add', name: 'shipit', value: 'https://x.test/a.png' },
    { subtype: 'remove', names: ['shipit'] },
  ])
  expect(about('team_join')).toMatchObject([{ user: { name: 'dave', profile: { email: 'dave@example.com' } } }])
})

/** Makes every change in the workspace that has an event. */
async function changeEverything({ chat, client, received: requests }: ReceivingApp): Promise<void> {
  const alice = new WebClient('xoxp-alice', { slackApiUrl: `${chat.url}/api/` })
  const people = await client.users.list({})
  const idOf = (name: string) => people.members?.find((each) => each.name === name)?.id ?? ''
  const [bob, helper] = [idOf('bob'), idOf('helper')]
  const personal = await installForPerson(chat, client)

  const { channel } = await client.conversations.create({ name: 'releases' })
  const id = channel?.id ?? ''
  await client.conversations.invite({ channel: id, users: bob })
  await client.conversations.rename({ channel: id, name: 'deploys' })
  await client.conversations.setTopic({ channel: id, topic: 'What goes out' })
  await client.conversations.setPurpose({ channel: id, purpose: 'Releases' })
  const metadata = { event_type: 'e', event_payload: {} }
  const { ts = '' } = await client.chat.postMessage({ channel: id, text: 'one', metadata })
  await client.chat.postMessage({ channel: id, text: 'two', thread_ts: ts, reply_broadcast: true })
  await client.chat.update({ channel: id, ts, text: 'three', metadata: { ...metadata, event_type: 'f' } })
  await client.chat.meMessage({ channel: id, text: 'deploys' })
  await client.chat.postMessage({ channel: id, text: 'as another', username: 'Captain', icon_emoji: ':ship:' })
  const said = await chat.as('bob').say('#deploys', '@helper see https://x.test')
  await chat.as('bob').react(said, 'eyes')
  await chat.as('bob').unreact(said, 'eyes')
  await client.pins.add({ channel: id, timestamp: said.ts })
  await client.pins.remove({ channel: id, timestamp: said.ts })
  await client.chat.delete({ channel: id, ts })
  const entity = {
    entity_type: 'slack#/entities/task',
    external_ref: { id: '7' },
    url: 'https://x.test/7',
    entity_payload: { attributes: { title: { text: 'a' } } },
  }
  const shown = await client.chat.postMessage({ channel: id, text: 'a', metadata: { entities: [entity] } })
  const opening = chat.as('bob').openEntity({ channel: id, ts: shown.ts ?? '' })
  await chat.webhooks.settled()
  const opened = requests.find(({ event }) => event['type'] === 'entity_details_requested')
  await client.entity.presentDetails({ trigger_id: String(opened?.event['trigger_id']), metadata: entity })
  await opening
  const step = chat.runStep('greet', { name: 'bob' })
  await chat.webhooks.settled()
  const executed = requests.find(({ event }) => event['type'] === 'function_executed')
  const function_execution_id = String(executed?.event['function_execution_id'])
  await client.functions.completeSuccess({ function_execution_id, outputs: {} })
  await step
  const thread = await chat.as('alice').openAssistant('helper', { channel: '#general' })
  await chat.as('alice').switchChannel(thread, '#random')
  await chat.as('alice').renameAssistant(thread, 'Renamed')
  await client.apiCall('chat.startStream', { channel: thread.channel, thread_ts: thread.ts, markdown_text: 'a' })
  await chat.as('alice').stopStream()
  await client.files.uploadV2({ channel_id: id, filename: 'a.txt', content: 'a' })
  const { messages = [] } = await client.conversations.history({ channel: id })
  const shared = messages.find(({ subtype }) => subtype === 'file_share')
  await client.chat.delete({ channel: id, ts: shared?.ts ?? '' })
  await client.files.delete({ file: shared?.files?.[0]?.id ?? '' })
  await client.conversations.leave({ channel: id })
  await client.conversations.join({ channel: id })
  await client.conversations.kick({ channel: id, user: bob })
  await client.conversations.archive({ channel: id })
  await client.conversations.unarchive({ channel: id })

  const { channel: secret } = await client.conversations.create({ name: 'plans', is_private: true })
  const group = secret?.id ?? ''
  await client.conversations.rename({ channel: group, name: 'plans-2' })
  await client.conversations.archive({ channel: group })
  await client.conversations.unarchive({ channel: group })
  await client.conversations.invite({ channel: group, users: bob })
  await client.conversations.leave({ channel: group })

  const { channel: direct } = await client.conversations.open({ users: bob })
  await client.conversations.close({ channel: direct?.id ?? '' })
  await client.conversations.open({ users: bob })

  await alice.users.profile.set({ profile: { status_text: 'away', status_emoji: ':palm_tree:' } })
  await personal.dnd.setSnooze({ num_minutes: 5 })
  const { usergroup } = await client.usergroups.create({ name: 'On call', handle: 'oncall' })
  const team = usergroup?.id ?? ''
  await client.usergroups.users.update({ usergroup: team, users: helper })
  await client.usergroups.users.update({ usergroup: team, users: bob })

  chat.addUser({ name: 'dave' })
  chat.setEmoji('shipit', 'https://x.test/a.png')
  chat.setEmoji('shipit', null)
  await chat.as('alice').openHome()
  await chat.webhooks.settled()
  await client.apiCall('apps.uninstall', { client_id: '1.2', client_secret: 'secret' })
  await chat.webhooks.settled()
}

/** Installs the app for alice too, whose own events it then gets. */
async function installForPerson(chat: ReceivingApp['chat'], client: WebClient): Promise<WebClient> {
  const query = new URLSearchParams({
    client_id: '1.2',
    user_scope: 'dnd:read,dnd:write',
    redirect_uri: 'http://localhost:1/callback',
  })
  const install = { method: 'POST', redirect: 'manual' as const, body: new URLSearchParams({ user: 'alice' }) }
  const page = await fetch(`${chat.url}/oauth/v2/authorize?${query.toString()}`, install)
  const code = new URL(page.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const { authed_user: person } = await client.oauth.v2.access({ client_id: '1.2', client_secret: 'secret', code })
  return new WebClient(person?.access_token, { slackApiUrl: `${chat.url}/api/` })
}
