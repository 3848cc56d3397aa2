import type { ChatContext } from '#chat/call.ts'
import type { File, Message } from '#chat/schema/messages.ts'
import { canSeeFile } from './files/visible.ts'
import { canSee } from './conversations/find.ts'
import { findUser } from './people.ts'
import { mainName } from './text/emoji.ts'

/** A parsed search: words and phrases that a message must have, and filters. */
interface Search {
  readonly words: readonly string[]
  readonly matches: readonly ((message: Message) => boolean)[]
}

/** The longest search, in characters; the rest is ignored. */
const LONGEST = 500

/**
 * Returns the messages that a user can see and that a search finds, newest first. Words, "phrases", `-word`,
 * `in:#channel`, `from:@user`, `has:reaction`, `has:link`, `has:pin` are understood.
 */
export function searchMessages(context: ChatContext, userId: string, query: string): Message[] {
  const search = parse(context, userId, query.slice(0, LONGEST))
  const { rows } = context
  return rows.conversations
    .list('byNumber')
    .filter((conversation) => canSee(context, conversation, userId))
    .flatMap(({ id }) => rows.messages.list('byChannel', id))
    .filter((message) => message.ephemeralTo === null && !message.isTombstone && isMatch(search, message))
    .toSorted((one, other) => other.at - one.at)
}

/**
 * Returns the files that a user can see and that a search finds by their names and titles, newest first: words,
 * "phrases", `-word` and `from:@user`.
 */
export function searchFiles(context: ChatContext, userId: string, query: string): File[] {
  const { rows } = context
  const terms = [...query.slice(0, LONGEST).matchAll(/(-?)(from:)?(?:"([^"]*)"|(\S+))/g)]
  const tests = terms.map(([, minus, from, phrase, word]): ((file: File) => boolean) => {
    const term = (phrase ?? word ?? '').toLowerCase()
    const author = from === undefined ? undefined : authorOf(context, userId, term)
    const matches = (file: File): boolean =>
      from === undefined
        ? `${file.name} ${file.title} ${file.remote?.searchText ?? ''}`.toLowerCase().includes(term)
        : file.userId === author
    return (file) => matches(file) === (minus === '')
  })
  return rows.files
    .list('byNumber')
    .filter(
      (file) => file.state === 'complete' && canSeeFile(context, file, userId) && tests.every((test) => test(file)),
    )
    .toReversed()
}

/** Returns the id of the user that `from:` names; undefined for nobody. */
function authorOf(context: ChatContext, userId: string, term: string): string | undefined {
  const [, mentioned] = /^<@(\w+)>$/.exec(term) ?? []
  return term.replace(/^@/, '') === 'me' ? userId : findUser(context, mentioned?.toUpperCase() ?? term)?.id
}

function isMatch({ words, matches }: Search, message: Message): boolean {
  const text = message.text.toLowerCase()
  return words.every((word) => text.includes(word)) && matches.every((match) => match(message))
}

function parse(context: ChatContext, userId: string, query: string): Search {
  const terms = [...query.matchAll(/(-?)(?:(in|from|has):)?(?:"([^"]*)"|(\S+))/g)]
  const words: string[] = []
  const matches: ((message: Message) => boolean)[] = []
  for (const [, minus, filter, phrase, word] of terms) {
    const term = (phrase ?? word ?? '').toLowerCase()
    if (term === '') continue
    if (filter === undefined && minus === '') words.push(term)
    else {
      const match =
        filter === undefined
          ? (message: Message) => message.text.toLowerCase().includes(term)
          : filterOf(context, userId, filter, term)
      matches.push(minus === '' ? match : (message) => !match(message))
    }
  }
  return { words, matches }
}

function filterOf(context: ChatContext, userId: string, filter: string, term: string): (message: Message) => boolean {
  const { rows } = context
  if (filter === 'in') {
    const name = term.replace(/^#/, '')
    const conversation = rows.conversations.find('name', name) ?? rows.conversations.get(name.toUpperCase())
    return ({ channelId }) => channelId === conversation?.id
  }
  if (filter === 'from') {
    const author = authorOf(context, userId, term)
    return (message) => message.userId === author
  }
  if (term === 'link') return ({ text }) => /https?:\/\//.test(text)
  if (term === 'pin') return ({ id }) => rows.pins.find('message', id) !== undefined
  const name = mainName(term.replaceAll(/^:+|:+$/g, ''))
  return ({ id }) => rows.reactions.list('byMessage', id).some((each) => term === 'reaction' || each.name === name)
}
