import type { CodehostCall, Rows } from '#codehost/call.ts'
import { isMentioned } from '#codehost/rules/issues/filters.ts'
import { labelsOf } from '#codehost/rules/issues/issue-labels.ts'
import { latestStatuses } from '#codehost/rules/checks/statuses.ts'
import { protectionOf } from '#codehost/rules/protection/protection.ts'
import { verdicts } from '#codehost/rules/pulls/verdicts.ts'
import { isInTeam } from '#codehost/rules/repos/permissions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Qualifier } from './query.ts'
import { numberRange, timeRange, within } from './ranges.ts'
import { mainLanguage } from './repositories.ts'
import { isVisibility, repoQualifiers, findNamedAccount } from './scope.ts'
import type { Qualifiers, Test } from './search.ts'

type SearchContext = Pick<CodehostCall, 'rows' | 'principal'>

/** Defines the qualifiers of a search for issues and pull requests. */
export function issueQualifiers(call: SearchContext): Qualifiers<Issue> {
  const { rows } = call
  const repoOf = ({ repoId }: Issue) => rows.repos.require(repoId)
  return {
    ...repoQualifiers(call, repoOf),
    ...people(call),
    ...numbersAndTimes(rows),
    ...pullQualifiers(call),
    is: ({ value }) => word(rows, value.toLowerCase()),
    type: ({ value }) => word(rows, value.toLowerCase()),
    state: ({ value }) => word(rows, value.toLowerCase()),
    reason: ({ value }) => {
      const lowerValue = value.toLowerCase().replaceAll(' ', '_')
      return ({ state, stateReason }) => state === 'closed' && stateReason === lowerValue
    },
    label: ({ values }) => {
      const names = values.map((name) => name.toLowerCase())
      return (issue) => labelsOf({ rows }, issue).some(({ name }) => names.includes(name.toLowerCase()))
    },
    milestone: ({ value }) => {
      const lowerValue = value.toLowerCase()
      return ({ milestoneId }) => {
        const title = rows.milestones.get(milestoneId)?.title.toLowerCase()
        return title !== undefined && (lowerValue === '*' || title === lowerValue)
      }
    },
    no: ({ value }) => lacking(rows, value.toLowerCase()),
    language: ({ value }) => {
      const lowerValue = value.toLowerCase()
      return (issue) => mainLanguage(call, repoOf(issue))?.toLowerCase() === lowerValue
    },
    // Projects are not emulated, so no issue is in one.
    project: () => () => false,
  }
}

/** Returns the number of reactions on the issue itself, without those on its comments. */
export function countReactions(rows: Rows, { repoId, id }: Issue): number {
  return rows.reactions.count('bySubject', repoId, `issue ${id}`)
}

function word(rows: Rows, value: string): Test<Issue> {
  const ofPull = (test: (pull: Pull) => boolean) => (issue: Issue) => {
    const pull = pullOf(rows, issue)
    return pull !== undefined && test(pull)
  }
  if (value === 'open' || value === 'closed') return ({ state }) => state === value
  if (value === 'issue') return ({ isPull }) => !isPull
  if (value === 'pr' || value === 'pull-request') return ({ isPull }) => isPull
  if (value === 'merged') return ofPull(({ merged }) => merged)
  if (value === 'unmerged') return ofPull(({ merged }) => !merged)
  if (value === 'draft') return ofPull(({ draft }) => draft)
  if (value === 'locked') return ({ locked }) => locked
  if (value === 'unlocked') return ({ locked }) => !locked
  if (value === 'archived') return ({ repoId }) => rows.repos.require(repoId).archived
  return ({ repoId }) => isVisibility(rows.repos.require(repoId), value) ?? false
}

function lacking(rows: Rows, value: string): Test<Issue> {
  if (value === 'label') return ({ id }) => rows.issueLabels.countReferring('issueId', id) === 0
  if (value === 'assignee') return ({ id }) => rows.issueAssignees.countReferring('issueId', id) === 0
  if (value === 'milestone') return ({ milestoneId }) => milestoneId === null
  return () => value === 'project'
}

function people(call: SearchContext): Qualifiers<Issue> {
  const { rows } = call
  const by = (test: (issue: Issue, account: Account) => boolean) => (qualifier: Qualifier) => {
    const account = findNamedAccount(call, qualifier)
    return (issue: Issue) => test(issue, account)
  }
  const wrote = (issue: Issue, { id }: Account) => issue.userId === id
  const isAssigned = (issue: Issue, { id }: Account) => rows.issueAssignees.find('user', issue.id, id) !== undefined
  const mentions = (issue: Issue, account: Account) => isMentioned(rows, issue, account)
  const commented = (issue: Issue, { id }: Account) =>
    issue.comments > 0 && rows.comments.referring('issueId', issue.id).some(({ userId }) => userId === id)
  return {
    author: by(wrote),
    assignee: (qualifier) =>
      qualifier.value === '*'
        ? ({ id }) => rows.issueAssignees.countReferring('issueId', id) > 0
        : by(isAssigned)(qualifier),
    mentions: by(mentions),
    commenter: by(commented),
    involves: by((issue, account) => [wrote, isAssigned, mentions, commented].some((test) => test(issue, account))),
    team: ({ value }) => {
      const name = value.replace(/^@/, '').replaceAll(/[^\w/-]/g, '')
      const pattern = new RegExp(`(?<![\\w/])@${name}(?![\\w-])`, 'i')
      return (issue) =>
        pattern.test(issue.body ?? '') ||
        rows.comments.referring('issueId', issue.id).some(({ body }) => pattern.test(body))
    },
  }
}

function numbersAndTimes(rows: Rows): Qualifiers<Issue> {
  const counted =
    (count: (issue: Issue) => number) =>
    ({ value }: Qualifier) => {
      const range = numberRange(value)
      return (issue: Issue) => within(range, count(issue))
    }
  const timed =
    (at: (issue: Issue) => number | null) =>
    ({ value }: Qualifier) => {
      const range = timeRange(value)
      return (issue: Issue) => within(range, at(issue))
    }
  return {
    comments: counted(({ comments }) => comments),
    reactions: counted((issue) => countReactions(rows, issue)),
    interactions: counted((issue) => issue.comments + countReactions(rows, issue)),
    created: timed(({ createdAt }) => createdAt),
    updated: timed(({ updatedAt }) => updatedAt),
    closed: timed(({ closedAt }) => closedAt),
    merged: timed((issue) => pullOf(rows, issue)?.mergedAt ?? null),
  }
}

function pullQualifiers(call: SearchContext): Qualifiers<Issue> {
  const { rows } = call
  const pulls = (test: (pull: Pull) => boolean) => (issue: Issue) => {
    const pull = pullOf(rows, issue)
    return pull !== undefined && test(pull)
  }
  const requested = (pull: Pull, { id }: Account) => rows.requestedReviewers.find('user', pull.id, id) !== undefined
  const viaTeam = (pull: Pull, account: Account) =>
    rows.requestedReviewers.referring('pullId', pull.id).some(({ teamId }) => {
      const team = rows.teams.get(teamId)
      return team !== undefined && isInTeam(rows, team, account)
    })
  const commit = ({ value }: Qualifier) =>
    pulls(({ headSha, mergeCommitSha, merged }) => {
      const lowerValue = value.toLowerCase()
      return (
        lowerValue.length >= 7 &&
        (headSha.startsWith(lowerValue) || (merged && mergeCommitSha?.startsWith(lowerValue) === true))
      )
    })
  return {
    head: ({ value }) => pulls(({ headRef }) => headRef === value),
    base: ({ value }) => pulls(({ baseRef }) => baseRef === value),
    draft: ({ value }) => pulls(({ draft }) => draft === (value === 'true')),
    review: ({ value }) => pulls((pull) => reviewed(rows, pull, value.toLowerCase())),
    'reviewed-by': (qualifier) => {
      const { id } = findNamedAccount(call, qualifier)
      return pulls((pull) => submittedReviews(rows, pull).some(({ userId }) => userId === id))
    },
    'user-review-requested': (qualifier) => {
      const account = findNamedAccount(call, qualifier)
      return pulls((pull) => requested(pull, account))
    },
    'review-requested': (qualifier) => {
      const account = findNamedAccount(call, qualifier)
      return pulls((pull) => requested(pull, account) || viaTeam(pull, account))
    },
    'team-review-requested': ({ value }) => pulls((pull) => isTeamRequested(rows, pull, value.toLowerCase())),
    status: ({ value }) => pulls((pull) => statusOf(rows, pull) === value.toLowerCase()),
    sha: commit,
    hash: commit,
  }
}

function reviewed(rows: Rows, pull: Pull, value: string): boolean {
  const held = [...verdicts(rows, pull).values()]
  if (value === 'none') return submittedReviews(rows, pull).length === 0
  if (value === 'changes_requested') return held.includes('CHANGES_REQUESTED')
  const isApproved = held.includes('APPROVED') && !held.includes('CHANGES_REQUESTED')
  if (value === 'approved') return isApproved
  const needed = protectionOf(rows, { id: pull.repoId }, pull.baseRef)?.requiredReviews ?? null
  return value === 'required' && needed !== null && held.length === 0
}

function submittedReviews(rows: Rows, pull: Pull) {
  return rows.reviews.referring('pullId', pull.id).filter(({ state }) => state !== 'PENDING')
}

function isTeamRequested(rows: Rows, pull: Pull, value: string): boolean {
  const [login = '', slug = ''] = value.replace(/^@/, '').split('/')
  const org = rows.accounts.find('login', login)
  const team = org === undefined ? undefined : rows.teams.find('slug', org.id, slug)
  return team !== undefined && rows.requestedReviewers.find('team', pull.id, team.id) !== undefined
}

/** Returns the combined status of a pull request's newest commit; null when it has no statuses. */
function statusOf(rows: Rows, pull: Pull): 'success' | 'failure' | 'pending' | null {
  const states = latestStatuses(rows, { id: pull.repoId }, pull.headSha).map(({ state }) => state)
  if (states.length === 0) return null
  if (states.some((state) => state === 'failure' || state === 'error')) return 'failure'
  return states.includes('pending') ? 'pending' : 'success'
}

function pullOf(rows: Rows, { id, isPull }: Issue): Pull | undefined {
  return isPull ? rows.pulls.find('issue', id) : undefined
}
