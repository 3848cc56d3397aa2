import type { ChatContext } from '../call.ts'
import { refusal } from '../refusals.ts'
import type { User, UserProfile } from '../schema/people.ts'
import { PROFILE_FIELDS } from '../json/user.ts'
import { emitEvent } from './events/emit-event.ts'

/** The longest status, in characters. */
const LONGEST_STATUS = 100

/**
 * Returns the changes of a profile in the vendor's form. Throws `invalid_profile` for values that are none, `reserved_name` for a
 * name of the vendor's, and `email_taken`.
 */
export function profileChanges(
  { rows }: ChatContext,
  user: User,
  written: Readonly<Record<string, unknown>>,
): Partial<UserProfile> {
  const changes: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(written)) {
    const field = PROFILE_FIELDS[name]
    if (field === undefined) continue
    if (name === 'status_expiration' ? !Number.isInteger(Number(value)) : typeof value !== 'string') {
      throw refusal('invalid_profile')
    }
    changes[field] = name === 'status_expiration' ? Number(value) : value
  }
  const { first_name: first, last_name: last, fields } = written
  if (typeof first === 'string' || typeof last === 'string') {
    const [firstNow = '', ...lastNow] = user.profile.realName.split(' ')
    const words = [typeof first === 'string' ? first : firstNow, typeof last === 'string' ? last : lastNow.join(' ')]
    changes['realName'] ??= words.join(' ').trim()
  }
  if (fields !== undefined) changes['fields'] = { ...user.profile.fields, ...customFields(fields) }
  const { displayName, realName, statusText, email } = changes as Partial<UserProfile> // the names are those of the profile
  for (const written of [displayName, realName]) checkPersonName(written ?? '')
  requireWholeStatus(user.profile, changes)
  if (displayName !== undefined && /^(?:slackbot|everyone|here|channel|group)$/i.test(displayName)) {
    throw refusal('reserved_name')
  }
  if (statusText !== undefined && statusText.length > LONGEST_STATUS) throw refusal('too_long')
  if (typeof email === 'string') {
    const holder = rows.users.find('email', email.toLowerCase())
    if (holder !== undefined && holder.id !== user.id) throw refusal('email_taken')
  }
  return changes
}

/** Throws `invalid_starts_with_at`, and `name_not_allowed` for a name with a URL. */
function checkPersonName(name: string): void {
  if (name.startsWith('@')) throw refusal('invalid_starts_with_at')
  if (/\bhttps?:\/\//i.test(name)) throw refusal('name_not_allowed')
}

/** Throws `must_clear_both_status_text_and_status_emoji` where one of the two is cleared and the other would stay. */
function requireWholeStatus(before: UserProfile, { statusText, statusEmoji }: Partial<UserProfile>): void {
  const clearsText = statusText === '' && statusEmoji === undefined && before.statusEmoji !== ''
  const clearsEmoji = statusEmoji === '' && statusText === undefined && before.statusText !== ''
  if (clearsText || clearsEmoji) throw refusal('must_clear_both_status_text_and_status_emoji')
}

function customFields(fields: unknown): UserProfile['fields'] {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw refusal('invalid_profile')
  return Object.fromEntries(
    Object.entries(fields as Record<string, unknown>).map(([id, field]) => {
      const { value, alt } = Object(field) as { value?: unknown; alt?: unknown }
      return [id, { value: typeof value === 'string' ? value : '', alt: typeof alt === 'string' ? alt : '' }]
    }),
  )
}

/** Changes a user, and emits the event. */
export function updateUser(
  context: ChatContext,
  previous: User,
  changes: Partial<Pick<User, 'profile' | 'presence' | 'snoozeUntil' | 'deleted' | 'isAdmin'>>,
): User {
  const user = context.rows.users.update(previous.id, { ...changes, updatedAt: context.clock.now() })
  emitEvent(context, { kind: 'user_changed', user, previous })
  return user
}

/** Returns true for a user that is online: a bot, or a person that is not set to away. */
export function isActive({ presence }: User): boolean {
  return presence !== 'away'
}
