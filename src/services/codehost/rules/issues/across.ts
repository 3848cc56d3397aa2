import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import { isMentioned } from './filters.ts'
import { labelsOf } from './issue-labels.ts'
import { byOrder, orderOf, sinceOf, stateOf } from './orders.ts'
import { reposOf } from '../repos/lists.ts'
import { canRead } from '../repos/visibility.ts'

/**
 * Returns the issues of several repositories that match the query: of all repositories that the user can see, or of one
 * organization's.
 */
export function issuesAcross(call: CodehostCall, user: Account, org?: Account): Issue[] {
  const { rows, query } = call
  const state = stateOf(query)
  const since = sinceOf(query)
  const labels = (query.get('labels') ?? '').split(',').map((name) => name.trim().toLowerCase())
  const labelNames = labels.filter((name) => name !== '')
  const visible = visibleIn(call, org)
  return candidates(rows, user, query.get('filter') ?? 'assigned', org)
    .filter((issue) => {
      if (state !== undefined && issue.state !== state) return false
      if (since !== undefined && issue.updatedAt < since) return false
      if (!visible(issue.repoId)) return false
      const names = labelNames.length === 0 ? [] : labelsOf(call, issue).map(({ name }) => name.toLowerCase())
      return labelNames.every((name) => names.includes(name))
    })
    .sort(byOrder(orderOf(query)))
}

/**
 * Returns a predicate for repositories that the principal may see and, if `org` is given, that belong to it. Results
 * are cached.
 */
function visibleIn(call: CodehostCall, org: Account | undefined): (repoId: number) => boolean {
  const known = new Map<number, boolean>()
  return (repoId) => {
    let visible = known.get(repoId)
    if (visible === undefined) {
      const repo = call.rows.repos.require(repoId)
      visible = (org === undefined || repo.ownerId === org.id) && canRead(call, repo)
      known.set(repoId, visible)
    }
    return visible
  }
}

/** Returns the issues for a `filter`, in every state. `subscribed` stands for the issues that the user took part in. */
function candidates(rows: Rows, user: Account, filter: string, org: Account | undefined): Issue[] {
  const assigned = () => rows.issueAssignees.referring('userId', user.id).map(({ issueId }) => issueId)
  const created = () => rows.issues.referring('userId', user.id).map(({ id }) => id)
  const commented = () => rows.comments.referring('userId', user.id).map(({ issueId }) => issueId)
  const repos = () =>
    org === undefined
      ? reposOf(rows, user, ['owner', 'collaborator', 'organization_member'])
      : rows.repos.referring('ownerId', org.id)
  const all = () => repos().flatMap(({ id }) => rows.issues.list('created', id))
  const mentioned = () => all().flatMap((issue) => (isMentioned(rows, issue, user) ? [issue.id] : []))
  if (filter === 'repos' || filter === 'all') return all()
  const ids =
    filter === 'created'
      ? created()
      : filter === 'mentioned'
        ? mentioned()
        : filter === 'subscribed'
          ? [...assigned(), ...created(), ...commented(), ...mentioned()]
          : assigned()
  return [...new Set(ids)].map((id) => rows.issues.require(id))
}
