import { createHash } from 'node:crypto'
import { html, type Html, type Part } from '#pages/html.ts'
import type { ChatContext } from '#chat/call.ts'
import { homeOf, openModals } from '#chat/interactions/views.ts'
import { otherPerson, unreadCount } from '#chat/json/conversation.ts'
import { canSee, membershipOf } from '#chat/rules/conversations/find.ts'
import { findUser, people, SLACKBOT } from '#chat/rules/people.ts'
import type { View } from '#chat/schema/app.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { Message } from '#chat/schema/messages.ts'
import type { App, User } from '#chat/schema/people.ts'
import { findBotUser } from '#chat/rules/agents/find-bot-user.ts'
import { assistantPane, newestThread, statusLine } from './assistant.ts'
import { blocks } from './blocks.ts'
import { codeChannelParts } from './code-channel.ts'
import { messageHtml, type MessageView } from './message.ts'
import { mrkdwn } from './text.ts'

/** The part of the workspace that a page shows: the parameters of its address. */
export interface Place {
  /** The name or id of the person to whom the page is shown. Default: the first person */
  readonly as?: string | undefined
  /** The id or name of a conversation, or `@name` for a direct message. */
  readonly channel?: string | undefined
  /** The `ts` of a thread. */
  readonly thread?: string | undefined
  /** The id of an app whose home tab is shown. */
  readonly app?: string | undefined
  /** The id of a tab of a code channel that is open in place of its messages. */
  readonly tab?: string | undefined
  /** The id of an app whose assistant is open beside the rest. */
  readonly assistant?: string | undefined
}

/** The contents of a page, and a text that differs when they do. */
export interface WorkspaceContent {
  readonly content: Html
  readonly version: string
  /** The title of the window. */
  readonly title: string
  /** The name of the person to whom the page is shown; empty when the workspace has no people. */
  readonly user: string
}

/** The most messages that a page shows. */
const MOST = 200

/** Returns the workspace as a person sees it. `root` is the path in front of the page's own paths. */
export function workspaceContent(context: ChatContext, root: string, place: Place): WorkspaceContent {
  const { rows } = context
  const everybody = people(context)
  const named = place.as === undefined ? undefined : findUser(context, place.as)
  const user = named?.botId === null && named.id !== SLACKBOT ? named : everybody[0]
  if (user === undefined) {
    return {
      content: html`<h1>No users</h1>
        <p>The seed has no users.</p>`,
      version: 'empty',
      title: 'Workspace',
      user: '',
    }
  }
  const { conversation, partner, name } = conversationAt(context, user, place.channel)
  const app = rows.apps.get(place.app)
  const page: Page = { context, root, user, place, channel: conversation?.id ?? place.channel }
  const content = html`<div class="workspace">
    ${sidebar(page, everybody)}
    ${
      app === undefined
        ? html`<section
            class="pane"
            aria-labelledby="place"
            ${isBesideAssistant(conversation) && html` data-conversation="${conversation.id}"`}
          >
            <h1 id="place">${name}</h1>
            ${conversation === undefined ? emptyDirect(partner) : timeline(page, conversation)}
            ${composer(page, conversation, partner)}
          </section>`
        : html`<section class="pane" aria-labelledby="place">
            <h1 id="place">${app.name}</h1>
            ${home(page, homeOf(context, app.id, user.id))}
          </section>`
    }
    ${sidePane(page, conversation)} ${modal(page)}
  </div>`
  const version = createHash('sha256').update(content.toString()).digest('hex').slice(0, 16)
  return { content, version, title: app?.name ?? name, user: user.name }
}

/** Returns true for a channel, which an assistant beside it is told. */
function isBesideAssistant(conversation: Conversation | undefined): conversation is Conversation {
  return conversation !== undefined && conversation.people === null
}

/** The values that the parts of a page are made of. */
interface Page {
  readonly context: ChatContext
  readonly root: string
  readonly user: User
  readonly place: Place
  /** The id of the conversation that is shown, or `@name`. */
  readonly channel: string | undefined
}

/** Returns the address of the page that shows another place. */
function urlOf({ root, user }: Page, place: Omit<Place, 'as'>): string {
  const query = new URLSearchParams({ as: user.name })
  for (const [name, value] of Object.entries(place)) if (value !== undefined) query.set(name, value)
  return `${root}/?${query}`
}

/** Returns the conversation to show; `partner` is the other person of a direct message that does not exist yet. */
function conversationAt(
  context: ChatContext,
  user: User,
  channel: string | undefined,
): { conversation?: Conversation; partner?: User; name: string } {
  const { rows } = context
  if (channel?.startsWith('@') === true) {
    const partner = findUser(context, channel)
    const direct =
      partner && rows.conversations.find('people', [...new Set([user.id, partner.id])].toSorted().join(','))
    if (direct !== undefined) return { conversation: direct, name: nameOf(context, direct, user) }
    if (partner !== undefined) return { partner, name: `@${partner.name}` }
  }
  const found =
    channel === undefined
      ? undefined
      : (rows.conversations.get(channel) ?? rows.conversations.find('name', channel.replace(/^#/, '')))
  const first = rows.memberships.list('byUser', user.id)[0]?.channelId
  const shown = found !== undefined && canSee(context, found, user.id) ? found : rows.conversations.get(first)
  return shown === undefined ? { name: 'No conversation' } : { conversation: shown, name: nameOf(context, shown, user) }
}

function nameOf({ rows }: ChatContext, conversation: Conversation, user: User): string {
  const { kind, name } = conversation
  if (kind === 'im') return `@${rows.users.get(otherPerson(conversation, user.id))?.name ?? ''}`
  if (kind === 'public') return `#${name}`
  if (kind === 'private') return `🔒 ${name}`
  const ids = (conversation.people ?? '').split(',').filter((id) => id !== user.id)
  return ids.map((id) => `@${rows.users.get(id)?.name ?? id}`).join(', ')
}

/** The mark of a bot beside its name. */
const APP_BADGE = html` <span class="badge">APP</span>`

/** The conversations and people of the sidebar. */
interface Places {
  readonly channels: readonly Conversation[]
  /** The direct messages that the user has, alone or with several. */
  readonly direct: readonly Conversation[]
  /** The people with whom the user has none yet. */
  readonly others: readonly User[]
}

function placesOf({ context, user }: Page): Places {
  const { rows } = context
  const channels = rows.conversations
    .list('byNumber')
    .filter((each) => !each.archived && each.people === null && canSee(context, each, user.id))
  const direct = rows.memberships
    .list('byUser', user.id)
    .map(({ channelId }) => rows.conversations.require(channelId))
    .filter((each) => each.people !== null)
  const partners = new Set(direct.map((each) => (each.kind === 'im' ? otherPerson(each, user.id) : '')))
  const others = rows.users
    .list('byNumber')
    .filter(({ id, deleted }) => id !== user.id && id !== SLACKBOT && !deleted && !partners.has(id))
    .slice(0, 50)
  return { channels, direct, others }
}

function conversationItem(page: Page, conversation: Conversation): Html {
  const { context, user, place } = page
  const { rows } = context
  const { id, kind } = conversation
  const isBotMessage = kind === 'im' && (rows.users.get(otherPerson(conversation, user.id))?.botId ?? null) !== null
  const lastRead = membershipOf(context, conversation, user.id)?.lastRead
  const isCurrent = place.app === undefined && id === page.channel
  const unread = lastRead === undefined || isCurrent ? 0 : unreadCount(rows, id, lastRead)
  return html`<li>
    <a href="${urlOf(page, { channel: id, assistant: place.assistant })}" ${isCurrent && html` aria-current="page"`}
      >${nameOf(context, conversation, user)}${isBotMessage && APP_BADGE}
      ${unread > 0 && html`<span class="badge" aria-label="${unread} unread">${unread}</span>`}</a
    >
  </li> `
}

function sidebar(page: Page, everybody: readonly User[]): Html {
  const { context, root, user } = page
  const { rows } = context
  const { channels, direct, others } = placesOf(page)
  const item = (each: Conversation): Html => conversationItem(page, each)
  return html`<nav aria-label="Workspace">
    <form method="get" action="${root}/" class="as">
      <label for="as">Signed in as</label>
      <select id="as" name="as" data-switch>
        ${everybody.map(({ name }) => html`<option value="${name}" ${name === user.name && ' selected'}>${name}</option> `)}
      </select>
      ${page.channel !== undefined && html`<input type="hidden" name="channel" value="${page.channel}" />`}
      <button class="button">Switch</button>
    </form>
    <h2>${rows.team.get().name}</h2>
    <ul class="places">
      ${channels.map(item)}
    </ul>
    <h2>Direct messages</h2>
    <ul class="places">
      ${direct.map(item)}
      ${others.map(({ name, botId }) => {
        const isCurrent = page.channel === `@${name}`
        return html`<li>
          <a href="${urlOf(page, { channel: `@${name}` })}" ${isCurrent && html` aria-current="page"`}
            >@${name}${botId !== null && APP_BADGE}</a
          >
        </li> `
      })}
    </ul>
    <h2>Apps</h2>
    <ul class="places">
      ${rows.apps.list('byNumber').map((app) => appItem(page, app))}
    </ul>
  </nav>`
}

function appItem(page: Page, app: App): Html {
  const { context, place, channel } = page
  const { id, name } = app
  const isAssistant = findBotUser(context, app) !== undefined
  return html`<li class="app">
    <a href="${urlOf(page, { app: id })}" data-open-home="${name}" ${place.app === id && html` aria-current="page"`}
      >${name}</a
    >
    ${
      isAssistant &&
      html`<a
        href="${urlOf(page, { channel, assistant: id })}"
        data-open-assistant="${id}"
        aria-label="${`Ask ${name}`}"
        ${place.assistant === id && html` aria-current="true"`}
        >✦</a
      >`
    }
  </li> `
}

function messageView(page: Page, inThread: boolean): MessageView {
  const { user, channel } = page
  return {
    userId: user.id,
    inThread,
    threadUrl: ({ threadTs, ts }) => urlOf(page, { channel, thread: threadTs ?? ts }),
  }
}

function timeline(page: Page, conversation: Conversation): Html {
  const { context, user } = page
  const { rows } = context
  const { rows: newest } = rows.messages.page('byChannel', [conversation.id], {
    offset: 0,
    limit: 1000,
    descending: true,
  })
  const shown = newest.filter((message) => isShown(message, user.id)).slice(0, MOST)
  const view = messageView(page, false)
  const { bar, content } = codeChannelParts(context, {
    channelId: conversation.id,
    tab: page.place.tab,
    urlOf: (tab) => urlOf(page, { channel: conversation.id, assistant: page.place.assistant, tab }),
    surface: {
      rows,
      origin: context.origin,
      urls: context.urls,
      userId: user.id,
      target: null,
      values: {},
      prefix: 'tab',
    },
  })
  const { topic } = conversation
  const members = rows.memberships.count('byChannel', conversation.id)
  const bookmarks = rows.bookmarks.list('byChannel', conversation.id)
  return html`<p class="soft">
      ${members} ${members === 1 ? 'member' : 'members'}${topic.value !== '' && html` · ${mrkdwn(rows, topic.value)}`}
    </p>
    ${bookmarks.length > 0 && html`<p class="soft">${bookmarks.map(({ title }) => html`🔖 ${title} `)}</p>`} ${bar}
    ${
      content ??
      html`<ul class="messages" id="messages" tabindex="0" aria-label="Messages" role="log">
        ${shown.length === 0 && html`<li class="soft">No messages yet.</li>`}
        ${shown.toReversed().map((message) => messageHtml(context, message, view))}
      </ul>`
    }`
}

/** Returns true for a message that the timeline of a channel shows to a person. */
function isShown({ ephemeralTo, threadTs, ts, isBroadcast }: Message, userId: string): boolean {
  if (ephemeralTo !== null) return ephemeralTo === userId && threadTs === null
  return threadTs === null || threadTs === ts || isBroadcast
}

function emptyDirect(partner: User | undefined): Part {
  return html`<ul class="messages" id="messages" aria-label="Messages" role="log">
    <li class="soft">${partner === undefined ? 'No conversation.' : 'No messages yet.'}</li>
  </ul>`
}

function composer(page: Page, conversation: Conversation | undefined, partner: User | undefined): Part {
  const { context, user } = page
  const isMember = conversation !== undefined && membershipOf(context, conversation, user.id) !== undefined
  if (conversation?.archived === true) return html`<p class="soft">This channel is archived.</p>`
  if (conversation !== undefined && !isMember) return html`<p class="soft">${user.name} is not in this channel.</p>`
  const channel = conversation?.id ?? (partner === undefined ? undefined : `@${partner.name}`)
  return channel === undefined ? null : composerForm(channel, null)
}

function composerForm(channel: string, thread: string | null, isBeside = thread !== null): Html {
  const id = isBeside ? 'thread-composer' : 'composer'
  return html`<form class="composer" data-say="${channel}" ${thread !== null && html` data-thread="${thread}"`}>
    <label for="${id}">${isBeside ? 'Reply' : 'Message, or a /command'}</label>
    <textarea id="${id}" name="text" rows="2" required></textarea>
    <button class="button primary">Send</button>
  </form>`
}

/** Returns the pane beside a conversation: the assistant that is open, or else the thread. */
function sidePane(page: Page, conversation: Conversation | undefined): Part {
  const { context, place } = page
  const assistant = context.rows.apps.get(place.assistant)
  if (assistant !== undefined) return assistantBeside(page, assistant)
  return conversation === undefined || place.app !== undefined ? null : threadPane(page, conversation)
}

function assistantBeside(page: Page, app: App): Html {
  const { context, user, place, channel } = page
  const thread = newestThread(context, app, user)
  const view = messageView(page, true)
  const messages = thread === undefined ? [] : repliesIn(page, thread.channelId, thread.threadTs)
  return assistantPane(context, {
    app,
    thread,
    closeUrl: urlOf(page, { channel, app: place.app }),
    messages: messages.map((message) => messageHtml(context, message, view)),
    composer:
      thread === undefined
        ? null
        : composerForm(thread.channelId, thread.threadTs === '' ? null : thread.threadTs, true),
  })
}

/** Returns the replies of a thread that a person sees. */
function repliesIn({ context, user }: Page, channelId: string, threadTs: string): readonly Message[] {
  return context.rows.messages
    .list('byChannel', channelId)
    .filter((message) => {
      const isMine = message.ephemeralTo === null || message.ephemeralTo === user.id
      // The Messages tab of an agent shows its whole conversation.
      return isMine && (threadTs === '' || (message.threadTs === threadTs && message.ts !== threadTs))
    })
    .slice(-MOST)
}

function threadPane(page: Page, conversation: Conversation): Part {
  const { context, user, place } = page
  const { rows } = context
  if (place.thread === undefined) return null
  const parent = rows.messages.find('ts', conversation.id, place.thread)
  if (parent === undefined || parent.ephemeralTo !== null) return null
  const replies = repliesIn(page, conversation.id, parent.ts)
  const agents = rows.agentThreads.list('byThread', conversation.id, parent.ts)
  const view = messageView(page, true)
  return html`<section class="pane thread" aria-labelledby="thread">
    <h2 id="thread">Thread <a href="${urlOf(page, { channel: page.channel })}" aria-label="Close the thread">✕</a></h2>
    <ul class="messages" id="thread-messages" tabindex="0" aria-label="Thread" role="log">
      ${[parent, ...replies].map((message) => messageHtml(context, message, view))}
    </ul>
    ${agents.map((agent) => statusLine(context, agent))}
    ${membershipOf(context, conversation, user.id) !== undefined && composerForm(conversation.id, parent.ts)}
  </section>`
}

function viewSurface({ context, user }: Page, view: View) {
  const { rows, origin, urls } = context
  const target = JSON.stringify({ id: view.id })
  return { rows, origin, urls, userId: user.id, target, values: view.values, prefix: view.id }
}

function home(page: Page, view: View | undefined): Html {
  if (view === undefined) return html`<p class="soft">This app has published no home tab for ${page.user.name}.</p>`
  const surface = viewSurface(page, view)
  return html`<div class="home" data-target="${surface.target}">${blocks(surface, view.blocks)}</div>`
}

/** Returns the topmost modal that the person has open. */
function modal(page: Page): Part {
  const view = openModals(page.context, page.user.id).at(-1)
  if (view === undefined) return null
  const surface = viewSurface(page, view)
  const stack = openModals(page.context, page.user.id).length
  return html`<dialog id="modal" class="modal" aria-labelledby="modal-title" data-view="${view.id}">
    <form data-submit data-target="${surface.target}">
      <h2 id="modal-title">
        ${view.title?.text ?? ''}${stack > 1 && html` <small class="soft">${stack} open</small>`}
      </h2>
      <div class="blocks">${blocks(surface, view.blocks, { errors: view.errors })}</div>
      <div class="actions">
        <button type="button" class="button" data-close>${view.close?.text ?? 'Cancel'}</button>
        ${
          view.submit !== null &&
          html`<button class="button primary" ${view.submitDisabled && ' disabled'}>${view.submit.text}</button>`
        }
      </div>
    </form>
  </dialog>`
}
