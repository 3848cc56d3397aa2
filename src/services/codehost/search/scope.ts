import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { qualifiersOf, type Qualifier, type Query } from './query.ts'
import { cannotBeSearched, usersCannotBeSearched } from './failures.ts'
import type { Qualifiers } from './search.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'

type SearchContext = Pick<CodehostCall, 'rows' | 'principal'>

/**
 * Returns the repositories that a query searches: those that `repo:`, `user:` and `org:` name, or all. Only
 * repositories that the principal may read are included.
 *
 * @throws 422 when the query names some and none of them can be searched.
 */
export function reposInScope(call: SearchContext, query: Query): Repo[] {
  const { rows } = call
  const named = [...qualifiersOf(query.conditions)].filter(isScope)
  const searchable = named.filter((scope) =>
    scope.name === 'repo' ? namedRepo(call, scope) !== undefined : namedAccount(call, scope) !== undefined,
  )
  if (named.length > 0 && searchable.length === 0) throw cannotBeSearched()
  const narrowing = query.conditions.filter((each) => each.kind === 'qualifier' && isScope(each))
  const found = narrowing.length === 0 ? rows.repos.all() : searchable.flatMap((scope) => reposNamed(call, scope))
  return [...new Map(found.map((repo) => [repo.id, repo])).values()].filter((repo) => canRead(call, repo))
}

/** Returns the repositories without forks, unless a `fork:` qualifier includes them. */
export function withoutForks(repos: readonly Repo[], { conditions }: Query): readonly Repo[] {
  const isAsked = [...qualifiersOf(conditions)].some(({ name }) => name === 'fork')
  return isAsked ? repos : repos.filter(({ fork }) => !fork)
}

/** Defines the qualifiers about the repository that a result is in. */
export function repoQualifiers<R>(call: SearchContext, repoOf: (row: R) => Repo): Qualifiers<R> {
  const owned = (qualifier: Qualifier) => {
    const account = namedAccount(call, qualifier)
    return (row: R) => repoOf(row).ownerId === account?.id
  }
  return {
    repo: (qualifier) => {
      const repo = namedRepo(call, qualifier)
      return (row) => repoOf(row).id === repo?.id
    },
    user: owned,
    org: owned,
    fork:
      ({ value }) =>
      (row) =>
        value === 'true' || repoOf(row).fork === (value === 'only'),
    archived:
      ({ value }) =>
      (row) =>
        repoOf(row).archived === (value === 'true'),
  }
}

/** Returns whether `is:public`, `is:private` or `is:internal` holds for a repository; undefined for any other word. */
export function isVisibility({ private: hidden, visibility }: Repo, word: string): boolean | undefined {
  if (word === 'public') return !hidden
  if (word === 'private') return hidden
  return word === 'internal' ? visibility === 'internal' : undefined
}

/** Returns the account that a qualifier names: by login, `@me` or `app/slug`; undefined when there is none. */
export function namedAccount({ rows, principal }: SearchContext, { value }: Qualifier): Account | undefined {
  const login = value.replace(/^@(?!me$)/, '').toLowerCase()
  if (login === '@me') return principal?.user
  return rows.accounts.find('login', login.replace(/^app\/(.*)$/, '$1[bot]'))
}

/**
 * Like {@link namedAccount}.
 *
 * @throws 422 when there is no such account.
 */
export function findNamedAccount(call: SearchContext, qualifier: Qualifier): Account {
  const account = namedAccount(call, qualifier)
  if (account === undefined) throw usersCannotBeSearched()
  return account
}

function isScope({ name }: Qualifier): boolean {
  return name === 'repo' || name === 'user' || name === 'org'
}

function namedRepo(call: SearchContext, { value }: Qualifier): Repo | undefined {
  const [login = '', name = ''] = value.toLowerCase().split('/')
  const owner = call.rows.accounts.find('login', login)
  const repo = owner === undefined ? undefined : call.rows.repos.find('name', owner.id, name)
  return repo !== undefined && canRead(call, repo) ? repo : undefined
}

function reposNamed(call: SearchContext & { readonly rows: Rows }, scope: Qualifier): Repo[] {
  if (scope.name === 'repo') {
    const repo = namedRepo(call, scope)
    return repo === undefined ? [] : [repo]
  }
  const account = namedAccount(call, scope)
  return account === undefined ? [] : call.rows.repos.referring('ownerId', account.id)
}
