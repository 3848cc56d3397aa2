import { DAY } from '#core/duration.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { FetchRequest } from '#codehost/git/fetch-request.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** The days that traffic tells of. https://docs.github.com/rest/metrics/traffic */
const DAYS = 14

/** Counts a fetch as a clone, if its client has nothing of the repository yet. */
export function countClone({ rows, clock, principal }: CodehostCall, repo: Repo, { haves, done }: FetchRequest): void {
  if (haves.length > 0 || !done) return
  const day = beginningOf(clock.now(), DAY)
  const visitor = principal?.user.id ?? 0
  const before = rows.cloneCounts.find('visitor', repo.id, day, visitor)
  if (before === undefined) rows.cloneCounts.insert({ repoId: repo.id, day, visitor, count: 1 })
  else rows.cloneCounts.update(before.id, { count: before.count + 1 })
}

/** The clones of a day or a week. */
interface Traffic {
  readonly at: number
  readonly count: number
  readonly uniques: number
}

/** Returns the clones of the last two weeks, by day or by week, without those that have none; and the sum of them. */
export function clonesOf(rows: Rows, repo: Repo, now: number, per: 'day' | 'week') {
  const first = beginningOf(now, DAY) - (DAYS - 1) * DAY
  const recent = rows.cloneCounts.list('byDay', repo.id).filter(({ day }) => day >= first)
  const periods = [...new Set(recent.map(({ day }) => periodOf(day, per)))]
  const total = (found: typeof recent) => ({
    count: found.reduce((sum, { count }) => sum + count, 0),
    uniques: new Set(found.map(({ visitor }) => visitor)).size,
  })
  const each: Traffic[] = periods.map((at) => ({ at, ...total(recent.filter(({ day }) => periodOf(day, per) === at)) }))
  return { ...total(recent), each }
}

function beginningOf(at: number, length: number): number {
  return Math.floor(at / length) * length
}

/** Returns the beginning of the day, or of the Monday of its week. */
function periodOf(day: number, per: 'day' | 'week'): number {
  // The first day of the epoch was a Thursday.
  return per === 'day' ? day : beginningOf(day + 3 * DAY, 7 * DAY) - 3 * DAY
}
