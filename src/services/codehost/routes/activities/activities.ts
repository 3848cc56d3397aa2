import type { Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { activityJson } from '#codehost/json/activities/activity.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { latestFirst, mergedTimelines } from '#codehost/rules/activities/timelines.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Activity } from '#codehost/schema/activities.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { loadOrganization, loadRepo, requireOrganizationMember } from '#codehost/steps/access.ts'

const { get } = routesFor<CodehostCall>()

/** The largest number of events of a timeline. */
const MOST = 300

const ofUser = '/users/:username/events'
const received = '/users/:username/received_events'

/** The activities of people, latest first. https://docs.github.com/rest/activity/events */
export const activitiesRoutes = [
  get('activity/list-public-events', '/events', (call) =>
    listed(call, latestFirst(call.rows, ['all', true]), (each) => isPublic(call, each)),
  ),
  get('activity/list-repo-events', '/repos/:owner/:repo/events', loadRepo, (call) =>
    listed(call, latestFirst(call.rows, ['byRepo', call.repo.id]), () => true),
  ),
  get('activity/list-public-events-for-repo-network', '/networks/:owner/:repo/events', loadRepo, (call) => {
    const { rows, repo } = call
    const root = repo.sourceId ?? repo.id
    return ofRepos(
      call,
      [rows.repos.require(root), ...rows.repos.referring('sourceId', root)].filter((each) => !each.private),
    )
  }),
  get('activity/list-public-org-events', '/orgs/:org/events', loadOrganization, (call) =>
    ofRepos(call, call.rows.repos.list('byPrivacyAndName', call.org.id, false)),
  ),
  get('activity/list-events-for-authenticated-user', ofUser, (call) => {
    const user = findAccount(call.rows, call.params.username)
    return byUser(call, user, call.principal?.user.id === user.id)
  }),
  get('activity/list-public-events-for-user', `${ofUser}/public`, (call) =>
    byUser(call, findAccount(call.rows, call.params.username), false),
  ),
  get('activity/list-org-events-for-authenticated-user', `${ofUser}/orgs/:org`, requireOrganizationMember(), (call) =>
    ofRepos(
      call,
      call.rows.repos.referring('ownerId', call.org.id).filter((repo) => canRead(call, repo)),
    ),
  ),
  get('activity/list-received-events-for-user', received, (call) => {
    const user = findAccount(call.rows, call.params.username)
    return forUser(call, user, call.principal?.user.id === user.id)
  }),
  get('activity/list-received-public-events-for-user', `${received}/public`, (call) =>
    forUser(call, findAccount(call.rows, call.params.username), false),
  ),
]

/** Answers a page of the latest events of a list that fit. */
function listed(call: CodehostCall, latest: Iterable<Activity>, fits: (activity: Activity) => boolean): Answer {
  const found: NonNullable<ReturnType<typeof activityJson>>[] = []
  for (const activity of latest) {
    const wire = fits(activity) ? activityJson(call, activity) : null
    if (wire !== null) found.push(wire)
    if (found.length === MOST) break
  }
  const answer = answerPage(call, found, (wire) => wire)
  return { ...answer, headers: { ...answer.headers, 'x-poll-interval': '60' } }
}

/** Answers what happened in these repositories. */
function ofRepos(call: CodehostCall, repos: readonly Repo[]): Answer {
  const timelines = repos.map(({ id }) => ['byRepo', id] as const)
  return listed(call, mergedTimelines(call.rows, timelines), () => true)
}

/** Answers what a user did; to the user, also in private repositories. */
function byUser(call: CodehostCall, user: Account, isOwn: boolean): Answer {
  return listed(call, latestFirst(call.rows, ['byActor', user.id]), (each) =>
    isOwn ? isReadable(call, each) : isPublic(call, each),
  )
}

/** Answers what happened in repositories that a user watches, and what people did whom the user follows. */
function forUser(call: CodehostCall, user: Account, isOwn: boolean): Answer {
  const { rows } = call
  const watched = rows.subscriptions.list('byUser', user.id, false).map(({ repoId }) => ['byRepo', repoId] as const)
  const followed = rows.follows
    .referring('followerId', user.id)
    .map(({ followedId }) => ['byActor', followedId] as const)
  return listed(call, mergedTimelines(rows, [...watched, ...followed]), (each) =>
    isOwn ? isReadable(call, each) : isPublic(call, each),
  )
}

function isPublic({ rows }: CodehostCall, { repoId }: Activity): boolean {
  return !rows.repos.require(repoId).private
}

function isReadable(call: CodehostCall, { repoId }: Activity): boolean {
  return canRead(call, call.rows.repos.require(repoId))
}
