import { fullNameOf } from './identifiers.ts'
import type { ListView } from '#core/list-view.ts'
import { normalizedPhoneNumber } from './addresses.ts'
import type { AuthCall, Rows } from '#auth-saas/call.ts'
import { paramInvalid, clerkFailure } from '#auth-saas/errors.ts'
import { rowsOf, type Orders } from '../lists.ts'
import type { User } from '#auth-saas/schema/people.ts'

type Predicate = (user: User) => boolean

/** The ways to order lists of users. */
const ORDERS = ({ rows }: Pick<AuthCall, 'rows'>): Orders<User> => ({
  updated_at: (user) => user.updatedAt,
  email_address: (user) => rows.emailAddresses.get(user.primaryEmailAddressId)?.emailAddress ?? null,
  web3wallet: (user) => rows.web3Wallets.get(user.primaryWeb3WalletId)?.web3Wallet ?? null,
  first_name: (user) => user.firstName,
  last_name: (user) => user.lastName,
  phone_number: (user) => rows.phoneNumbers.get(user.primaryPhoneNumberId)?.phoneNumber ?? null,
  username: (user) => user.username,
  last_active_at: (user) => user.lastActiveAt,
  last_sign_in_at: (user) => user.lastSignInAt,
})

/** Returns the users that the filters of a request ask for, in its order. */
export function usersOf(call: Pick<AuthCall, 'rows' | 'query'>): ListView<User> {
  const filters = userFilters(call)
  return rowsOf(call, call.rows.users, {
    orders: ORDERS(call),
    matches: filters.length === 0 ? undefined : (user) => filters.every((matches) => matches(user)),
  })
}

/**
 * Returns the filters of a request for users. Values of one parameter are alternatives; `-` before an id excludes it.
 */
export function userFilters({ rows, query }: Pick<AuthCall, 'rows' | 'query'>): Predicate[] {
  const filters: Predicate[] = []
  const lists: Readonly<Record<string, (user: User) => readonly string[]>> = {
    email_address: (user) => addresses(rows, user),
    phone_number: (user) => numbers(rows, user),
    external_id: (user) => some(user.externalId),
    username: (user) => some(user.username),
    web3_wallet: (user) => rows.web3Wallets.referring('userId', user.id).map((each) => each.web3Wallet),
    user_id: (user) => [user.id],
    organization_id: (user) => rows.memberships.list('ofUser', user.id).map((each) => each.organizationId),
    provider_user_id: (user) => rows.externalAccounts.referring('userId', user.id).map((each) => each.providerUserId),
    provider: (user) => rows.externalAccounts.referring('userId', user.id).map((each) => `oauth_${each.provider}`),
  }
  for (const [name, valuesOf] of Object.entries(lists)) {
    const values = query.getAll(name).map((value) => normalized(name, value))
    requireFew(values, name)
    if (values.length > 0) filters.push(listed(values, valuesOf))
  }
  const searches: Readonly<Record<string, (user: User) => readonly string[]>> = {
    email_address_query: (user) => addresses(rows, user),
    phone_number_query: (user) => numbers(rows, user),
    username_query: (user) => some(user.username),
    name_query: (user) => [fullNameOf(user)],
    query: (user) => everything(rows, user),
  }
  for (const [name, valuesOf] of Object.entries(searches)) {
    const text = query.get(name)?.trim().toLowerCase() ?? ''
    if (text !== '') filters.push((user) => valuesOf(user).some((value) => value.toLowerCase().includes(text)))
  }
  const banned = query.get('banned')
  if (banned !== null) filters.push((user) => String(user.banned) === banned)
  return [...filters, ...timeFilters(query)]
}

/** @throws 422 for more values than a filter takes. */
function requireFew(values: readonly string[], name: string): void {
  if (values.length <= 100) return
  const sentence = `${name} can have at most 100 values.`
  throw clerkFailure(422, 'form_param_array_size_exceeded', 'too many values', sentence, { param_name: name })
}

function listed(filterValues: readonly string[], valuesOf: (user: User) => readonly string[]): Predicate {
  const excluded = new Set(filterValues.filter((value) => value.startsWith('-')).map((value) => value.slice(1)))
  const included = new Set(
    filterValues.filter((value) => !value.startsWith('-')).map((value) => value.replace(/^\+(?=\D)/, '')),
  )
  return (user) => {
    const values = valuesOf(user)
    if (values.some((value) => excluded.has(value))) return false
    return included.size === 0 || values.some((value) => included.has(value))
  }
}

function normalized(name: string, value: string): string {
  if (name === 'email_address' || name === 'username') return value.toLowerCase()
  // A plus sign that the client has not encoded arrives as a space.
  if (name === 'phone_number') return normalizedPhoneNumber(value.startsWith(' ') ? `+${value.trim()}` : value)
  if (name === 'provider') return value.startsWith('oauth_') ? value : `oauth_${value}`
  return value
}

const TIMES: Readonly<Record<string, readonly [(user: User) => number | null, 'before' | 'after']>> = {
  last_active_at_before: [(user) => user.lastActiveAt, 'before'],
  last_active_at_after: [(user) => user.lastActiveAt, 'after'],
  last_active_at_since: [(user) => user.lastActiveAt, 'after'],
  created_at_before: [(user) => user.createdAt, 'before'],
  created_at_after: [(user) => user.createdAt, 'after'],
  last_sign_in_at_before: [(user) => user.lastSignInAt, 'before'],
  last_sign_in_at_after: [(user) => user.lastSignInAt, 'after'],
}

function timeFilters(query: URLSearchParams): Predicate[] {
  return Object.entries(TIMES).flatMap(([name, [timeOf, side]]) => {
    const value = query.get(name)
    if (value === null) return []
    if (!/^\d{1,15}$/.test(value)) throw paramInvalid(name, `${name} must be a time in milliseconds.`)
    const limit = Number(value)
    return [
      (user: User) => {
        const at = timeOf(user)
        return at !== null && (side === 'before' ? at < limit : at >= limit)
      },
    ]
  })
}

function some(value: string | null): readonly string[] {
  return value === null ? [] : [value]
}

function addresses(rows: Rows, user: User): string[] {
  return rows.emailAddresses.referring('userId', user.id).map((each) => each.emailAddress)
}

function numbers(rows: Rows, user: User): string[] {
  return rows.phoneNumbers.referring('userId', user.id).map((each) => each.phoneNumber)
}

function everything(rows: Rows, user: User): string[] {
  return [
    user.id,
    ...some(user.externalId),
    ...some(user.username),
    fullNameOf(user),
    ...addresses(rows, user),
    ...numbers(rows, user),
    ...rows.web3Wallets.referring('userId', user.id).map((each) => each.web3Wallet),
  ]
}
