import { keyString } from '#docdb/values/key-string.ts'
import { InvalidSearch } from './invalid-search.ts'
import { textField } from './entries.ts'
import { allOf, anyOf, constantScores, type Scores } from './scores.ts'
import { allRecords, type SearchOperator, type SearchRun } from './search-run.ts'
import { expressionTest, wildcardTest } from './term-patterns.ts'
import { patternScores, phraseIn, searchedTerms, wordScores } from './text-operators.ts'

/** https://www.mongodb.com/docs/atlas/atlas-search/queryString/ */
export const queryString: SearchOperator = (spec, run) => {
  const [path, query] = [spec.text('defaultPath'), spec.text('query')]
  spec.end()
  return new QueryString(query, run).parse(path)
}

/** The parts of a query: brackets, operators, quoted texts, ranges, expressions and words. */
const PARTS =
  /\s*(\(|\)|&&|\|\||"(?:[^"\\]|\\.)*"(?:~\d+)?|\/(?:[^/\\]|\\.)*\/|[[{][^\]}]*[\]}]|(?:\\.|[^\s()"[\]{}:^])+:?|:|\^[\d.]+|\S)/gu

interface Clause {
  readonly scores: Scores
  readonly occurs: 'must' | 'should' | 'never'
}

/**
 * Reads the language of Lucene's queries, and finds what they ask for: `title:(shop AND "open late") -closed`. `AND`
 * binds as `+` on both of its sides.
 */
class QueryString {
  readonly #parts: readonly string[]
  readonly #run: SearchRun
  readonly #query: string
  #at = 0

  constructor(query: string, run: SearchRun) {
    this.#query = query
    this.#parts = Array.from(query.matchAll(PARTS), ([, part = '']) => part)
    this.#run = run
  }

  parse(path: string): Scores {
    const scores = this.#clauses(path)
    if (this.#at < this.#parts.length) throw this.#refusal()
    return scores
  }

  #refusal(): InvalidSearch {
    const part = this.#parts[this.#at]
    return new InvalidSearch(
      `Cannot parse '${this.#query}': ${part === undefined ? 'Encountered "<EOF>"' : `Encountered "${part}"`}`,
    )
  }

  #clauses(path: string): Scores {
    const clauses: Clause[] = []
    let isNeeded = false
    while (this.#at < this.#parts.length && this.#parts[this.#at] !== ')') {
      const part = this.#parts[this.#at]
      if (part === 'AND' || part === '&&' || part === 'OR' || part === '||') {
        this.#at += 1
        isNeeded = part === 'AND' || part === '&&'
        const last = clauses.pop()
        if (last === undefined) throw this.#refusal()
        clauses.push(isNeeded && last.occurs === 'should' ? { ...last, occurs: 'must' } : last)
        continue
      }
      clauses.push(this.#clause(path, isNeeded))
      isNeeded = false
    }
    if (clauses.length === 0) throw this.#refusal()
    return combined(clauses)
  }

  #clause(path: string, isNeeded: boolean): Clause {
    const part = this.#parts[this.#at] ?? ''
    if (part === 'NOT' || part === '!') {
      this.#at += 1
      return { scores: this.#operand(path), occurs: 'never' }
    }
    const sign = /^[+-](?=.)/.exec(part)?.[0] ?? (part === '+' || part === '-' ? part : '')
    if (sign === part && sign !== '') this.#at += 1
    const scores = this.#operand(path, sign === part ? '' : sign)
    if (sign === '-') return { scores, occurs: 'never' }
    return { scores, occurs: sign === '+' || isNeeded ? 'must' : 'should' }
  }

  /** Reads a word, a text, a range, an expression or a group, in the default field or in one that it names. */
  #operand(defaultPath: string, sign = ''): Scores {
    const part = (this.#parts[this.#at] ?? '').slice(sign.length)
    if (part === '' || part === ')') throw this.#refusal()
    this.#at += 1
    if (part.endsWith(':') && part.length > 1) return this.#operand(part.slice(0, -1).replaceAll('\\', ''))
    if (part === '(') {
      const scores = this.#clauses(defaultPath)
      if (this.#parts[this.#at] !== ')') throw this.#refusal()
      this.#at += 1
      return this.#boosted(scores)
    }
    return this.#boosted(simpleScores(this.#run, defaultPath, part))
  }

  #boosted(scores: Scores): Scores {
    const part = this.#parts[this.#at] ?? ''
    if (!/^\^[\d.]+$/.test(part)) return scores
    this.#at += 1
    const boost = Number(part.slice(1))
    return scores.changed((score) => score * boost)
  }
}

function combined(clauses: readonly Clause[]): Scores {
  const of = (occurs: Clause['occurs']): Scores[] =>
    clauses.filter((each) => each.occurs === occurs).map(({ scores }) => scores)
  const [must, should, never] = [of('must'), of('should'), of('never')]
  const wanted = anyOf(should)
  const found = must.length > 0 ? allOf(must) : wanted
  const wantedScore = wanted.ascending()
  const neverScores = never.map((each) => each.ascending())
  return found.changed((score, recordId) => {
    if (neverScores.some((scoreOf) => scoreOf(recordId) !== undefined)) return null
    return score + (must.length > 0 ? (wantedScore(recordId) ?? 0) : 0)
  })
}

function simpleScores(run: SearchRun, path: string, part: string): Scores {
  const field = { path, multi: null }
  const phrase = /^"(?<text>[\s\S]*)"(?:~(?<slop>\d+))?$/.exec(part)?.groups
  if (phrase !== undefined) return phraseIn(run, field, unquoted(phrase['text'] ?? ''), Number(phrase['slop'] ?? 0))
  if (/^[[{]/.test(part)) return rangeScores(run, path, part)
  const place = textField(path)
  if (part.startsWith('/') && part.length > 1) return patternScores(run, place, expressionTest(part.slice(1, -1)))
  if (part === '*') return path === '*' ? constantScores(allRecords(run)) : patternScores(run, place, () => true)
  if (/(?<!\\)[*?]/.test(part)) return patternScores(run, place, wildcardTest(part.toLowerCase()))
  const fuzzy = /^(?<word>.+)~(?<edits>\d?)$/.exec(part)?.groups
  const options =
    fuzzy === undefined ? null : ({ most: fuzzy['edits'] === '1' ? 1 : 2, prefixLength: 0, maxExpansions: 50 } as const)
  const terms = searchedTerms(run, field, unquoted(fuzzy?.['word'] ?? part))
  return anyOf(terms.map((term) => wordScores(run, place, term, options)))
}

function unquoted(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1')
}

/** Returns the records with a word between two others: `[a TO b}`. */
function rangeScores(run: SearchRun, path: string, part: string): Scores {
  const match = /^[[{]\s*(\S+)\s+TO\s+(\S+?)\s*[\]}]$/.exec(part)
  if (match === null) throw new InvalidSearch(`Cannot parse '${part}'`)
  const [, from = '*', to = '*'] = match
  const [isFrom, isTo] = [part.startsWith('['), part.endsWith(']')]
  const key = (text: string): string => keyString(unquoted(text).toLowerCase())
  return patternScores(run, textField(path), (term) => {
    const own = keyString(term)
    const isAbove = from === '*' || own > key(from) || (isFrom && own === key(from))
    return isAbove && (to === '*' || own < key(to) || (isTo && own === key(to)))
  })
}
