import { DAY, HOUR } from '#core/duration.ts'
import type { Rows } from '#codehost/call.ts'
import { changedFiles } from '#codehost/git/changes.ts'
import { ancestors } from '#codehost/git/history.ts'
import type { Commit, Objects } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { branchTip, objectsOf } from '../git/objects.ts'
import { accountOf } from './authors.ts'

/** In milliseconds. */
const WEEK = 7 * DAY

/** The weeks of the statistics of a year. */
const YEAR = 52

/** The largest number of contributors in a statistic. */
const MOST_CONTRIBUTORS = 100

/** A commit with what statistics count of it. */
export interface CountedCommit {
  readonly account: Account | null
  /** The author's time, in epoch milliseconds. */
  readonly at: number
  /** Minutes east of UTC. */
  readonly offset: number
  readonly additions: number
  readonly deletions: number
}

/** The commits, additions and deletions of one week. `week` is the beginning of its Sunday in UTC. */
export interface WeeklyCommits {
  readonly week: number
  readonly commits: number
  readonly additions: number
  readonly deletions: number
}

// Commits are immutable. All instances share this cache.
const known = new WeakMap<Commit, Pick<CountedCommit, 'additions' | 'deletions'>>()

/** Returns the commits of the default branch without merges, in any order. */
export function countedCommits(rows: Rows, repo: Repo): CountedCommit[] {
  const tip = branchTip(rows, repo, repo.defaultBranch)
  if (tip === null) return []
  const objects = objectsOf(rows, repo)
  return [...ancestors(objects, tip.sha)]
    .filter(({ parents }) => parents.length < 2)
    .map((commit) => ({
      account: accountOf(rows, commit.author) ?? null,
      at: commit.author.at,
      offset: commit.author.offset ?? 0,
      ...linesOf(objects, commit),
    }))
}

function linesOf(objects: Objects, commit: Commit): Pick<CountedCommit, 'additions' | 'deletions'> {
  const before = known.get(commit)
  if (before !== undefined) return before
  const [first] = commit.parents
  const parent = first === undefined ? null : objects.get(first)
  const files = changedFiles(objects, parent?.kind === 'commit' ? parent.tree : null, commit.tree)
  const counted = { additions: 0, deletions: 0 }
  for (const { additions, deletions } of files) {
    counted.additions += additions
    counted.deletions += deletions
  }
  known.set(commit, counted)
  return counted
}

/** Returns the beginning of the week of a time: of its Sunday in UTC. */
function weekOf(at: number): number {
  // The first day of the epoch was a Thursday.
  return Math.floor((at + 4 * DAY) / WEEK) * WEEK - 4 * DAY
}

/** Returns the commits of each week from the first commit up to `now`, weeks without commits included. */
export function weeklyCommits(
  commits: readonly CountedCommit[],
  now: number,
  from = firstWeek(commits),
): WeeklyCommits[] {
  const byWeek = new Map<number, CountedCommit[]>()
  for (const commit of commits) {
    const week = weekOf(commit.at)
    byWeek.set(week, [...(byWeek.get(week) ?? []), commit])
  }
  const weeks: WeeklyCommits[] = []
  for (let week = from; week <= now; week += WEEK) {
    const found = byWeek.get(week) ?? []
    weeks.push({
      week,
      commits: found.length,
      additions: found.reduce((sum, { additions }) => sum + additions, 0),
      deletions: found.reduce((sum, { deletions }) => sum + deletions, 0),
    })
  }
  return weeks
}

function firstWeek(commits: readonly CountedCommit[]): number {
  return Math.min(...commits.map(({ at }) => weekOf(at)))
}

/** Returns the commits of each author with an account, the one with the fewest commits first. */
export function commitsByAuthor(commits: readonly CountedCommit[], now: number) {
  const from = firstWeek(commits)
  const byAuthor = new Map<number, { readonly account: Account; readonly own: CountedCommit[] }>()
  for (const commit of commits) {
    if (commit.account === null) continue
    const entry = byAuthor.get(commit.account.id) ?? { account: commit.account, own: [] }
    entry.own.push(commit)
    byAuthor.set(commit.account.id, entry)
  }
  return [...byAuthor.values()]
    .sort((one, other) => one.own.length - other.own.length)
    .slice(-MOST_CONTRIBUTORS)
    .map(({ account, own }) => ({ account, total: own.length, weeks: weeklyCommits(own, now, from) }))
}

/** Returns the number of commits of each day, by the weeks of the last year, oldest first. Days begin with Sunday. */
export function daysOfYear(commits: readonly CountedCommit[], now: number) {
  const last = weekOf(now)
  return Array.from({ length: YEAR }, (_, index) => {
    const week = last - (YEAR - 1 - index) * WEEK
    const days = Array.from({ length: 7 }, () => 0)
    for (const { at } of commits) {
      if (weekOf(at) === week) days[Math.floor((at - week) / DAY)] = (days[Math.floor((at - week) / DAY)] ?? 0) + 1
    }
    return { week, days, total: days.reduce((sum, count) => sum + count, 0) }
  })
}

/** Returns the number of commits of each hour of the week, in the time zones of their authors. */
export function hoursOfWeek(commits: readonly CountedCommit[]): [day: number, hour: number, count: number][] {
  const counts = new Map<number, number>()
  for (const { at, offset } of commits) {
    const local = at + offset * (HOUR / 60)
    const hour = Math.floor((local - weekOf(local)) / HOUR)
    counts.set(hour, (counts.get(hour) ?? 0) + 1)
  }
  return Array.from({ length: 168 }, (_, at) => [Math.floor(at / 24), at % 24, counts.get(at) ?? 0])
}
