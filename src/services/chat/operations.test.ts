import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasSlackType } from '#testkit/slack-types.ts'
import { ALL_CLIENTS, clientOf, expectPublishedTypes } from './fixtures/chat.fixture.ts'
import { OPEN_METHODS } from './rules/open-methods.ts'
import { ENDED_METHODS } from './routes/refused.ts'
import { routes } from './routes/index.ts'
import { ADMIN_APP_OPERATIONS } from './errors/admin-apps.fixture.ts'
import { ADMINISTRATION_OPERATIONS } from './errors/administration.fixture.ts'
import { CODE_CHANNEL_OPERATIONS } from './errors/code-channels.fixture.ts'
import { DOCUMENT_OPERATIONS } from './errors/documents.fixture.ts'
import { ENTERPRISE_OPERATIONS } from './errors/enterprise.fixture.ts'
import { LIST_OPERATIONS } from './errors/lists.fixture.ts'
import { startWorkspace, type Workspace } from './errors/workspace.fixture.ts'

// Every method with the vendor's client, of today and of the two majors before; its answer has the type that the vendor
// publishes.

/** The arguments of a call that succeeds, and its token (default: that of the bot). */
type Call = readonly [args: object, token?: string]

const modal = { type: 'modal', title: { type: 'plain_text', text: 'A' }, blocks: [] }
const home = { type: 'home', blocks: [] }
const app = { client_id: '1.2', client_secret: 'secret' }
const inDeploys = ({ ids }: Workspace) => ({ channel: ids['deploys'] })
const link = ({ ids }: Workspace) => ({ channel_id: ids['deploys'], title: 'a', type: 'link', link: 'https://x.test' })

/** A message with a reaction of the bot, which is pinned. */
async function marked(space: Workspace): Promise<object> {
  const item = { ...inDeploys(space), timestamp: await space.message() }
  await space.call('reactions.add', { ...item, name: 'eyes' })
  await space.call('pins.add', item)
  return item
}

/** The arguments that name the thread of a message. */
async function thread(space: Workspace): Promise<object> {
  return { channel_id: space.ids['deploys'], thread_ts: await space.message() }
}

async function scheduled(space: Workspace): Promise<string> {
  const args = { ...inDeploys(space), text: 'a', post_at: space.inAnHour }
  return String((await space.call('chat.scheduleMessage', args))['scheduled_message_id'])
}

async function reminder(space: Workspace): Promise<string> {
  const { reminder: added } = await space.call('reminders.add', { text: 'a', time: '60' }, 'xoxp-alice')
  return String(added.id)
}

const ALICE = 'xoxp-alice'

const CALLS: Readonly<Record<string, (space: Workspace) => Call | Promise<Call>>> = {
  ...ADMIN_APP_OPERATIONS,
  ...ADMINISTRATION_OPERATIONS,
  ...CODE_CHANNEL_OPERATIONS,
  ...DOCUMENT_OPERATIONS,
  ...LIST_OPERATIONS,
  ...ENTERPRISE_OPERATIONS,
  'agents.sessions.rename': async (space) => [{ ...(await thread(space)), title: 'a' }],
  'agents.sessions.setStatus': async (space) => [{ ...(await thread(space)), status: 'processing', title: 'a' }],
  'api.test': () => [{}],
  'apps.connections.open': () => [{}, 'xapp-1-test'],
  'apps.uninstall': () => [app],
  'assistant.threads.setStatus': async (space) => [{ ...(await thread(space)), status: 'is thinking...' }],
  'assistant.threads.setSuggestedPrompts': async (space) => [
    { ...(await thread(space)), prompts: [{ title: 'a', message: 'b' }] },
  ],
  'assistant.threads.setTitle': async (space) => [{ ...(await thread(space)), title: 'a' }],
  'auth.revoke': () => [{}],
  'auth.test': () => [{}],
  'bookmarks.add': (space) => [link(space)],
  'bookmarks.edit': async (space) => [{ ...(await space.bookmark()), title: 'b' }],
  'bookmarks.list': async (space) => {
    await space.bookmark()
    return [{ channel_id: space.ids['deploys'] }]
  },
  'bookmarks.remove': async (space) => [await space.bookmark()],
  'bots.info': async (space) => [{ bot: (await space.call('auth.test', {}))['bot_id'] }],
  'chat.appendStream': async (space) => [{ ...(await space.stream()), markdown_text: 'b' }],
  'chat.delete': async (space) => [{ ...inDeploys(space), ts: await space.message() }],
  'chat.deleteScheduledMessage': async (space) => [
    { ...inDeploys(space), scheduled_message_id: await scheduled(space) },
  ],
  'chat.getPermalink': async (space) => [{ ...inDeploys(space), message_ts: await space.message() }],
  'chat.meMessage': (space) => [{ ...inDeploys(space), text: 'deploys' }],
  'chat.postEphemeral': (space) => [{ ...inDeploys(space), user: space.ids['alice'], text: 'a' }],
  'chat.postMessage': (space) => [{ ...inDeploys(space), text: 'a' }],
  'chat.scheduleMessage': (space) => [{ ...inDeploys(space), text: 'a', post_at: space.inAnHour }],
  'chat.scheduledMessages.list': async (space) => {
    await scheduled(space)
    return [{}]
  },
  'chat.startStream': (space) => [
    { ...inDeploys(space), recipient_team_id: space.teamId, recipient_user_id: space.ids['alice'] },
  ],
  'chat.stopStream': async (space) => [{ ...(await space.stream()), markdown_text: ' **b**' }],
  'chat.unfurl': async (space) => {
    const ts = await space.message('xoxb-helper', { text: 'https://x.test' })
    return [{ ...inDeploys(space), ts, unfurls: { 'https://x.test': { text: 'seen' } } }]
  },
  'chat.update': async (space) => [{ ...inDeploys(space), ts: await space.message(), text: 'b' }],
  'conversations.archive': (space) => [inDeploys(space)],
  'conversations.close': async (space) => [{ channel: await space.direct() }],
  'conversations.create': () => [{ name: 'releases' }],
  'conversations.history': async (space) => {
    await marked(space)
    return [inDeploys(space)]
  },
  'conversations.info': (space) => [{ ...inDeploys(space), include_num_members: true, include_locale: true }],
  'conversations.invite': (space) => [{ ...inDeploys(space), users: space.ids['bob'] }],
  'conversations.join': ({ ids }) => [{ channel: ids['random'] }],
  'conversations.kick': (space) => [{ ...inDeploys(space), user: space.ids['alice'] }],
  'conversations.leave': (space) => [inDeploys(space)],
  'conversations.list': async (space) => {
    await space.direct()
    return [{ types: 'public_channel,private_channel,im,mpim' }]
  },
  'conversations.mark': async (space) => [{ ...inDeploys(space), ts: await space.message() }],
  'conversations.members': (space) => [inDeploys(space)],
  'conversations.open': ({ ids }) => [{ users: ids['bob'], return_im: true }],
  'conversations.rename': async (space) => {
    const { channel } = await space.call('conversations.create', { name: 'releases' })
    return [{ channel: channel.id, name: 'shipped' }]
  },
  'conversations.replies': async (space) => {
    const ts = await space.message()
    await space.message('xoxb-helper', { thread_ts: ts })
    return [{ ...inDeploys(space), ts }]
  },
  'conversations.setPurpose': (space) => [{ ...inDeploys(space), purpose: 'a' }],
  'conversations.setTopic': (space) => [{ ...inDeploys(space), topic: 'a' }],
  'conversations.unarchive': async (space) => [{ channel: await space.archived() }],
  'dnd.endDnd': () => [{}, ALICE],
  'dnd.endSnooze': async (space) => {
    await space.call('dnd.setSnooze', { num_minutes: 5 }, ALICE)
    return [{}, ALICE]
  },
  'dnd.info': ({ ids }) => [{ user: ids['alice'] }],
  'dnd.setSnooze': () => [{ num_minutes: 5 }, ALICE],
  'dnd.teamInfo': ({ ids }) => [{ users: ids['alice'] }],
  'emoji.list': () => [{}],
  'entity.presentDetails': async (space) => [{ trigger_id: await space.entityTrigger(), metadata: space.entity() }],
  'functions.completeError': async (space) => [{ function_execution_id: await space.step(), error: 'a' }],
  'functions.completeSuccess': async (space) => [{ function_execution_id: await space.step(), outputs: {} }],
  'files.completeUploadExternal': async (space) => [
    { files: [{ id: await space.upload(), title: 'A' }], channel_id: space.ids['deploys'] },
  ],
  'files.delete': async (space) => [{ file: await space.file() }],
  'files.getUploadURLExternal': () => [{ filename: 'a.txt', length: 1 }],
  'files.info': async (space) => [{ file: await space.file() }],
  'files.list': async (space) => {
    await space.file()
    return [{}]
  },
  'files.revokePublicURL': async (space) => [{ file: await space.file() }],
  'files.sharedPublicURL': async (space) => [{ file: await space.ownFile() }, ALICE],
  'oauth.v2.access': async (space) => [{ ...app, code: await space.code() }],
  'oauth.v2.exchange': () => [{ client_id: '1.3', client_secret: 'secret', token: 'xoxb-rotating' }],
  'openid.connect.token': async (space) => [{ ...app, code: await space.signInCode() }],
  'openid.connect.userInfo': () => [{}, 'xoxp-openid'],
  'pins.add': async (space) => [{ ...inDeploys(space), timestamp: await space.message() }],
  'pins.list': async (space) => {
    await marked(space)
    return [inDeploys(space)]
  },
  'pins.remove': async (space) => [await marked(space)],
  'reactions.add': async (space) => [{ ...(await marked(space)), name: 'tada' }],
  'reactions.get': async (space) => [await marked(space)],
  'reactions.list': async (space) => {
    await marked(space)
    return [{}]
  },
  'reactions.remove': async (space) => [{ ...(await marked(space)), name: 'eyes' }],
  'reminders.add': () => [{ text: 'a', time: '60', recurrence: { frequency: 'daily' } }, ALICE],
  'reminders.complete': async (space) => [{ reminder: await reminder(space) }, ALICE],
  'reminders.delete': async (space) => [{ reminder: await reminder(space) }, ALICE],
  'reminders.info': async (space) => [{ reminder: await reminder(space) }, ALICE],
  'reminders.list': async (space) => {
    await reminder(space)
    return [{}, ALICE]
  },
  'search.all': async (space) => {
    await space.message()
    await space.ownFile()
    return [{ query: 'a' }, ALICE]
  },
  'search.files': async (space) => {
    await space.ownFile()
    return [{ query: 'a.txt' }, ALICE]
  },
  'search.messages': async (space) => {
    await space.message()
    return [{ query: 'hello' }, ALICE]
  },
  'team.billing.info': () => [{}],
  'team.info': () => [{}],
  'team.preferences.list': () => [{}],
  'usergroups.create': () => [{ name: 'On call', include_count: true }],
  'usergroups.disable': async (space) => [{ usergroup: await space.group() }],
  'usergroups.enable': async (space) => [{ usergroup: await space.group() }],
  'usergroups.list': async (space) => {
    await space.group()
    return [{ include_users: true }]
  },
  'usergroups.update': async (space) => [{ usergroup: await space.group(), description: 'a' }],
  'usergroups.users.list': async (space) => [{ usergroup: await space.group() }],
  'usergroups.users.update': async (space) => [{ usergroup: await space.group(), users: space.ids['bob'] }],
  'users.conversations': () => [{}],
  'users.getPresence': () => [{}],
  'users.identity': () => [{}, 'xoxp-openid'],
  'users.info': ({ ids }) => [{ user: ids['alice'], include_locale: true }],
  'users.list': () => [{ include_locale: true }],
  'users.lookupByEmail': () => [{ email: 'alice@example.com' }],
  'users.profile.get': ({ ids }) => [{ user: ids['alice'] }],
  'users.profile.set': () => [{ profile: { status_text: 'away', status_emoji: ':palm_tree:' } }, ALICE],
  'users.setPresence': () => [{ presence: 'away' }],
  'views.open': async (space) => [{ view: modal, trigger_id: await space.trigger() }],
  'views.publish': ({ ids }) => [{ user_id: ids['alice'], view: home }],
  'views.push': async (space) => {
    await space.call('views.open', { view: space.withButton(), trigger_id: await space.trigger() })
    return [{ view: modal, trigger_id: await space.viewTrigger() }]
  },
  'views.update': async (space) => {
    const { view } = await space.call('views.open', { view: modal, trigger_id: await space.trigger() })
    return [{ view_id: view.id, view: space.withButton() }]
  },
}

const methods = routes.flatMap(({ path }) => {
  const [, method] = /^\/api\/([a-z][\w.]*)$/i.exec(path) ?? []
  return method === undefined || ENDED_METHODS.has(method) ? [] : [method]
})

let space: Workspace
beforeAll(async () => {
  space = await startWorkspace()
})
afterAll(() => space[Symbol.asyncDispose]())
beforeEach(() => space.chat.reset())

it('every method has a call, and a published type', () => {
  expect(Object.keys(CALLS).toSorted()).toEqual([...new Set(methods)].toSorted())
  // The newest client installed here does not know this method yet.
  expect(Object.keys(CALLS).filter((method) => !hasSlackType(method))).toEqual(['canvases.getContent'])
})

describe.each(ALL_CLIENTS)('@slack/web-api %s', (_version, Client) => {
  it.each(Object.entries(CALLS))('calls %s', async (method, prepare) => {
    const [args, token = 'xoxb-helper'] = await prepare(space)
    const client = clientOf(space.chat, OPEN_METHODS.has(method) ? '' : token, Client)
    expect(await client.apiCall(method, { ...args })).toMatchObject({ ok: true })
    expectPublishedTypes(space.chat)
  })
})
