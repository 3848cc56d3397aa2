import { viewOfIndex } from '#core/list-view.ts'
import type { Rows } from '#codehost/call.ts'
import type { Activity } from '#codehost/schema/activities.ts'

/** A timeline is read in pieces of this size, because few of its events are shown. */
const PIECE = 100

/** The timeline of everything, of a repository, or of a user. */
type Timeline =
  | readonly [index: 'all', key: true]
  | readonly [index: 'byRepo', repoId: number]
  | readonly [index: 'byActor', userId: number]

/** Returns the activities of a timeline, latest first. Reads no more of them than the caller takes. */
export function* latestFirst({ activities }: Rows, [index, key]: Timeline): Generator<Activity> {
  const view = viewOfIndex(activities, index, [key], { descending: true })
  for (let at = 0; at < view.total; at += PIECE) yield* view.slice(at, PIECE)
}

/** Returns the activities of several timelines, latest first, each once. */
export function* mergedTimelines(rows: Rows, timelines: readonly Timeline[]): Generator<Activity> {
  const sources = timelines.map((timeline) => latestFirst(rows, timeline))
  const heads = sources.map(next)
  for (let last = Infinity; ;) {
    const ids = heads.map((head) => head?.id ?? -1)
    const latest = ids.indexOf(Math.max(...ids))
    const found = heads[latest]
    if (found === null || found === undefined) return
    const source = sources[latest]
    heads[latest] = source === undefined ? null : next(source)
    if (found.id < last) yield found
    last = found.id
  }
}

function next(source: Generator<Activity>): Activity | null {
  const { done, value } = source.next()
  return done === true ? null : value
}
