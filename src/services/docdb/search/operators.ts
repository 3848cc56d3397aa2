import { modifiedScores } from './modified-scores.ts'
import { compound } from './compound.ts'
import { queryString } from './query-string.ts'
import type { Scores } from './scores.ts'
import type { SearchOperator, SearchRun } from './search-run.ts'
import type { Spec } from './spec.ts'
import { autocomplete, phrase, regex, text, wildcard } from './text-operators.ts'
import { equals, exists, inList, near, range } from './value-operators.ts'

/** The operators. https://www.mongodb.com/docs/atlas/atlas-search/operators-and-collectors/ */
const OPERATORS: Readonly<Record<string, SearchOperator>> = {
  autocomplete,
  compound,
  equals,
  exists,
  in: inList,
  near,
  phrase,
  queryString,
  range,
  regex,
  text,
  wildcard,
}

/** Returns the name of the operator that a part of a search has; undefined when it has none. */
export function operatorName({ document }: Spec): string | undefined {
  return Object.keys(document).find((name) => Object.hasOwn(OPERATORS, name))
}

/** Runs the one operator of a part of a search that has nothing else. */
export function runOnlyOperator(spec: Spec, run: SearchRun): Scores {
  const name = operatorName(spec)
  if (name === undefined) {
    const [unknown] = Object.keys(spec.document)
    throw unknown === undefined
      ? spec.refusal(`one of [${Object.keys(OPERATORS).join(', ')}] must be present`)
      : spec.refusal(`unrecognized field "${unknown}"`)
  }
  const scores = runOperator(spec, name, run)
  spec.end()
  return scores
}

/** Runs an operator of a search; its option `score` changes what it gives. */
export function runOperator(spec: Spec, name: string, run: SearchRun): Scores {
  const operator = OPERATORS[name] as SearchOperator // the caller has found its name
  const own = spec.part(name)
  if (own === undefined) throw spec.refusal('is required', name)
  const option = own.part('score')
  // A compound operator has a way of its own to join scores.
  return modifiedScores(option?.has('dismax') === true ? undefined : option, run, operator(own, run))
}
