import type { DeployhostContext, Rows } from '#deployhost/call.ts'
import { badRequest, notFound } from '#deployhost/errors.ts'
import type { BulkRedirect, Project, RedirectVersion, User } from '#deployhost/schema.ts'
import { nextSortKey } from './sort-keys.ts'

type ChangeContext = Pick<DeployhostContext, 'rows' | 'clock' | 'ids'>

/** A redirect in a list of differences: added to the live ones, taken from them, or neither. */
export type ComparedRedirect = BulkRedirect & { readonly action?: '+' | '-' }

/** Returns the project's version that serves visitors, or undefined. */
export function liveRedirects(rows: Rows, project: Project): RedirectVersion | undefined {
  return rows.redirectVersions.find('live', project.id)
}

/** Returns the project's version that has not served visitors yet, or undefined. */
function stagedRedirects(rows: Rows, project: Project): RedirectVersion | undefined {
  return rows.redirectVersions.find('staging', project.id)
}

/**
 * Returns the project's version with this id.
 *
 * @throws 404.
 */
export function findRedirectVersion(rows: Rows, project: Project, id: string): RedirectVersion {
  const version = rows.redirectVersions.get(id)
  if (version?.projectId !== project.id) throw notFound('Version')
  return version
}

/** Returns the redirects of the staged version, else the live ones. */
export function redirectsToChange(rows: Rows, project: Project): readonly BulkRedirect[] {
  return (stagedRedirects(rows, project) ?? liveRedirects(rows, project))?.redirects ?? []
}

/** Makes redirects those of the project's staged version, which is created unless there is one. */
export function stageRedirects(
  { rows, clock, ids }: ChangeContext,
  project: Project,
  user: User,
  redirects: readonly BulkRedirect[],
  name: string | undefined,
): RedirectVersion {
  const now = Math.floor(clock.now())
  const staged = stagedRedirects(rows, project)
  if (staged !== undefined) {
    return rows.redirectVersions.update(staged.id, { redirects, name: name ?? staged.name, lastModified: now })
  }
  return rows.redirectVersions.insert({
    id: ids.base62(24),
    sortKey: nextSortKey(rows.redirectVersions, now),
    projectId: project.id,
    name: name ?? null,
    redirects,
    state: 'staging',
    creatorId: user.id,
    lastModified: now,
  })
}

/** Returns redirects with others added, each in place of the one with its source. */
export function withRedirects(before: readonly BulkRedirect[], added: readonly BulkRedirect[]): BulkRedirect[] {
  return [...new Map([...before, ...added].map((each) => [each.source, each])).values()]
}

/**
 * Makes a version the one that serves visitors.
 *
 * @throws 400 when it is that already.
 */
export function goLive(
  { rows, clock }: Pick<ChangeContext, 'rows' | 'clock'>,
  project: Project,
  version: RedirectVersion,
): RedirectVersion {
  const live = liveRedirects(rows, project)
  if (live?.id === version.id) throw badRequest('The version is already live.')
  if (live !== undefined) rows.redirectVersions.update(live.id, { state: 'past' })
  return rows.redirectVersions.update(version.id, { state: 'live', lastModified: Math.floor(clock.now()) })
}

/** Compares redirects with the live ones: those that are gone come last. */
export function compared(live: readonly BulkRedirect[], redirects: readonly BulkRedirect[]): ComparedRedirect[] {
  const before = new Map(live.map((each) => [each.source, JSON.stringify(each)]))
  const after = new Map(redirects.map((each) => [each.source, JSON.stringify(each)]))
  return [
    ...redirects.map((each) =>
      before.get(each.source) === after.get(each.source) ? each : { ...each, action: '+' as const },
    ),
    ...live
      .filter(({ source }) => before.get(source) !== after.get(source))
      .map((each) => ({ ...each, action: '-' as const })),
  ]
}
