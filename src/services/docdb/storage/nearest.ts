import type { DataContext } from '#docdb/call.ts'
import { capBoxes, discBox, type Box } from '#docdb/geo/boxes.ts'
import { EARTH_RADIUS, nearestPlace } from '#docdb/query/near.ts'
import type { TimeLimit } from '#docdb/query/time-limit.ts'
import type { CollectionRow, StoredDocument } from '#docdb/schema/data.ts'
import { allRanges, rangesOver, type NearPlan } from './geo-plan.ts'
import { countIn, recordsIn, type Effort, type KeyRange } from './key-range.ts'

/** The number of keys that the first circle is to have. */
const FIRST_KEYS = 64

/** The radius of the smallest circle that is tried, as a part of the world. */
const SMALLEST = 1e-6

/** How much larger each circle is than the one before. */
const STEP = 4

/** Iterates over the documents of an index by their distance from a point: circle by circle, as far as is asked for. */
export function* nearest(
  context: DataContext,
  collection: CollectionRow,
  plan: NearPlan,
  time: TimeLimit | undefined,
  effort: Effort,
): Generator<StoredDocument> {
  const { near, path } = plan.clause
  const seen = new Set<number>()
  let waiting: { stored: StoredDocument; distance: number }[] = []
  for (const { radius, ranges } of circles(context, plan)) {
    for (const recordId of recordsIn(context, plan.index.row.id, ranges, 1)) {
      effort.keys += 1
      if (seen.has(recordId)) continue
      seen.add(recordId)
      const stored = context.rows.documents.get(collection.id, recordId)
      if (stored === undefined) continue
      time?.step()
      waiting.push({ stored, distance: nearestPlace(stored.document, path, near, time).distance })
    }
    waiting.sort((left, right) => left.distance - right.distance)
    const next = waiting.findIndex(({ distance }) => distance > radius)
    const found = next < 0 ? waiting : waiting.slice(0, next)
    waiting = next < 0 ? [] : waiting.slice(next)
    for (const { stored } of found) yield stored
  }
}

interface Circle {
  /** The distance within which every document has been read. */
  readonly radius: number
  readonly ranges: readonly KeyRange[]
}

/** Iterates over circles around the point, from one with some keys to one with all that count. */
function* circles(context: DataContext, plan: NearPlan): Generator<Circle> {
  const { near } = plan.clause
  const { least, most } = plan.world
  const whole = near.isSphere ? Math.PI * EARTH_RADIUS : (most - least) * 4
  let radius = whole * SMALLEST
  let ranges: KeyRange[] = []
  for (; radius < Math.min(whole / STEP, near.most); radius *= STEP) {
    ranges = rangesOver(plan, boxesWithin(plan, radius))
    if (countIn(context, plan.index.row.id, ranges) >= FIRST_KEYS) break
  }
  for (; radius < Math.min(whole / STEP, near.most); radius *= STEP) {
    yield { radius, ranges: rangesOver(plan, boxesWithin(plan, radius)) }
  }
  yield {
    radius: Infinity,
    ranges: near.most < whole / STEP ? rangesOver(plan, boxesWithin(plan, near.most)) : allRanges(plan),
  }
}

function boxesWithin({ clause: { near } }: NearPlan, radius: number): Box[] {
  return near.isSphere ? capBoxes(near.center, radius / EARTH_RADIUS) : [discBox(near.center, radius)]
}
