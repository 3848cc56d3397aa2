import { viewOfIndex } from '#core/list-view.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { date } from '../dates.ts'
import { listById, filteredList, listByCursor, type CursorList } from '../lists/pages.ts'
import type { Group } from '#oidc-d/schema.ts'
import {
  checkVocabulary,
  matches,
  ownMember,
  parseExpression,
  sortedBy,
  type Operator,
  type Vocabulary,
} from '../lists/expression.ts'

const ORDERED: readonly Operator[] = ['eq', 'gt', 'ge', 'lt', 'le']
const SEARCHED: readonly (Operator | 'pr')[] = ['eq', 'sw', 'co', 'ew', 'gt', 'ge', 'lt', 'le', 'pr']
const DATES: readonly string[] = ['created', 'lastUpdated', 'lastMembershipUpdated']

const FILTER: Vocabulary = {
  operatorsOf(attribute) {
    if (attribute === 'lastUpdated' || attribute === 'lastMembershipUpdated') return ORDERED
    return ['id', 'type', 'profile.name'].includes(attribute) ? ['eq'] : null
  },
  not: false,
}

const SEARCH: Vocabulary = {
  operatorsOf: (attribute) =>
    attribute.startsWith('profile.') || ['id', 'type', ...DATES].includes(attribute) ? SEARCHED : null,
  not: true,
}

/**
 * Returns the groups that match a query.
 *
 * @throws 400 for an invalid query.
 */
export function groupsOf({ rows, query }: Pick<OidcCall, 'rows' | 'query'>): CursorList<Group> {
  const [search, filter, q] = [query.get('search'), query.get('filter'), query.get('q')]
  const idOf = ({ id }: Group): string => id
  const source = search === null || search === '' ? filter : search
  if (source !== null && source !== '') {
    const expression = parseExpression(source)
    checkVocabulary(expression, source === search ? SEARCH : FILTER)
    const isMatch = (group: Group): boolean =>
      matches(expression, (attribute) => valueOf(group, attribute), { caseSensitive: source === filter })
    const by = query.get('sortBy')
    if (source === filter || by === null || by === '') return listByCursor(rows.groups.all().filter(isMatch), idOf)
    return filteredList(sorted(rows.groups.all(), by, query), isMatch, idOf)
  }
  if (q !== null && q !== '') {
    const starting = rows.groups.all().filter(({ profile }) => profile.name.toLowerCase().startsWith(q.toLowerCase()))
    return listByCursor(starting, idOf)
  }
  return listById(viewOfIndex(rows.groups, 'all', []))
}

function sorted(groups: readonly Group[], by: string, query: URLSearchParams): readonly Group[] {
  return sortedBy(
    groups,
    (group) => valueOf(group, by),
    query.get('sortOrder')?.toLowerCase().startsWith('desc') === true,
  )
}

function valueOf(group: Group, attribute: string): unknown {
  if (attribute.startsWith('profile.')) return ownMember(group.profile, attribute.slice('profile.'.length))
  switch (attribute) {
    case 'id':
      return group.id
    case 'type':
      return group.type
    case 'created':
    case 'lastUpdated':
    case 'lastMembershipUpdated':
      return date(group[attribute])
    default:
      return undefined
  }
}
