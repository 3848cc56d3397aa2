import { describe, expect, it } from 'vitest'
import { fragmentOf, patternOf, type Style } from './matching.ts'

function matches(text: string, term: string, style: Style = 'prose', isPhrase = false): boolean {
  const pattern = patternOf({ kind: 'term', text: term, isPhrase }, style)
  return pattern === null || text.search(pattern) !== -1
}

describe('a word', () => {
  it('matches whole in prose, in any case, and with an ending', () => {
    expect(matches('Two Bugs here', 'bug')).toBe(true)
    expect(matches('debugger', 'bug')).toBe(false)
    expect(matches('Two bugs here', 'bug', 'prose', true)).toBe(false)
  })

  it('matches in any part of a name', () => {
    expect(matches('hello-world', 'wor', 'name')).toBe(true)
    expect(matches('hello-world', 'hello world', 'name')).toBe(true)
  })

  it('matches only exactly in code', () => {
    expect(matches('const total_count = 1', 'total_count', 'code')).toBe(true)
    expect(matches('const totals = 1', 'total', 'code')).toBe(false)
  })

  it('of a script without spaces matches anywhere', () => {
    expect(matches('検索は速い', '索')).toBe(true)
  })

  it('of punctuation alone matches everywhere', () => {
    expect(matches('anything', '?!')).toBe(true)
  })
})

describe('a fragment', () => {
  it('is a whole short text, with matches counted in characters', () => {
    const pattern = patternOf({ kind: 'term', text: 'red', isPhrase: false }, 'prose')
    expect(fragmentOf('😀 red, Red', pattern === null ? [] : [pattern])).toEqual({
      fragment: '😀 red, Red',
      matches: [
        { text: 'red', indices: [2, 5] },
        { text: 'Red', indices: [7, 10] },
      ],
    })
  })

  it('of a long text surrounds the first match', () => {
    const text = `${'lorem ipsum '.repeat(50)}needle ${'dolor '.repeat(50)}`
    const found = fragmentOf(text, [/needle/giu])
    expect(found?.fragment.length).toBeLessThanOrEqual(200)
    const [start, end] = found?.matches[0]?.indices ?? [0, 0]
    expect(found?.fragment.slice(start, end)).toBe('needle')
  })
})
