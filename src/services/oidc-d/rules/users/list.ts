import { viewOfIndex } from '#core/list-view.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { date } from '../dates.ts'
import { USER_TYPE_ID } from '../identifiers.ts'
import { listById, filteredList, listByCursor, type CursorList } from '../lists/pages.ts'
import type { User } from '#oidc-d/schema.ts'
import { profileOf } from './profiles.ts'
import {
  checkVocabulary,
  matches,
  ownMember,
  parseExpression,
  sortedBy,
  type Operator,
  type Vocabulary,
} from '../lists/expression.ts'

// The four ways to list users: https://developer.okta.com/docs/reference/user-query/

const EQUAL: readonly Operator[] = ['eq']
const ORDERED: readonly Operator[] = ['eq', 'gt', 'ge', 'lt', 'le']
const SEARCHED: readonly (Operator | 'pr')[] = ['eq', 'sw', 'co', 'ew', 'gt', 'ge', 'lt', 'le', 'pr']

const FILTER: Vocabulary = {
  operatorsOf(attribute) {
    if (attribute === 'lastUpdated') return ORDERED
    const known = ['status', 'id', 'profile.login', 'profile.email', 'profile.firstName', 'profile.lastName']
    return known.includes(attribute) ? EQUAL : null
  },
  not: false,
}

const SEARCH: Vocabulary = {
  operatorsOf: (attribute) => (attribute.startsWith('profile.') || SEARCHABLE.has(attribute) ? SEARCHED : null),
  not: true,
}

const SEARCHABLE: ReadonlySet<string> = new Set([
  'id',
  'status',
  'created',
  'activated',
  'statusChanged',
  'lastUpdated',
  'lastLogin',
  'passwordChanged',
  'type.id',
])

/**
 * Returns the users that match a query.
 *
 * @throws 400 for an invalid query.
 */
export function usersOf({ rows, query }: Pick<OidcCall, 'rows' | 'query'>): CursorList<User> {
  const [search, filter, q] = [query.get('search'), query.get('filter'), query.get('q')]
  const idOf = ({ id }: User): string => id
  if (search !== null && search !== '') {
    const expression = parseExpression(search)
    checkVocabulary(expression, SEARCH)
    const isMatch = (user: User): boolean =>
      matches(expression, (attribute) => valueOf(user, attribute), { caseSensitive: false })
    const by = query.get('sortBy')
    if (by === null || by === '') return listByCursor(rows.users.all().filter(isMatch), idOf)
    return filteredList(sorted(rows.users.all(), by, query), isMatch, idOf)
  }
  if (filter !== null && filter !== '') {
    const expression = parseExpression(filter)
    checkVocabulary(expression, FILTER)
    const isMatch = (user: User): boolean =>
      matches(expression, (attribute) => valueOf(user, attribute), { caseSensitive: true })
    return listByCursor(rows.users.all().filter(isMatch), idOf)
  }
  if (q !== null && q !== '') {
    return listByCursor(
      rows.users.list('byLife', 'live').filter((user) => isFoundBy(user, q)),
      idOf,
    )
  }
  return listById(viewOfIndex(rows.users, 'byLife', ['live']))
}

/** Returns true when every word of `q` is the beginning of the first name, the last name or the e-mail address. */
function isFoundBy({ profile }: User, q: string): boolean {
  const names = [profile['firstName'], profile['lastName'], profile.email]
  const starts = (word: string): boolean =>
    names.some((name) => typeof name === 'string' && name.toLowerCase().startsWith(word))
  return q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .every(starts)
}

function sorted(users: readonly User[], by: string, query: URLSearchParams): readonly User[] {
  return sortedBy(users, (user) => valueOf(user, by), query.get('sortOrder')?.toLowerCase().startsWith('desc') === true)
}

/** Returns the value of an attribute as on the wire. */
function valueOf(user: User, attribute: string): unknown {
  if (attribute.startsWith('profile.')) return ownMember(profileOf(user), attribute.slice('profile.'.length))
  switch (attribute) {
    case 'id':
      return user.id
    case 'status':
      return user.status
    case 'type.id':
      return user.typeId ?? USER_TYPE_ID
    case 'created':
    case 'activated':
    case 'statusChanged':
    case 'lastUpdated':
    case 'lastLogin':
    case 'passwordChanged':
      return date(user[attribute])
    default:
      return undefined
  }
}
