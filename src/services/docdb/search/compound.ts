import { allOf, constantScores } from './scores.ts'
import { allRecords, type SearchOperator } from './search-run.ts'

/** https://www.mongodb.com/docs/atlas/atlas-search/compound/ */
export const compound: SearchOperator = (spec, run) => {
  const [must, should, filter] = [spec.parts('must'), spec.parts('should'), spec.parts('filter')]
  const excluded = spec.parts('mustNot')
  const least = spec.whole('minimumShouldMatch', 0, 0)
  const tie = tieBreaker(spec.part('score'))
  spec.optional('doesNotAffect')
  spec.end()
  if (must.length + should.length + filter.length + excluded.length === 0)
    throw spec.refusal('must have at least one clause')
  if (least > should.length)
    throw spec.refusal('minimumShouldMatch cannot be greater than number of should clauses', 'minimumShouldMatch')
  if (tie !== null && must.length + filter.length + excluded.length > 0)
    throw spec.refusal('cannot use dismax when must, mustNot, or filter is present')
  const needed = [
    ...must.map((each) => run.operate(each, run)),
    ...filter.map((each) => run.operate(each, run).changed(() => 0)),
  ]
  const wanted = should.map((each) => run.operate(each, run))
  // The clauses of `mustNot` highlight nothing.
  const inner = { ...run, hits: new Map<string, Set<string>>() }
  const removed = excluded.map((each) => run.operate(each, inner))
  const found =
    needed.length > 0
      ? allOf(needed)
      : constantScores(wanted.length > 0 ? wanted.flatMap(({ recordIds }) => recordIds) : allRecords(run), 0)
  if (wanted.length + removed.length === 0) return found
  const wantedScores = wanted.map((each) => each.ascending())
  const removedScores = removed.map((each) => each.ascending())
  return found.changed((score, recordId) => {
    const own = wantedScores.flatMap((scoreOf) => scoreOf(recordId) ?? [])
    if (own.length < least || removedScores.some((scoreOf) => scoreOf(recordId) !== undefined)) return null
    return score + (tie === null ? sumOf(own) : best(own, tie))
  })
}

function tieBreaker(option: Parameters<SearchOperator>[0] | undefined): number | null {
  const dismax = option?.part('dismax')
  return dismax === undefined ? null : dismax.number('tieBreakerScore', 0)
}

function sumOf(scores: readonly number[]): number {
  return scores.reduce((sum, each) => sum + each, 0)
}

/** Returns the best of scores; the others count by `tie`. */
function best(scores: readonly number[], tie: number): number {
  const most = scores.reduce((greatest, each) => Math.max(greatest, each), 0)
  return most + tie * (sumOf(scores) - most)
}
