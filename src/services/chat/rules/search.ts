import type { ChatContext } from '#chat/call.ts'
import { DAY } from '#core/duration.ts'
import type { File, Message } from '#chat/schema/messages.ts'
import type { User } from '#chat/schema/people.ts'
import { canSeeFile } from './files/visible.ts'
import { peopleKey } from './conversations/create.ts'
import { canSee } from './conversations/find.ts'
import { findUser } from './people.ts'
import { mainName } from './text/emoji.ts'
import { linkedUrls, readableText } from './text/entities.ts'
import { namesOf } from './text/format.ts'
import { localDate, MONTHS } from './time-zone.ts'

/** A condition of the messages that a search finds. */
type Filter = (message: Message) => boolean

/** The person who searches, and the workspace. */
interface Searcher {
  readonly context: ChatContext
  readonly user: User
}

/** The longest search, in characters; the rest is ignored. */
const LONGEST = 500

/**
 * Returns the messages that a user can see and that a search finds, newest first. Words, "phrases", `-word`,
 * `in:#channel`, `in:@user`, `from:@user`, `has:reaction`, `has:link`, `has:pin`, `is:thread`, and `before:`, `after:`,
 * `on:` and `during:` with a day, month or year of the user's time zone are understood.
 * https://slack.com/help/articles/202528808-Search-in-Slack
 */
export function searchMessages(context: ChatContext, userId: string, query: string): Message[] {
  const { rows } = context
  const filters = parse({ context, user: rows.users.require(userId) }, query.slice(0, LONGEST))
  return rows.conversations
    .list('byNumber')
    .filter((conversation) => canSee(context, conversation, userId))
    .flatMap(({ id }) => rows.messages.list('byChannel', id))
    .filter((message) => message.ephemeralTo === null && !message.isTombstone && filters.every((test) => test(message)))
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

function parse(searcher: Searcher, query: string): Filter[] {
  const terms = [...query.matchAll(/(-?)(?:(in|from|has|is|before|after|on|during):)?(?:"([^"]*)"|(\S+))/g)]
  return terms.flatMap(([, minus, filter, phrase, word]): Filter[] => {
    const term = (phrase ?? word ?? '').toLowerCase()
    if (term === '') return []
    const test = filter === undefined ? wordsFilter(searcher, term) : filterOf(searcher, filter, term)
    return [minus === '' ? test : (message) => !test(message)]
  })
}

/** Letters of languages that put no spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u

/** Returns a test for a word or a phrase, which begins where a word of the text does. */
function wordsFilter({ context }: Searcher, term: string): Filter {
  const names = namesOf(context)
  const words = term.replace(/\*$/, '')
  return ({ text }) => {
    const readable = `${readableText(text, names)} ${linkedUrls(text).join(' ')}`.toLowerCase()
    for (let at = readable.indexOf(words); at >= 0; at = readable.indexOf(words, at + 1)) {
      const around = readable.slice(Math.max(at - 1, 0), at + 1)
      if (!/^[\p{L}\p{N}]{2}$/u.test(around) || UNSPACED.test(around)) return true
    }
    return false
  }
}

function filterOf(searcher: Searcher, filter: string, term: string): Filter {
  const { context, user } = searcher
  switch (filter) {
    case 'in': {
      const channel = placeOf(searcher, term)
      return ({ channelId }) => channelId === channel
    }
    case 'from': {
      const author = authorOf(context, user.id, term)
      return (message) => message.userId === author
    }
    case 'has':
      return hasFilter(context, term)
    case 'is':
      return ({ threadTs }) => term === 'thread' && threadTs !== null
    default:
      return dateFilter(searcher, filter, term)
  }
}

/** Returns the id of the conversation that `in:` names: a channel, or the direct message with `@user`. */
function placeOf({ context, user }: Searcher, term: string): string | undefined {
  const { rows } = context
  const [, channel] = /^<#(\w+)(?:\|[^>]*)?>$/.exec(term) ?? []
  if (term.startsWith('@') || term.startsWith('<@')) {
    return rows.conversations.find('people', peopleKey([user.id, authorOf(context, user.id, term) ?? '']))?.id
  }
  const name = channel ?? term.replace(/^#/, '')
  return (rows.conversations.find('name', name) ?? rows.conversations.get(name.toUpperCase()))?.id
}

function hasFilter({ rows }: ChatContext, term: string): Filter {
  if (term === 'link') return ({ text }) => /https?:\/\//.test(text)
  if (term === 'pin') return ({ id }) => rows.pins.find('message', id) !== undefined
  const name = mainName(term.replaceAll(/^:+|:+$/g, ''))
  return ({ id }) => rows.reactions.list('byMessage', id).some((each) => term === 'reaction' || each.name === name)
}

/** Returns a test of the day of a message: `before:2026-01-31`, `after:yesterday`, `during:january`, `on:2026-01`. */
function dateFilter({ context, user }: Searcher, filter: string, term: string): Filter {
  const dayOf = (time: number): string => localDate(user.tz, Math.floor(time)).toISOString().slice(0, 10)
  const now = context.clock.now() / 1000
  const named = periodOf(term, dayOf(now), dayOf(now - DAY / 1000))
  return ({ at }) => {
    if (named === undefined) return false
    const day = dayOf(at / 1_000_000)
    if (filter === 'before') return day < named
    return filter === 'after' ? day > named && !day.startsWith(named) : day.startsWith(named)
  }
}

/** Returns the beginning of the days that a period has: `2026-01-31`, `2026-01`, `2026`. */
function periodOf(term: string, today: string, yesterday: string): string | undefined {
  if (term === 'today') return today
  if (term === 'yesterday') return yesterday
  if (/^\d{4}(?:-\d{2}){0,2}$/.test(term)) return term
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(term) ?? []
  if (year !== undefined) return [year, month?.padStart(2, '0'), day?.padStart(2, '0')].join('-')
  const number = term.length < 3 ? -1 : MONTHS.findIndex((each) => term.startsWith(each))
  if (number < 0) return undefined
  const thisYear = `${today.slice(0, 4)}-${String(number + 1).padStart(2, '0')}`
  return thisYear <= today ? thisYear : `${Number(today.slice(0, 4)) - 1}${thisYear.slice(4)}`
}
