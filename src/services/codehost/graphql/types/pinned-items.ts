import type { CodehostCall } from '#codehost/call.ts'
import { roleInOrganization } from '#codehost/rules/repos/permissions.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { viewerOf } from '../access.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { typed, type Fields, type Typed } from '../source.ts'

/** The largest number of items that a profile shows first. */
const MOST_PINNED = 6

interface ItemArguments extends PageArguments {
  readonly types?: readonly string[] | null
}

/** The fields of users and organizations about the repositories that their profiles show first. */
export const pinnedItemFields: Fields<Account> = {
  anyPinnableItems: (account, { type }: { readonly type?: string | null }, call) =>
    ofTypes(pinnableItems(call, account), type == null ? null : [type]).length > 0,
  pinnableItems: (account, args: ItemArguments, call) => itemsPage(pinnableItems(call, account), args),
  pinnedItems: (account, args: ItemArguments, call) => itemsPage(pinnedItems(call, account), args),
  pinnedItemsRemaining: ({ id }, _args, { rows }) => MOST_PINNED - rows.pinnedRepos.countReferring('accountId', id),
  viewerCanChangePinnedItems: (account, _args, call) => {
    const viewer = viewerOf(call)
    return account.id === viewer.id || roleInOrganization(call.rows, account, viewer) === 'admin'
  },
  itemShowcase: (account) => account,
}

/** The showcase of a profile: its pinned items, or the most popular ones. https://docs.github.com/graphql/reference/objects#profileitemshowcase */
export const ProfileItemShowcase: Fields<Account> = {
  hasPinnedItems: (account, _args, call) => pinnedItems(call, account).length > 0,
  items: (account, args: PageArguments, call) => {
    const pinned = pinnedItems(call, account)
    return itemsPage(pinned.length > 0 ? pinned : popularItems(call, account), args)
  },
}

function pinnedItems(call: CodehostCall, { id }: Account): Typed[] {
  const { rows } = call
  const repos = rows.pinnedRepos.referring('accountId', id).map(({ repoId }) => rows.repos.require(repoId))
  return repos.filter((repo) => canRead(call, repo)).map((repo) => typed('Repository', repo))
}

/** Returns the public repositories of an account with the most stars, forks left out. */
function popularItems({ rows }: CodehostCall, account: Account): Typed[] {
  const starsOf = ({ id }: Repo): number => rows.stars.countReferring('repoId', id)
  return publicRepos(rows, account)
    .filter(({ fork }) => !fork)
    .toSorted((one, other) => starsOf(other) - starsOf(one))
    .slice(0, MOST_PINNED)
    .map((repo) => typed('Repository', repo))
}

function publicRepos(rows: CodehostCall['rows'], { id }: Account): Repo[] {
  return rows.repos.referring('ownerId', id).filter((repo) => !repo.private)
}

function pinnableItems({ rows }: CodehostCall, account: Account): Typed[] {
  const gists = rows.gists.referring('ownerId', account.id).filter((gist) => gist.public)
  return [
    ...publicRepos(rows, account).map((repo) => typed('Repository', repo)),
    ...gists.map((gist) => typed('Gist', gist)),
  ]
}

function ofTypes(items: readonly Typed[], types: readonly string[] | null | undefined): readonly Typed[] {
  return types == null || types.length === 0
    ? items
    : items.filter(({ typename }) => types.includes(typename.toUpperCase()))
}

function itemsPage(items: readonly Typed[], args: ItemArguments) {
  const keyOf = ({ typename, row }: Typed): string => `${typename} ${(row as { readonly id: number }).id}` // both have one
  return connection(cursoredRows(ofTypes(items, args.types), keyOf), args)
}
