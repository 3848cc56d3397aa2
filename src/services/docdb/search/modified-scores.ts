import { indexedValues } from '#docdb/query/path.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import type { Scores } from './scores.ts'
import { documentOf, type SearchRun } from './search-run.ts'
import { Spec } from './spec.ts'

/** Returns the score of a record from the score that its operator has given. */
type Rescore = (score: number, document: () => Document) => number

/** The options by which an operator changes scores. `dismax` is one of compound operators. */
const KINDS = ['boost', 'constant', 'function', 'dismax', 'embedded'] as const

/**
 * Changes the scores of an operator by its option `score`.
 * https://www.mongodb.com/docs/atlas/atlas-search/score/modify-score/
 */
export function modifiedScores(option: Spec | undefined, run: SearchRun, scores: Scores): Scores {
  if (option === undefined) return scores
  const rescore = readOption(option)
  option.end()
  return scores.changed((score, recordId) => Math.fround(rescore(score, () => documentOf(run, recordId) ?? {})))
}

function readOption(option: Spec): Rescore {
  const named = KINDS.filter((each) => option.has(each))
  if (named.length !== 1) throw option.refusal(`one of [${KINDS.join(', ')}] must be present`)
  const constant = option.part('constant')
  if (constant !== undefined) {
    const value = constant.number('value')
    constant.end()
    return () => value
  }
  const boost = option.part('boost')
  if (boost !== undefined) return boostBy(boost)
  const own = option.part('function')
  if (own !== undefined) return expressionIn(own)
  throw option.refusal(`'${named[0] ?? ''}' score is not allowed for this query type`)
}

function boostBy(boost: Spec): Rescore {
  if (boost.has('path')) {
    const read = numberAt(boost.text('path'), boost.number('undefined', 0))
    boost.end()
    return (score, document) => score * read(document())
  }
  const value = boost.number('value')
  if (value <= 0) throw boost.refusal('must be positive', 'value')
  boost.end()
  return (score) => score * value
}

function numberAt(path: string, absent: number): (document: Document) => number {
  const parts = path.split('.')
  return (document) => {
    const found = indexedValues(document, parts).values.find((value) => isNumber(value))
    return found === undefined ? absent : toNumber(found)
  }
}

/** The parts of an expression for a score. */
const EXPRESSIONS = ['score', 'constant', 'path', 'add', 'multiply', 'log', 'log1p', 'gauss'] as const

function expressionIn(spec: Spec): Rescore {
  const [name, ...others] = EXPRESSIONS.filter((each) => spec.has(each))
  if (name === undefined || others.length > 0) throw spec.refusal(`one of [${EXPRESSIONS.join(', ')}] must be present`)
  const rescore = expressionNamed(spec, name)
  spec.end()
  return rescore
}

function expressionNamed(spec: Spec, name: (typeof EXPRESSIONS)[number]): Rescore {
  switch (name) {
    case 'score':
      spec.oneOf('score', ['relevance'])
      return (score) => score
    case 'constant': {
      const constant = spec.number('constant')
      return () => constant
    }
    case 'path': {
      const read = pathIn(spec, 'path')
      return (_score, document) => read(document())
    }
    case 'add':
    case 'multiply': {
      const parts = spec.parts(name).map(expressionIn)
      return (score, document) =>
        parts.reduce(
          (result, part) => (name === 'add' ? result + part(score, document) : result * part(score, document)),
          name === 'add' ? 0 : 1,
        )
    }
    case 'log':
    case 'log1p': {
      const part = spec.part(name)
      if (part === undefined) throw spec.refusal('is required', name)
      const inner = expressionIn(part)
      return (score, document) => Math.log10(inner(score, document) + (name === 'log1p' ? 1 : 0))
    }
    case 'gauss':
      return gauss(spec.part('gauss') ?? new Spec({}, spec.at('gauss')))
  }
}

function pathIn(spec: Spec, name: string): (document: Document) => number {
  const value: Value = spec.required(name)
  if (!isDocument(value)) return numberAt(spec.text(name), 0)
  const own = new Spec(value, spec.at(name))
  const read = numberAt(own.text('value'), own.number('undefined', 0))
  own.end()
  return read
}

/** A score that falls with the distance of a value from an origin. */
function gauss(spec: Spec): Rescore {
  const [origin, scale, offset, decay] = [
    spec.number('origin'),
    spec.number('scale'),
    spec.number('offset', 0),
    spec.number('decay', 0.5),
  ]
  if (scale === 0) throw spec.refusal('must be nonzero', 'scale')
  const read = pathIn(spec, 'path')
  spec.end()
  const spread = scale ** 2 / Math.log(decay)
  return (_score, document) => Math.exp(Math.max(0, Math.abs(read(document()) - origin) - offset) ** 2 / spread)
}
