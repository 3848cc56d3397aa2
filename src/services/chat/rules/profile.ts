import { ownMember } from '#core/objects.ts'
import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { User, UserProfile } from '#chat/schema/people.ts'
import { isObject } from './block-kit/check.ts'
import { isEmojiName } from './text/emoji.ts'

/** The fields of a profile that a client may set, by the vendor's name. */
const PROFILE_FIELDS: Readonly<Record<string, keyof UserProfile>> = {
  real_name: 'realName',
  display_name: 'displayName',
  email: 'email',
  title: 'title',
  phone: 'phone',
  skype: 'skype',
  status_text: 'statusText',
  status_emoji: 'statusEmoji',
  status_expiration: 'statusExpiration',
  pronouns: 'pronouns',
}

/** The longest status, in characters. */
const LONGEST_STATUS = 100

/**
 * Returns the changes of a profile that arguments in the vendor's form ask for.
 *
 * @throws `invalid_profile` for a value of a wrong type, `reserved_name`, `email_taken` and the vendor's other failures
 * of names and statuses.
 */
export function profileChanges(
  { rows }: ChatContext,
  user: User,
  fields: Readonly<Record<string, unknown>>,
): Partial<UserProfile> {
  const changes: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    const field = ownMember(PROFILE_FIELDS, name)
    if (field === undefined) continue
    if (name === 'status_expiration' ? !Number.isInteger(Number(value)) : typeof value !== 'string') {
      throw slackFailure('invalid_profile')
    }
    changes[field] = name === 'status_expiration' ? Number(value) : value
  }
  const { first_name: first, last_name: last, fields: custom } = fields
  if (typeof first === 'string' || typeof last === 'string') {
    const [oldFirst = '', ...oldLast] = user.profile.realName.split(' ')
    const words = [typeof first === 'string' ? first : oldFirst, typeof last === 'string' ? last : oldLast.join(' ')]
    changes['realName'] ??= words.join(' ').trim()
  }
  if (custom !== undefined) changes['fields'] = { ...user.profile.fields, ...customFields(custom) }
  const { displayName, realName, statusText, email } = changes as Partial<UserProfile> // the names are those of the profile
  for (const name of [displayName, realName]) checkPersonName(name ?? '')
  requireWholeStatus(user.profile, changes)
  Object.assign(changes, statusDefaults(user.profile, changes))
  checkStatusEmoji({ rows }, changes)
  if (displayName !== undefined && /^(?:slackbot|everyone|here|channel|group)$/i.test(displayName)) {
    throw slackFailure('reserved_name')
  }
  if (statusText !== undefined && statusText.length > LONGEST_STATUS) throw slackFailure('too_long')
  if (typeof email === 'string') {
    const holder = rows.users.find('email', email.toLowerCase())
    if (holder !== undefined && holder.id !== user.id) throw slackFailure('email_taken')
  }
  return changes
}

/** @throws `invalid_starts_with_at`, and `name_not_allowed` for a name with a URL. */
function checkPersonName(name: string): void {
  if (name.startsWith('@')) throw slackFailure('invalid_starts_with_at')
  if (/\bhttps?:\/\//i.test(name)) throw slackFailure('name_not_allowed')
}

/** @throws `must_clear_both_status_text_and_status_emoji` when one of the two is cleared and the other would stay. */
function requireWholeStatus(before: UserProfile, { statusText, statusEmoji }: Partial<UserProfile>): void {
  const clearsText = statusText === '' && statusEmoji === undefined && before.statusEmoji !== ''
  const clearsEmoji = statusEmoji === '' && statusText === undefined && before.statusText !== ''
  if (clearsText || clearsEmoji) throw slackFailure('must_clear_both_status_text_and_status_emoji')
}

/** The emoji of a status that has a text and no emoji of its own. */
const DEFAULT_STATUS_EMOJI = ':speech_balloon:'

/**
 * Returns what a change of a status sets beside the named fields: an emoji for a text without one, and no end for a
 * status that names none. https://docs.slack.dev/apis/web-api/user-presence-and-status
 */
function statusDefaults(before: UserProfile, changes: Partial<UserProfile>): Partial<UserProfile> {
  const { statusText, statusEmoji, statusExpiration } = changes
  if (statusText === undefined && statusEmoji === undefined) return {}
  const [text, emoji] = [statusText ?? before.statusText, statusEmoji ?? before.statusEmoji]
  return {
    ...(text !== '' && emoji === '' ? { statusEmoji: DEFAULT_STATUS_EMOJI } : {}),
    statusExpiration: text === '' && emoji === '' ? 0 : (statusExpiration ?? 0),
  }
}

/**
 * @throws `profile_status_set_failed_not_emoji_syntax` for a name without colons, and
 * `profile_status_set_failed_not_valid_emoji` for one of no emoji.
 */
function checkStatusEmoji({ rows }: Pick<ChatContext, 'rows'>, { statusEmoji = '' }: Partial<UserProfile>): void {
  if (statusEmoji === '') return
  const [, name] = /^:(.+):$/.exec(statusEmoji) ?? []
  if (name === undefined) throw slackFailure('profile_status_set_failed_not_emoji_syntax')
  if (ownMember(rows.emoji.get(), name) !== undefined || isEmojiName(name)) return
  throw slackFailure('profile_status_set_failed_not_valid_emoji')
}

function customFields(fields: unknown): UserProfile['fields'] {
  if (!isObject(fields)) throw slackFailure('invalid_profile')
  return Object.fromEntries(
    Object.entries(fields).map(([id, field]) => {
      const { value, alt } = isObject(field) ? field : {}
      return [id, { value: typeof value === 'string' ? value : '', alt: typeof alt === 'string' ? alt : '' }]
    }),
  )
}

/**
 * Ends the status of a user at its time, unless another has replaced it.
 * https://docs.slack.dev/apis/web-api/user-presence-and-status
 */
export function endStatus(
  context: ChatContext,
  { userId, at }: { readonly userId: string; readonly at: number },
): void {
  const user = context.rows.users.get(userId)
  if (user?.profile.statusExpiration !== at) return
  const none = { statusText: '', statusEmoji: '', statusExpiration: 0 }
  updateUser(context, user, { profile: { ...user.profile, ...none } })
}

/** Changes the profile of a user as a client asks, and ends a status when its time comes. */
export function changeProfile(context: ChatContext, previous: User, changes: Partial<UserProfile>): User {
  const user = updateUser(context, previous, { profile: { ...previous.profile, ...changes } })
  const { statusExpiration: at } = user.profile
  if (at > 0 && at !== previous.profile.statusExpiration) {
    context.schedule(Math.max(at * 1000 - context.clock.now(), 0), 'endStatus', { userId: user.id, at })
  }
  return user
}

/** Changes a user, and emits the event. */
export function updateUser(
  context: ChatContext,
  previous: User,
  changes: Partial<Pick<User, 'profile' | 'presence' | 'snoozeUntil' | 'deleted' | 'isAdmin'>>,
): User {
  const user = context.rows.users.update(previous.id, { ...changes, updatedAt: context.clock.now() })
  context.emit({ kind: 'user_changed', user, previous })
  return user
}

/** Returns true for a user that is online: a bot, or a person that is not set to away. */
export function isActive({ presence }: User): boolean {
  return presence !== 'away'
}
