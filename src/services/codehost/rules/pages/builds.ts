import { SECOND } from '#core/duration.ts'
import type { CodehostCall, CodehostContext, Rows } from '#codehost/call.ts'
import { NO_SHA } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { RefMove } from '#codehost/schema/events.ts'
import type { PagesBuild, PagesDeployment } from '#codehost/schema/pages.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** The time that a build and a deployment take, in milliseconds. */
const BUILD_TIME = 2 * SECOND

/** Builds the site of a repository, if it has one that this move of a ref changes. */
export function buildOnPush(call: CodehostCall, repo: Repo, { ref, after }: RefMove, pusher: Account): void {
  if (!repo.hasPages || after === NO_SHA) return
  const site = call.rows.pagesSites.find('repo', repo.id)
  if (site?.buildType === 'legacy' && ref === `refs/heads/${site.source.branch}`) queueBuild(call, repo, after, pusher)
}

/** Adds a build, which ends after a while by the clock. */
export function queueBuild(context: CodehostContext, repo: Repo, sha: string, pusher: Account): PagesBuild {
  const { rows, clock, schedule } = context
  const now = clock.now()
  const queued = {
    repoId: repo.id,
    status: 'queued',
    sha,
    pusherId: pusher.id,
    createdAt: now,
    updatedAt: now,
  } as const
  const build = rows.pagesBuilds.insert(queued)
  schedule(BUILD_TIME, 'endPagesBuild', { buildId: build.id })
  return build
}

/** Ends a build, and emits `page_build`. Does nothing for the build of a site that is gone. */
export function endBuild({ rows, clock, emit }: CodehostContext, buildId: number): void {
  const queued = rows.pagesBuilds.get(buildId)
  if (queued === undefined) return
  const build = rows.pagesBuilds.update(buildId, { status: 'built', updatedAt: clock.now() })
  const repo = rows.repos.require(build.repoId)
  const sender = rows.accounts.get(build.pusherId) ?? rows.accounts.require(repo.ownerId)
  emit({ event: 'page_build', action: undefined, repo, sender, build })
}

/** Returns the latest build of a site; undefined before the first one. */
export function latestBuild(rows: Pick<Rows, 'pagesBuilds'>, repo: Repo): PagesBuild | undefined {
  return rows.pagesBuilds.page('byRepo', [repo.id], { offset: 0, limit: 1, descending: true }).rows[0]
}

/** Returns the state of a deployment at a time. */
export function deploymentStateOf({ isCancelled, createdAt }: PagesDeployment, now: number) {
  if (isCancelled) return 'deployment_cancelled'
  return now < createdAt + BUILD_TIME ? 'deployment_in_progress' : 'succeed'
}
