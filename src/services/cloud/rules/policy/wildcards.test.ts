import { describe, expect, it } from 'vitest'
import { steepness } from '#testkit/steepness.ts'
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
    for (let round = 0; round < 4000; round++) {
      const pattern = word(round % 2 === 0 ? 'ab*?' : 'aaaa?b*', round % 5 === 0 ? 90 : 8)
      const text = word('aab', round % 5 === 0 ? 120 : 10)
      const expression = new RegExp(`^${pattern.replaceAll('*', '[^]*').replaceAll('?', '[^]')}$`)
      if (round % 5 === 0 && pattern.split('*').length > 4) continue
      expect([pattern, text, like(patternOf(pattern), text)]).toEqual([pattern, text, expression.test(text)])
    }
  })

  it('finds a long run that begins again within itself', () => {
    const next = numbers()
    const word = (length: number): string =>
      Array.from({ length }, () => (next.next().value % 9 === 0 ? 'b' : 'a')).join('')
    for (let round = 0; round < 500; round++) {
      const text = word(200)
      const run = round % 2 === 0 ? text.slice(round % 150, (round % 150) + 40) : word(40)
      expect([run, text, like(patternOf(`*${run}*`), text)]).toEqual([run, text, text.includes(run)])
    }
  })

  it.each([
    ['a long run', (length: number) => `*${'a'.repeat(length)}b`],
    ['a long run with ?', (length: number) => `*${'a?'.repeat(length / 2)}b*`],
    ['a long run before a *', (length: number) => `*${'a'.repeat(length)}b*`],
    ['many *', (length: number) => `${'*a'.repeat(length)}*b*`],
  ])('takes time in proportion to the lengths for %s', async (_pattern, patternOfLength) => {
    const steep = await steepness(async (scale, timeOf) => {
      const length = 4000 * scale
      const [parts, text] = [patternOf(patternOfLength(length)), 'a'.repeat(2 * length)]
      return timeOf(() => expect(like(parts, text)).toBe(false))
    })
    expect(steep).toBeNull()
  })
})
