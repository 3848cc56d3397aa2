import type { CodehostCall } from '#codehost/call.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import { canSeeRelease } from '#codehost/rules/releases/releases.ts'
import { canSeeTeam } from '#codehost/rules/teams/teams.ts'
import { nodeId } from '#codehost/json/format.ts'
import { viewerOf } from './access.ts'
import { actorById } from './actors.ts'
import { noSuchNode } from './failures.ts'
import { rowOf, typed, typedOrNull, type Typed } from './source.ts'
import { deploymentNodes } from './types/deployments.ts'
import { gistNodes } from './types/gists.ts'
import { discussionNodes } from './types/discussions.ts'
import { issueTypeNodes } from './types/issue-relations.ts'
import { valueNode } from './types/project-items.ts'
import { packageNodes } from './types/packages.ts'
import { vulnerabilityNodes } from './types/vulnerability-alerts.ts'
import { projectNodes } from './types/projects.ts'
import { gitObject } from './types/refs.ts'
import { rulesetNodes } from './types/rulesets.ts'
import { eventObject } from './types/timeline.ts'
import { threadOf } from './types/reviews.ts'

/** Finds the object with an id of one kind; null when there is none. */
type Find = (call: CodehostCall, id: string) => Typed | null

/** The collections whose rows belong to a repository, by the prefix of their ids. */
const IN_REPOSITORY: Readonly<Record<string, Find>> = {
  I: ({ rows }, id) => typedOrNull('Issue', rows.issues.get(Number(id))),
  PR: ({ rows }, id) => typedOrNull('PullRequest', rows.pulls.get(Number(id))),
  IC: ({ rows }, id) => typedOrNull('IssueComment', rows.comments.get(Number(id))),
  LA: ({ rows }, id) => typedOrNull('Label', rows.labels.get(Number(id))),
  MI: ({ rows }, id) => typedOrNull('Milestone', rows.milestones.get(Number(id))),
  REA: ({ rows }, id) => typedOrNull('Reaction', rows.reactions.get(Number(id))),
  CC: ({ rows }, id) => typedOrNull('CommitComment', rows.commitComments.get(Number(id))),
  CR: ({ rows }, id) => typedOrNull('CheckRun', rows.checkRuns.get(Number(id))),
  CS: ({ rows }, id) => typedOrNull('CheckSuite', rows.checkSuites.get(Number(id))),
  SC: ({ rows }, id) => typedOrNull('StatusContext', rows.commitStatuses.get(Number(id))),
  RA: ({ rows }, id) => typedOrNull('ReleaseAsset', rows.releaseAssets.get(Number(id))),
  W: ({ rows }, id) => typedOrNull('Workflow', rows.workflows.get(Number(id))),
  WFR: ({ rows }, id) => typedOrNull('WorkflowRun', rows.workflowRuns.get(Number(id))),
  LB: ({ rows }, id) => typedOrNull('LinkedBranch', rows.linkedBranches.get(Number(id))),
  ...deploymentNodes,
  ...discussionNodes,
  ...vulnerabilityNodes,
  BPR: ({ rows }, id) => typedOrNull('BranchProtectionRule', rows.protections.get(Number(id))),
  IE: ({ rows }, id) => eventObject(rows.issueEvents.get(Number(id))),
  PRR: (call, id) => {
    const review = call.rows.reviews.get(Number(id))
    return review?.state === 'PENDING' && review.userId !== viewerOf(call).id
      ? null
      : typedOrNull('PullRequestReview', review)
  },
  PRRC: (call, id) => {
    const comment = call.rows.reviewComments.get(Number(id))
    return comment?.pending === true && comment.userId !== viewerOf(call).id
      ? null
      : typedOrNull('PullRequestReviewComment', comment)
  },
  REF: ({ rows }, id) => {
    const [repoId, name] = split(id)
    return typedOrNull('Ref', rows.refs.find('name', repoId, name))
  },
  RE: (call, id) => {
    const release = call.rows.releases.get(Number(id))
    if (release === undefined) return null
    return canSeeRelease(call, call.rows.repos.require(release.repoId), release) ? typed('Release', release) : null
  },
}

/** All other objects. */
const ELSEWHERE: Readonly<Record<string, Find>> = {
  U: ({ rows }, id) => actorById(rows, Number(id)),
  O: ({ rows }, id) => actorById(rows, Number(id)),
  BOT: ({ rows }, id) => actorById(rows, Number(id)),
  R: (call, id) => {
    const repo = call.rows.repos.get(Number(id))
    return repo !== undefined && canRead(call, repo) ? typed('Repository', repo) : null
  },
  T: (call, id) => {
    const team = call.rows.teams.get(Number(id))
    return team !== undefined && canSeeTeam(call.rows, team, viewerOf(call)) ? typed('Team', team) : null
  },
  A: ({ rows }, id) => {
    const app = rows.apps.get(Number(id))
    return app === undefined ? null : typed('App', { app })
  },
  PRRT: (call, id) => {
    const thread = threadOf(call, Number(id))
    return thread === undefined || !isReadable(call, thread.root) ? null : typed('PullRequestReviewThread', thread)
  },
  ...projectNodes,
  ...packageNodes,
  ...issueTypeNodes,
  US: ({ rows }, id) => typedOrNull('UserStatus', rows.userStatuses.find('user', Number(id))),
  ...gistNodes,
  ...rulesetNodes,
  PVTFV: valueNode,
  C: gitObjectAt,
  B: gitObjectAt,
  TREE: gitObjectAt,
  TA: gitObjectAt,
}

function gitObjectAt(call: CodehostCall, id: string): Typed | null {
  const [repoId, sha] = split(id)
  const repo = call.rows.repos.get(repoId)
  return repo !== undefined && canRead(call, repo) ? gitObject(call, repo, sha) : null
}

function split(id: string): [repoId: number, rest: string] {
  const colon = id.indexOf(':')
  return [Number(id.slice(0, colon)), id.slice(colon + 1)]
}

/** Returns the object with a global node id, as REST gives it too; null for none that the principal may know of. */
export function nodeOrNull(call: CodehostCall, id: string): Typed | null {
  const [, prefix = '', packed = ''] = /^([A-Z]+)_([\w-]+)$/.exec(id) ?? []
  const text = Buffer.from(packed, 'base64url').toString()
  const head = `0:${prefix}`
  const key = text.slice(head.length)
  if (!text.startsWith(head) || nodeId(prefix, key) !== id) return null
  const elsewhere = ELSEWHERE[prefix]
  if (elsewhere !== undefined) return elsewhere(call, key)
  const found = IN_REPOSITORY[prefix]?.(call, key) ?? null
  if (found === null) return null
  return isReadable(call, rowOf(found) as { readonly repoId: number }) ? found : null // all of them are in a repository
}

function isReadable(call: CodehostCall, { repoId }: { readonly repoId: number }): boolean {
  return canRead(call, call.rows.repos.require(repoId))
}

/**
 * Returns the object with a global node id.
 *
 * @throws `NOT_FOUND`.
 */
export function findNode(call: CodehostCall, id: string): Typed {
  const found = nodeOrNull(call, id)
  if (found === null) throw noSuchNode(id)
  return found
}
