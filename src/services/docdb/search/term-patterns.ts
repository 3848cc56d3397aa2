import { linearSearch } from '#core/text/pattern-search.ts'
import { InvalidSearch } from './invalid-search.ts'

/** Compiles a pattern in which `*` stands for any letters, `?` for one, and a backslash takes the next one as it is. */
export function wildcardTest(pattern: string): (term: string) => boolean {
  let source = ''
  for (let at = 0; at < pattern.length; at++) {
    const unit = pattern.charAt(at)
    if (unit === '\\') source += quoted(pattern.charAt(++at))
    else source += unit === '*' ? '[\\s\\S]*' : unit === '?' ? '[\\s\\S]' : quoted(unit)
  }
  return wholeTest(source, pattern)
}

/** Compiles a regular expression, which a word matches as a whole. */
export function expressionTest(pattern: string): (term: string) => boolean {
  return wholeTest(pattern, pattern)
}

function wholeTest(source: string, pattern: string): (term: string) => boolean {
  const search = linearSearch(`^(?:${source})$`, '')
  if (search === null) throw new InvalidSearch(`the pattern is not supported: ${pattern}`)
  return (term) => search.test(term)
}

function quoted(unit: string): string {
  return unit.replace(/[.*+?^${}()|[\]\\/-]/, String.raw`\$&`)
}
