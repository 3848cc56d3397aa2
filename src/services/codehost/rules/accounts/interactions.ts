import * as v from 'valibot'
import { DAY } from '#core/duration.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { conflict, forbidden, validationFailed } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { INTERACTION_GROUPS, type InteractionLimit } from '#codehost/schema/interactions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { contributorsOf } from '../commits/contributors.ts'
import { grantedPermissions, strongest } from '../repos/permissions.ts'

const DAYS = { one_day: 1, three_days: 3, one_week: 7, one_month: 30, six_months: 180 } as const

/** A request body for a new limit. */
export const InteractionLimitInput = v.object({
  limit: v.picklist(INTERACTION_GROUPS),
  expiry: v.optional(v.picklist(['one_day', 'three_days', 'one_week', 'one_month', 'six_months']), 'one_day'),
})

type InteractionLimitInput = v.InferOutput<typeof InteractionLimitInput>

/** The repository of a limit, or the owner whose repositories it is for. */
export type LimitTarget = { readonly repo: Repo } | { readonly account: Account }

/** Returns the limit that is in force; undefined for none. A limit of the owner comes before that of a repository. */
export function limitInForce(rows: Rows, target: LimitTarget, now: number): InteractionLimit | undefined {
  const limits = rows.interactionLimits
  const found =
    'account' in target
      ? [limits.find('account', target.account.id)]
      : [limits.find('account', target.repo.ownerId), limits.find('repo', target.repo.id)]
  return found.find((limit) => limit !== undefined && limit.expiresAt > now)
}

/**
 * Sets the limit of a repository or of an account, in place of an earlier one.
 *
 * @throws 409 for a repository whose owner has a limit in force.
 */
export function setLimit(
  { rows, clock }: CodehostCall,
  target: LimitTarget,
  { limit: group, expiry }: InteractionLimitInput,
): InteractionLimit {
  removeLimit({ rows, clock }, target)
  const owner =
    'account' in target ? { accountId: target.account.id, repoId: null } : { accountId: null, repoId: target.repo.id }
  return rows.interactionLimits.insert({ ...owner, group, expiresAt: clock.now() + DAYS[expiry] * DAY })
}

/**
 * Ends the limit of a repository or of an account, if there is one.
 *
 * @throws 409 for a repository whose owner has a limit in force.
 */
export function removeLimit({ rows, clock }: Pick<CodehostCall, 'rows' | 'clock'>, target: LimitTarget): void {
  const inForce = limitInForce(rows, target, clock.now())
  if ('repo' in target && typeof inForce?.accountId === 'number') {
    throw conflict('Interaction limits are set by the owner of the repository.')
  }
  const own =
    'account' in target
      ? rows.interactionLimits.find('account', target.account.id)
      : rows.interactionLimits.find('repo', target.repo.id)
  if (own !== undefined) rows.interactionLimits.delete(own.id)
}

const GROUPS: Readonly<Record<InteractionLimit['group'], string>> = {
  existing_users: 'existing users',
  contributors_only: 'users that have contributed to this repository in the past',
  collaborators_only: 'users that are collaborators on this repository',
}

const ACTIONS = {
  Issue: 'open an issue',
  PullRequest: 'open a pull request',
  IssueComment: 'comment',
  PullRequestReview: 'comment',
  Discussion: 'start a discussion',
  DiscussionComment: 'comment',
} as const

/**
 * Refuses an author whom the owner of the repository or the author of the conversation has blocked, and one whom an
 * interaction limit keeps out.
 *
 * @throws 422 for a blocked author, 403 for a limit.
 */
export function refuseInteraction(
  { rows, clock }: Pick<CodehostCall, 'rows' | 'clock'>,
  repo: Repo,
  author: Account,
  resource: keyof typeof ACTIONS,
  conversationBy: number | null = null,
): void {
  const blockers = [repo.ownerId, ...(conversationBy === null ? [] : [conversationBy])]
  if (blockers.some((id) => rows.blocks.find('pair', id, author.id) !== undefined)) throw blocked(resource)
  const limit = limitInForce(rows, { repo }, clock.now())
  if (limit === undefined || isAdmitted(rows, repo, author, limit.group, clock.now())) return
  throw forbidden(
    `An owner of this repository has limited the ability to ${ACTIONS[resource]} to ${GROUPS[limit.group]}.`,
  )
}

function isAdmitted(rows: Rows, repo: Repo, author: Account, group: InteractionLimit['group'], now: number): boolean {
  if (strongest(grantedPermissions(rows, repo, author)) !== null) return true
  if (group === 'existing_users') return author.createdAt <= now - DAY
  if (group === 'collaborators_only') return false
  return contributorsOf(rows, repo).some(({ account }) => account?.id === author.id)
}

/** The vendor's 422, whose form for reviews differs from that for all others. */
function blocked(resource: keyof typeof ACTIONS): Error {
  const message = 'User is blocked'
  if (resource === 'PullRequestReview') return validationFailed(message)
  return validationFailed({ resource, code: 'unprocessable', field: 'data', message })
}
