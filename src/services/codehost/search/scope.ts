import { canSee } from '../access.ts'
import type { CodehostCall, Rows } from '../call.ts'
import type { Account } from '../schema/accounts.ts'
import type { Repo } from '../schema/repos.ts'
import { qualifiersOf, type Qualifier, type Query } from './query.ts'
import { cannotBeSearched, usersCannotBeSearched } from './refusals.ts'
import type { Qualifiers } from './search.ts'

type Asking = Pick<CodehostCall, 'rows' | 'principal'>

/**
 * The repositories in which what a query asks for can be: those that `repo:`, `user:` and `org:` name, or all; only such
 * as the principal may see. Throws 422 when the query names some and none of them can be searched.
 */
export function reposInScope(call: Asking, query: Query): Repo[] {
  const { rows } = call
  const named = [...qualifiersOf(query.conditions)].filter(isScope)
  const searchable = named.filter((scope) =>
    scope.name === 'repo' ? namedRepo(call, scope) !== undefined : namedAccount(call, scope) !== undefined,
  )
  if (named.length > 0 && searchable.length === 0) throw cannotBeSearched()
  const narrowing = query.conditions.filter((each) => each.kind === 'qualifier' && isScope(each))
  const found = narrowing.length === 0 ? rows.repos.all() : searchable.flatMap((scope) => reposNamed(call, scope))
  return [...new Map(found.map((repo) => [repo.id, repo])).values()].filter((repo) => canSee(call, repo))
}

/** Repositories without forks, unless the query says by `fork:` what to do with them. */
export function withoutForks(repos: readonly Repo[], { conditions }: Query): readonly Repo[] {
  const isAsked = [...qualifiersOf(conditions)].some(({ name }) => name === 'fork')
  return isAsked ? repos : repos.filter(({ fork }) => !fork)
}

/** The qualifiers that are about the repository that something is in. */
export function repoQualifiers<R>(call: Asking, repoOf: (row: R) => Repo): Qualifiers<R> {
  const owned = (wanted: Qualifier) => {
    const account = namedAccount(call, wanted)
    return (row: R) => repoOf(row).ownerId === account?.id
  }
  return {
    repo: (wanted) => {
      const repo = namedRepo(call, wanted)
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

/** What `is:public`, `is:private` and `is:internal` say of a repository; undefined for other words. */
export function isVisibility({ private: hidden, visibility }: Repo, word: string): boolean | undefined {
  if (word === 'public') return !hidden
  if (word === 'private') return hidden
  return word === 'internal' ? visibility === 'internal' : undefined
}

/** The account that a qualifier names: by login, `@me` or `app/slug`; undefined when there is none. */
export function namedAccount({ rows, principal }: Asking, { value }: Qualifier): Account | undefined {
  const login = value.replace(/^@(?!me$)/, '').toLowerCase()
  if (login === '@me') return principal?.user
  return rows.accounts.find('login', login.replace(/^app\/(.*)$/, '$1[bot]'))
}

/** As {@link namedAccount}. Throws 422 when there is none. */
export function requireNamed(call: Asking, wanted: Qualifier): Account {
  const account = namedAccount(call, wanted)
  if (account === undefined) throw usersCannotBeSearched()
  return account
}

function isScope({ name }: Qualifier): boolean {
  return name === 'repo' || name === 'user' || name === 'org'
}

function namedRepo(call: Asking, { value }: Qualifier): Repo | undefined {
  const [login = '', name = ''] = value.toLowerCase().split('/')
  const owner = call.rows.accounts.find('login', login)
  const repo = owner === undefined ? undefined : call.rows.repos.find('name', owner.id, name)
  return repo !== undefined && canSee(call, repo) ? repo : undefined
}

function reposNamed(call: Asking & { readonly rows: Rows }, scope: Qualifier): Repo[] {
  if (scope.name === 'repo') {
    const repo = namedRepo(call, scope)
    return repo === undefined ? [] : [repo]
  }
  const account = namedAccount(call, scope)
  return account === undefined ? [] : call.rows.repos.referring('ownerId', account.id)
}
