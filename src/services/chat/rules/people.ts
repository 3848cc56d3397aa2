import type { ChatContext } from '#chat/call.ts'
import { inWorkspace, type App, type Bot, type Token, type TokenKind, type User } from '#chat/schema/people.ts'
import type { UserProfile } from '#chat/schema/people.ts'
import { newId } from './new-id.ts'
import { DEFAULT_TIME_ZONE } from './time-zone.ts'

/** The vendor's own user, which is in every workspace. */
export const SLACKBOT = 'USLACKBOT'

/** The fields of a new user that have no default. */
interface UserInput {
  readonly id?: string
  /** The further workspace. Default: that of the instance */
  readonly teamId?: string | undefined
  readonly name: string
  readonly realName: string
  readonly email: string | null
  readonly isAdmin: boolean
  readonly tz: string
  readonly botId: string | null
  /** True for a deactivated account. Default: false */
  readonly deleted?: boolean
}

/** Adds a user. */
export function createUser(context: Pick<ChatContext, 'rows' | 'clock' | 'ids'>, input: UserInput): User {
  const { rows, clock } = context
  const { id = newId(context, 'U'), teamId, name, realName, email, isAdmin, tz, botId, deleted = false } = input
  const profile: UserProfile = {
    realName,
    displayName: botId === null && id !== SLACKBOT ? name : '',
    email,
    title: '',
    phone: '',
    skype: '',
    statusText: '',
    statusEmoji: '',
    statusExpiration: 0,
    pronouns: '',
    fields: {},
  }
  return rows.users.insert({
    id,
    ...(teamId === undefined ? {} : { teamId }),
    number: rows.numbers.next(),
    name,
    profile,
    isAdmin,
    isOwner: false,
    botId,
    tz,
    deleted,
    presence: 'auto',
    snoozeUntil: null,
    updatedAt: clock.now(),
  })
}

/** Adds a bot of an app, with its user. */
export function createBot(
  context: Pick<ChatContext, 'rows' | 'clock' | 'ids'>,
  { name, app, teamId }: { readonly name: string; readonly app: App; readonly teamId?: string | undefined },
): Bot {
  const { rows, clock } = context
  const id = newId(context, 'B')
  const user = createUser(context, {
    teamId,
    name: freeHandle(context, handleFor(name), teamId),
    realName: name,
    email: null,
    isAdmin: false,
    tz: DEFAULT_TIME_ZONE,
    botId: id,
  })
  const number = rows.numbers.next()
  return rows.bots.insert({ id, number, name, appId: app.id, userId: user.id, deleted: false, updatedAt: clock.now() })
}

/** Adds a token. `id` is its literal value. */
export function createToken(
  { rows, clock }: Pick<ChatContext, 'rows' | 'clock'>,
  input: Pick<Token, 'id' | 'scopes'> &
    Partial<Pick<Token, 'userId' | 'botId' | 'appId' | 'expiresAt' | 'isUnlimited'>> & { kind: TokenKind },
): Token {
  const absent = { userId: null, botId: null, appId: null, expiresAt: null, isUnlimited: false }
  return rows.tokens.insert({ ...absent, ...input, createdAt: clock.now(), revoked: false, exchanged: false })
}

/** Returns the users of the instance's workspace that are people, in the order of their creation. */
export function people({ rows }: Pick<ChatContext, 'rows'>): User[] {
  return rows.users
    .list('byNumber')
    .filter(({ id, botId, deleted, teamId }) => botId === null && !deleted && teamId === undefined && id !== SLACKBOT)
}

/**
 * Returns the user with this id or name; undefined when there is none. `partner/zoe` names a user of the workspace with
 * the domain `partner`.
 */
export function findUser({ rows }: Pick<ChatContext, 'rows'>, idOrName: string): User | undefined {
  const name = idOrName.replace(/^@/, '')
  const [domain = '', handle = ''] = name.split('/')
  const team = handle === '' ? undefined : rows.workspaces.find('domain', domain)
  if (team !== undefined) return rows.users.find('name', inWorkspace(team.id, handle.toLowerCase()))
  return rows.users.get(name) ?? rows.users.find('name', name.toLowerCase()) ?? botUser(rows, name)
}

/** Returns the user of the bot with this display name. */
function botUser(rows: ChatContext['rows'], name: string): User | undefined {
  const bot = rows.bots.list('byNumber').find((each) => each.name.toLowerCase() === name.toLowerCase())
  return rows.users.get(bot?.userId)
}

function handleFor(name: string): string {
  const handle = name.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '_')
  return handle === '' ? 'bot' : handle
}

/** Returns the handle, or the handle with the first number that makes it free. */
function freeHandle({ rows }: Pick<ChatContext, 'rows'>, handle: string, teamId: string | undefined): string {
  let free = handle
  for (let count = 2; rows.users.find('name', inWorkspace(teamId, free)) !== undefined; count += 1)
    free = `${handle}${count}`
  return free
}
