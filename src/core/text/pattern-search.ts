import { types } from 'node:util'
import { createContext, Script } from 'node:vm'
import type { RE2JS as Compiled } from 're2js'
import { re2 } from './re2.ts'

/** A match of a pattern in a text: the text, those of its groups, and the place where it begins. */
export interface PatternMatch {
  readonly text: string
  readonly groups: readonly (string | null)[]
  readonly index: number
}

/** A regular expression that is searched for in texts. Whatever the pattern and the text, a search ends soon. */
export interface PatternSearch {
  test(text: string): boolean
  /** Returns the matches, from left to right, as they are asked for. */
  matches(text: string): Iterable<PatternMatch>
}

/** Thrown by a search that takes longer than it may. */
export class PatternTooSlow extends Error {
  override name = 'PatternTooSlow'
}

/** How long a search may take that no engine does in linear time, in milliseconds. */
const LONGEST_SEARCH = 500

/**
 * Compiles a regular expression without look-around and back-references, which RE2 searches for in linear time; null
 * for another. https://github.com/google/re2/wiki/Syntax
 */
export function linearSearch(source: string, flags: string): PatternSearch | null {
  const { RE2JS, RE2JSException } = re2()
  let compiled: Compiled
  try {
    const flag = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL }
    const bits = (['i', 'm', 's'] as const).filter((each) => flags.includes(each)).map((each) => flag[each])
    compiled = RE2JS.compile(
      source,
      bits.reduce((sum, bit) => sum | bit, 0),
    )
  } catch (error) {
    if (error instanceof RE2JSException) return null
    throw error
  }
  return {
    test: (text) => compiled.test(text),
    *matches(text) {
      for (const match of compiled.matchAll(text)) yield matchOf(match)
    },
  }
}

/** Searches with JavaScript's own engine, for a pattern that it matches in linear time. */
export function plainSearch(source: string, flags: string): PatternSearch {
  const regex = new RegExp(source, `${flags}u`)
  return {
    test: (text) => regex.test(text),
    *matches(text) {
      for (const match of text.matchAll(new RegExp(regex, `${regex.flags}g`))) yield matchOf(match)
    },
  }
}

/**
 * Searches with JavaScript's own engine, which tries all ways to match, for a limited time: 500 ms for all matches in a
 * text. Node.js stops the engine then.
 *
 * @throws SyntaxError when the source is no regular expression of JavaScript.
 */
export function timedSearch(source: string, flags: string): PatternSearch {
  const regex = lenientRegex(source, flags)
  const context = createContext({})
  const testing = new Script('regex.test(text)')
  const finding = new Script('Array.from(text.matchAll(regex))')
  const run = (script: Script, text: string, own: RegExp): unknown => {
    Object.assign(context, { regex: own, text })
    try {
      return script.runInContext(context, { timeout: LONGEST_SEARCH })
    } catch (error) {
      if (types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
        throw new PatternTooSlow('the search takes too long')
      throw error
    }
  }
  return {
    test: (text) => run(testing, text, regex) === true,
    matches: (text) => {
      const found = run(finding, text, new RegExp(regex, `${regex.flags}g`)) as RegExpExecArray[] // of matchAll
      return Array.from(found, matchOf)
    },
  }
}

function lenientRegex(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`)
  } catch {
    // The mode for Unicode refuses escapes that have no meaning, which others read as the character itself.
    return new RegExp(source, flags)
  }
}

function matchOf(match: RegExpMatchArray): PatternMatch {
  const groups: readonly (string | undefined)[] = match.slice(1)
  return { text: match[0], groups: groups.map((each) => each ?? null), index: match.index ?? 0 }
}
