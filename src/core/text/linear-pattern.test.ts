import { describe, expect, it } from 'vitest'
import { cpuTime } from '#testkit/steepness.ts'
import { linearPattern } from './linear-pattern.ts'

describe('a linear pattern', () => {
  it.each([
    ['Eng', 'Eng', true],
    ['Eng', 'Engineering', false],
    ['Eng.*', 'Engineering', true],
    ['.*ing', 'Engineering', true],
    ['.*', 'two\nlines', false],
    ['', '', true],
    ['Eng|Ops', 'Ops', true],
    ['Eng|Ops', 'DevOps', false],
    ['^Eng.+$', 'Engineering', true],
    [String.raw`team-\d{2}`, 'team-42', true],
    ['(?i)eng', 'ENG', true],
    [String.raw`\p{Lu}\p{Ll}+`, 'Ärzte', true],
    ['.', '😀', true],
  ])('%j and the text %j: %j', (source, text, expected) => {
    expect(linearPattern(source).matches(text)).toBe(expected)
  })

  it.each(['(', '[a', 'a{2,1}', '*', '(?=a)b', '(?<!a)b', String.raw`(a)\1`])('%s is refused', (source) => {
    expect(() => linearPattern(source)).toThrow(SyntaxError)
  })

  it.each(['(a+)+$', '(a|aa)+', '(a*)*b', '.*.*.*=.*', 'a*'.repeat(20)])(
    'answers at once for %s and 100 KB of text',
    async (source) => {
      const pattern = linearPattern(source)
      const cost = await cpuTime(() => expect(pattern.matches(`${'a'.repeat(100_000)}!`)).toBe(false))
      expect(cost).toBeLessThan(2000)
    },
  )
})
