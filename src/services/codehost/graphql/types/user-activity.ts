import { canRead } from '#codehost/rules/repos/visibility.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Comment } from '#codehost/schema/issues.ts'
import type { SocialAccount as SocialAccountRow } from '#codehost/schema/social.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { ordered, type OrderArguments } from '../orders.ts'
import type { Fields } from '../source.ts'
import { repositoryConnection, type RepositoryArguments } from './repository-lists.ts'

/** The fields of a user about what they watch, what they have commented, and their profiles elsewhere. */
export const userActivityFields: Fields<Account> = {
  watching: ({ id }, args: RepositoryArguments, call) => {
    const { rows } = call
    const watched = rows.subscriptions.list('byUser', id, false).map(({ repoId }) => rows.repos.require(repoId))
    const readable = watched.filter((repo) => canRead(call, repo))
    return repositoryConnection(call, readable, args)
  },
  issueComments: ({ id }, args: PageArguments & OrderArguments, call) => {
    const { rows } = call
    const own = rows.comments.referring('userId', id)
    const readable = own.filter(({ repoId }) => canRead(call, rows.repos.require(repoId)))
    const keys = { UPDATED_AT: ({ updatedAt }: Comment) => updatedAt }
    return connection(cursoredRows(ordered(readable, args, keys)), args)
  },
  socialAccounts: ({ id }, args: PageArguments, { rows }) =>
    connection(cursoredRows(rows.socialAccounts.referring('userId', id)), args),
}

/** A profile of a user at another site. https://docs.github.com/graphql/reference/objects#socialaccount */
export const SocialAccount: Fields<SocialAccountRow> = {
  displayName: ({ url }) => url.replace(/^https?:\/\/(?:www\.)?/, ''),
  provider: ({ provider }) => provider.toUpperCase(),
  url: ({ url }) => url,
}
