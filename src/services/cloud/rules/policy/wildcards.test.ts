import { describe, expect, it } from 'vitest'
import { like, patternOf } from './wildcards.ts'

/** Returns numbers that look random and are the same in every run. */
function* numbers(): Generator<number, never> {
  for (let state = 1; ; state = (state * 48_271) % 2_147_483_647) yield state
}

describe('like', () => {
  it('matches as a regular expression of the same meaning does', () => {
    const next = numbers()
    const pick = (letters: string): string => letters.charAt(next.next().value % letters.length)
    const word = (letters: string, longest: number): string =>
      Array.from({ length: next.next().value % (longest + 1) }, () => pick(letters)).join('')
    for (let round = 0; round < 20_000; round++) {
      const pattern = word(round % 2 === 0 ? 'ab*?' : 'aaaa?b*', round % 5 === 0 ? 90 : 8)
      const text = word('aab', round % 5 === 0 ? 120 : 10)
      const expression = new RegExp(`^${pattern.replaceAll('*', '[^]*').replaceAll('?', '[^]')}$`)
      if (round % 5 === 0 && pattern.split('*').length > 4) continue
      expect([pattern, text, like(patternOf(pattern), text)]).toEqual([pattern, text, expression.test(text)])
    }
  })

  it.each([
    ['a long run', `*${'a'.repeat(10_000)}b`],
    ['a long run with ?', `*${'a?'.repeat(5000)}b`],
    ['a long run before a *', `*${'a'.repeat(10_000)}b*`],
    ['many *', `${'*a'.repeat(10_000)}*b*`],
  ])('takes time in proportion to the lengths for %s', (_pattern, pattern) => {
    const [parts, text] = [patternOf(pattern), 'a'.repeat(20_000)]
    const began = performance.now()
    for (let round = 0; round < 20; round++) expect(like(parts, text)).toBe(false)
    // The algorithm that begins again after each mismatch takes 5 to 20 s here.
    expect(performance.now() - began).toBeLessThan(3000)
  })
})
