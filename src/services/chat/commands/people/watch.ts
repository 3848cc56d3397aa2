import { awaited } from '#core/commands.ts'
import type { ChatContext } from '#chat/call.ts'
import { openModals, homeOf } from '#chat/interactions/views.ts'
import { elementsIn, textOf, blocksOfMessage, type LocatedElement } from '#chat/interactions/elements.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { textOfBlocks } from '#chat/rules/text/rich-text-words.ts'
import { readableText } from '#chat/rules/text/entities.ts'
import { findUser } from '#chat/rules/people.ts'
import { namesOf } from '#chat/rules/text/format.ts'
import type { Message } from '#chat/schema/messages.ts'
import type { PersonCommandInput } from './acting.ts'
import { findApp, findPerson, textInput, textsIn } from './find.ts'
import { authorName } from '#chat/rules/messages/author-name.ts'
import { showMessage, showView, type ShownMessage } from './shown.ts'

// The commands by which tests look at the messages that apps post and the views that they show.

/** The messages for which `messages.next` waits. */
export interface MessageFilter {
  /** `#deploys`, an id, or `@alice` for a direct message with alice. Default: any conversation */
  readonly channel?: string
  /** The name of a bot or person. Default: any author. Messages that the test has said with `as` never match. */
  readonly from?: string
  /** Text that the message contains. */
  readonly text?: string
  /**
   * The `ts` of the thread that it is in, or its first message; or the Messages tab of an agent, which is its whole
   * direct message.
   */
  readonly thread?: string | { readonly ts: string; readonly channel?: string }
  /** The name of the only person who sees it, for ephemeral messages. */
  readonly to?: string
  /** True also for a message that its app still streams. Default: such a message matches when it is complete */
  readonly streaming?: boolean
}

/** The `messages` commands. */
export const messages = {
  next: awaited({
    look(context: ChatContext, filter: MessageFilter): ShownMessage | undefined {
      const { rows } = context
      const consumed = rows.consumedMessages.get()
      const matches = matcherOf(context, filter)
      const found = rows.messages
        .all()
        .find((message) => isNew(context, message) && !consumed.includes(message.id) && matches(message))
      if (found === undefined) return undefined
      rows.consumedMessages.set([...consumed, found.id])
      return showMessage(context, found)
    },
    missing: (context: ChatContext, filter: MessageFilter) => missingMessage(context, filter),
  }),
}

/**
 * Returns true for a message that was posted after the seed; false for the message that the vendor posts about an
 * installation.
 */
function isNew({ rows }: ChatContext, { id, subtype }: Message): boolean {
  return id > rows.newestSeededMessage.get() && subtype !== 'bot_add'
}

function matcherOf(context: ChatContext, filter: MessageFilter): (message: Message) => boolean {
  const { rows } = context
  const { channel, from, text, thread, to, streaming = false } = filter
  const channelId = channel === undefined ? undefined : channelNamed(context, channel)
  const author = from === undefined ? undefined : authorNamed(context, from)
  const reader = to === undefined ? undefined : findPerson(context, to).id
  const isTab = typeof thread === 'object' && thread.ts === ''
  const tabChannel = isTab ? thread.channel : undefined
  const threadTs = typeof thread === 'object' ? thread.ts : thread
  const names = namesOf(context)
  return (message) => {
    if (rows.conversations.get(message.channelId) === undefined) return false
    if (!streaming && message.extra['streaming_state'] === 'in_progress') return false
    if (channelId !== undefined && !channelId.includes(message.channelId)) return false
    if (author !== undefined && message.userId !== author && message.botId !== author) return false
    if (reader !== undefined && message.ephemeralTo !== reader) return false
    if (tabChannel !== undefined && message.channelId !== tabChannel) return false
    if (threadTs !== undefined && !isTab && (message.threadTs !== threadTs || message.ts === threadTs)) return false
    return (
      text === undefined ||
      [readableText(message.text, names), ...textsIn(blocksOfMessage(message))].some((each) => each.includes(text))
    )
  }
}

/** The ids of the conversations with a name: one channel, or the direct messages of a person. */
function channelNamed(context: ChatContext, name: string): readonly string[] {
  const { rows } = context
  const channel = rows.conversations.get(name) ?? rows.conversations.find('name', name.replace(/^#/, ''))
  if (channel !== undefined) return [channel.id]
  const person = name.startsWith('@') ? findUser(context, name) : undefined
  if (person !== undefined) {
    return rows.conversations
      .list('byNumber')
      .filter(({ people, kind }) => kind === 'im' && people?.split(',').includes(person.id) === true)
      .map(({ id }) => id)
  }
  const names = rows.conversations.list('byNumber').flatMap((each) => (each.name === '' ? [] : [`#${each.name}`]))
  throw new Error(`no channel is named ${JSON.stringify(name)}; there are ${names.join(', ')}`)
}

function authorNamed(context: ChatContext, name: string): string {
  const user = findUser(context, name)
  if (user !== undefined) return user.id
  const bot = context.rows.bots.list('byNumber').find((each) => each.name === name)
  if (bot !== undefined) return bot.id
  const names = context.rows.users.list('byNumber').map((each) => each.name)
  throw new Error(`no user or bot is named ${JSON.stringify(name)}; there are ${names.join(', ')}`)
}

function missingMessage(context: ChatContext, { channel, from, text, to, thread }: MessageFilter): string {
  const { rows } = context
  const expectation = [
    'no message',
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(channel === undefined ? [] : [`in ${channel}`]),
    ...(to === undefined ? [] : [`for ${to} only`]),
    ...(thread === undefined ? [] : ['in the thread']),
    ...(text === undefined ? [] : [`with ${JSON.stringify(text)}`]),
  ].join(' ')
  const posted = rows.messages.all().filter(({ id }) => id > rows.newestSeededMessage.get())
  const lines = posted.slice(-10).map((message) => {
    const shown = showMessage(context, message)
    const only = shown.ephemeral_to === null ? '' : ` (only for ${shown.ephemeral_to})`
    return `  ${shown.channel_name} ${shown.from}${only}: ${shown.readable}`
  })
  const failed = rows.deliveries
    .all()
    .filter(({ state }) => state === 'failed' || state === 'refused')
    .slice(-3)
    .map(
      ({ event, error, response, subscription }) =>
        `  ${event} to ${subscription.url}: ${error ?? `status ${response?.status ?? 0}`}`,
    )
  return [
    `${expectation} was posted`,
    posted.length === 0 ? 'nothing was posted' : `posted were:\n${lines.join('\n')}`,
    ...(failed.length === 0 ? [] : [`requests to apps that failed:\n${failed.join('\n')}`]),
  ].join('; ')
}

/** The input of `modal`. */
export interface ModalInput extends PersonCommandInput {
  /** The title, `callback_id` or id of the modal. Default: any */
  readonly view?: string
}

/** Waits until a person has a modal open on top, and returns it. */
export const modal = awaited({
  look(context: ChatContext, { user, view: name }: ModalInput) {
    const top = openModals(context, findPerson(context, user).id).at(-1)
    const isMatch =
      top !== undefined && (name === undefined || [top.id, top.callbackId, top.title?.text].includes(name))
    return isMatch ? showView(context, top) : undefined
  },
  missing(context: ChatContext, { user, view: name }: ModalInput) {
    const stack = openModals(context, findPerson(context, user).id)
    const titles = stack.map(({ title }) => JSON.stringify(title?.text)).join(', ')
    return `${user} has no modal${name === undefined ? '' : ` ${JSON.stringify(name)}`} open on top; open are ${titles === '' ? 'none' : titles}`
  },
})

/** The input of `home`. */
export interface HomeInput extends PersonCommandInput {
  /** The name of the app or its bot. Default: the only app */
  readonly app?: string
}

/** Waits until an app has published its home tab for a person, and returns it. */
export const home = awaited({
  look(context: ChatContext, { user, app }: HomeInput) {
    const view = homeOf(context, findApp(context, app).id, findPerson(context, user).id)
    return view === undefined ? undefined : showView(context, view)
  },
  missing: (_context: ChatContext, { user }: HomeInput) => `no app has published a home tab for ${user}`,
})

/** The input of `transcript`. */
export interface TranscriptInput {
  readonly channel: string
}

/**
 * Returns a conversation as text: a line for each message, with its buttons, files and reactions, the replies of
 * threads indented. Times are left out, so that it can be compared with a snapshot.
 */
export function transcript(context: ChatContext, { channel }: TranscriptInput): string {
  const ids = channelNamed(context, textInput('channel', channel))
  return ids.map((id) => transcriptOf(context, id)).join('\n')
}

function transcriptOf(context: ChatContext, channelId: string): string {
  const all = context.rows.messages.list('byChannel', channelId)
  const isReply = ({ threadTs, ts }: Message): boolean => threadTs !== null && threadTs !== ts
  return all
    .filter((message) => !isReply(message) || message.isBroadcast)
    .flatMap((message) => {
      const replies = all.filter((each) => isReply(each) && each.threadTs === message.ts)
      return [
        ...linesOf(context, message),
        ...replies.flatMap((reply) => linesOf(context, reply)).map((line) => `  > ${line}`),
      ]
    })
    .join('\n')
}

function linesOf(context: ChatContext, message: Message): readonly string[] {
  const { rows } = context
  const { ephemeralTo, text, edited, fileIds, id, isTombstone } = message
  if (isTombstone) return ['(deleted)']
  const names = namesOf(context)
  const only = ephemeralTo === null ? '' : ` (only for ${rows.users.get(ephemeralTo)?.name ?? ephemeralTo})`
  const blocks = blocksOfMessage(message)
  const shown = blocks.length > 0 ? blockTexts(blocks, names) : readableText(text, names)
  const files = fileIds.map((fileId) => `[file ${rows.files.get(fileId)?.name ?? fileId}]`)
  const buttons = elementsIn(blocks).flatMap((each) => buttonTexts(each).map((words) => `[${words}]`))
  const reactions = rows.reactions.list('byMessage', id)
  const first = `${authorName(context, message)}${only}: ${shown}${edited === null ? '' : ' (edited)'}`
  return [
    ...first.split('\n').map((line, index) => (index === 0 ? line : `  ${line}`)),
    ...(buttons.length + files.length === 0 ? [] : [`  ${[...files, ...buttons].join(' ')}`]),
    ...(reactions.length === 0
      ? []
      : [
          `  ${[...new Set(reactions.map((each) => each.name))].map((name) => `:${name}: ${reactions.filter((each) => each.name === name).length}`).join(' ')}`,
        ]),
  ]
}

/** Returns the texts of blocks, a line each, without those of buttons and menus. */
function blockTexts(blocks: readonly unknown[], names: Parameters<typeof readableText>[1]): string {
  const skipped = new Set(elementsIn(blocks).flatMap(({ element }) => textsIn(element)))
  return blocks
    .flatMap((block): readonly string[] => {
      if (!isObject(block)) return []
      const { type } = block
      if (type === 'plan') return [String(block['title']), ...tasksIn(block['tasks'])]
      if (type === 'task_card') return tasksIn([block])
      if (type === 'rich_text' || type === 'table') return [readableText(textOfBlocks([{ ...block, type }]), names)]
      return textsIn(block)
        .filter((each) => !skipped.has(each))
        .map((each) => readableText(each, names))
    })
    .join('\n')
}

/** Returns a line for each task: its state and its title. */
function tasksIn(tasks: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(tasks) ? tasks : []
  return list.filter(isObject).map((task) => `(${String(task['status'])}) ${String(task['title'])}`)
}

/** Returns the words on a button, on both feedback buttons, or in a menu. */
function buttonTexts({ element, actionId }: LocatedElement): readonly string[] {
  const both = [element['positive_button'], element['negative_button']].filter(isObject)
  if (both.length > 0) return both.map((each) => textOf(each['text']))
  return [textOf(element['text']) || textOf(element['placeholder']) || actionId]
}
