import type { CodehostCall } from '#codehost/call.ts'
import { simpleUserJson } from '#codehost/json/accounts/account.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Field } from './matching.ts'
import type { Qualifier } from './query.ts'
import { numberRange, timeRange, within } from './ranges.ts'
import { mainLanguage } from './repositories.ts'
import { namedAccount } from './scope.ts'
import type { Kind, Qualifiers } from './search.ts'

/**
 * Defines the search for users and organizations.
 * https://docs.github.com/search-github/searching-on-github/searching-users
 */
export function userKind(call: CodehostCall): Kind<Account> {
  const { rows } = call
  return {
    objectType: 'User',
    candidates: rows.accounts.list('listed', true),
    qualifiers: qualifiers(call),
    fields: FIELDS,
    sorts: {
      followers: ({ id }) => rows.follows.countReferring('followedId', id),
      repositories: (account) => publicRepos(call, account).length,
      joined: ({ createdAt }) => createdAt,
    },
    newest: ({ createdAt, id }) => ({ rank: createdAt, id }),
    write: (account) => simpleUserJson(call, account),
  }
}

const FIELDS: readonly Field<Account>[] = [
  { in: 'login', property: 'login', style: 'name', weight: 4, byDefault: true, read: ({ login }) => [login] },
  {
    in: 'name',
    alias: 'fullname',
    property: 'name',
    style: 'prose',
    weight: 2,
    byDefault: true,
    read: ({ name }) => [name],
  },
  { in: 'email', property: 'email', style: 'name', weight: 1, byDefault: true, read: ({ email }) => [email] },
]

function qualifiers(call: CodehostCall): Qualifiers<Account> {
  const { rows } = call
  const login = (qualifier: Qualifier) => {
    const account = namedAccount(call, qualifier)
    return ({ id }: Account) => id === account?.id
  }
  const containing =
    (read: (account: Account) => string | null) =>
    ({ value }: Qualifier) => {
      const lowerValue = value.toLowerCase()
      return (account: Account) => read(account)?.toLowerCase().includes(lowerValue) ?? false
    }
  return {
    user: login,
    org: login,
    type:
      ({ value }) =>
      ({ type }) =>
        value.toLowerCase() === 'org' || value.toLowerCase() === 'organization'
          ? type === 'Organization'
          : value.toLowerCase() === 'user' && type === 'User',
    // Sponsorships are not emulated, so no user is sponsorable.
    is: () => () => false,
    fullname: containing(({ name }) => name),
    location: containing(({ location }) => location),
    repos: ({ value }) => {
      const range = numberRange(value)
      return (account) => within(range, publicRepos(call, account).length)
    },
    followers: ({ value }) => {
      const range = numberRange(value)
      return ({ id }) => within(range, rows.follows.countReferring('followedId', id))
    },
    created: ({ value }) => {
      const range = timeRange(value)
      return ({ createdAt }) => within(range, createdAt)
    },
    language: ({ value }) => {
      const lowerValue = value.toLowerCase()
      return (account) =>
        publicRepos(call, account).some((repo) => mainLanguage(call, repo)?.toLowerCase() === lowerValue)
    },
  }
}

function publicRepos({ rows }: Pick<CodehostCall, 'rows'>, account: Account) {
  return rows.repos.referring('ownerId', account.id).filter((repo) => !repo.private)
}
