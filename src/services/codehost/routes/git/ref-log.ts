import { ownMember } from '#core/objects.ts'
import { json } from '#core/answer.ts'
import { DAY } from '#core/duration.ts'
import { linkHeader } from '#core/pagination.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import { refChangeJson } from '#codehost/json/git/ref-change.ts'
import { pageRequest } from '#codehost/json/pagination.ts'
import type { RefChange } from '#codehost/schema/ref-log.ts'
import { loadRepo } from '#codehost/steps/access.ts'

const { get } = routesFor<CodehostCall>()

/** In milliseconds. */
const PERIODS: Readonly<Record<string, number>> = {
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
  quarter: 90 * DAY,
  year: 365 * DAY,
}

const KINDS: readonly string[] = [
  'push',
  'force_push',
  'branch_creation',
  'branch_deletion',
  'pr_merge',
  'merge_queue_merge',
]

/** Changes of the branches of a repository. https://docs.github.com/rest/repos/repos#list-repository-activities */
export const refLogRoutes = [
  get('repos/list-activities', '/repos/:owner/:repo/activity', loadRepo, (call) => {
    const { rows, repo, query } = call
    const found = rows.refChanges.list('byRepo', repo.id).filter(filterOf(call))
    if (query.get('direction') !== 'asc') found.reverse()
    const { size } = pageRequest(call)
    const { after, before } = { after: positionOf(query.get('after')), before: positionOf(query.get('before')) }
    const at = (id: number): number => found.findIndex((change) => change.id === id)
    const start = after !== null ? at(after) + 1 : before !== null ? Math.max(0, at(before) - size) : 0
    const page = found.slice(start, start + size)
    return json(
      page.map((change) => refChangeJson(call, change)),
      200,
      linksOf(call, page, { isFirst: start === 0, isLast: start + size >= found.length }),
    )
  }),
]

/** Returns the test of the request's filters. @throws 422 for a value that a filter does not have. */
function filterOf({ query, rows, clock }: CodehostCall): (change: RefChange) => boolean {
  const ref = query.get('ref')
  const actor = query.get('actor')
  const kind = query.get('activity_type')
  const period = query.get('time_period')
  if (kind !== null && !KINDS.includes(kind)) throw unprocessable(`Invalid activity_type: ${kind}`)
  const length = period === null ? null : ownMember(PERIODS, period)
  if (length === undefined) throw unprocessable(`Invalid time_period: ${period}`)
  const actorId = actor === null ? null : (rows.accounts.find('login', actor.toLowerCase())?.id ?? -1)
  return (change) =>
    (ref === null || change.ref === ref || change.ref === `refs/heads/${ref}`) &&
    (actorId === null || change.actorId === actorId) &&
    (kind === null || change.kind === kind) &&
    (length === null || change.createdAt >= clock.now() - length)
}

/** Returns the id that a cursor names; null for none. */
function positionOf(cursor: string | null): number | null {
  return cursor === null ? null : Number(Buffer.from(cursor, 'base64url').toString())
}

function linksOf(
  { base, path, query }: CodehostCall,
  page: readonly RefChange[],
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): Record<string, string> {
  const to = (name: 'after' | 'before', change: RefChange | undefined): string => {
    const next = new URLSearchParams(query)
    next.delete('after')
    next.delete('before')
    next.set(name, Buffer.from(String(change?.id)).toString('base64url'))
    return `${base}${path}?${next.toString()}`
  }
  const link = linkHeader([
    ...(isLast ? [] : [['next', to('after', page.at(-1))] as const]), // pairs
    ...(isFirst ? [] : [['prev', to('before', page[0])] as const]),
  ])
  return link === undefined ? {} : { link }
}
