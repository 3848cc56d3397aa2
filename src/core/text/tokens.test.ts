import { describe, expect, test } from 'vitest'
import { Tokens, type Lexicon } from './tokens.ts'

const LEXICON: Lexicon<'word' | 'bracket'> = {
  kinds: { word: /\w+/, bracket: /[()]/ },
  unreadable: (source, at) => new Error(`unreadable: ${source.slice(at)}`),
  tooComplex: () => new Error('too complex'),
}

describe('the tokens of an expression', () => {
  test('have their kinds, texts and positions', () => {
    const tokens = new Tokens(LEXICON, ' one (two) ')
    const taken = [tokens.take(), tokens.take(), tokens.take(), tokens.take(), tokens.take()]
    expect(taken).toEqual([
      { kind: 'word', text: 'one', at: 0 },
      { kind: 'bracket', text: '(', at: 4 },
      { kind: 'word', text: 'two', at: 6 },
      { kind: 'bracket', text: ')', at: 9 },
      undefined,
    ])
  })

  test('are taken only when kind and text match', () => {
    const tokens = new Tokens(LEXICON, 'one two')
    expect(tokens.takeIf('bracket', () => true)).toBe(false)
    expect(tokens.takeIf('word', (text) => text === 'two')).toBe(false)
    expect(tokens.takeIf('word', (text) => text === 'one')).toBe(true)
    expect(tokens.next?.text).toBe('two')
  })

  test('are refused where the text cannot be split', () => {
    expect(() => new Tokens(LEXICON, 'one ?')).toThrow('unreadable:  ?')
  })

  test('are at most 5000', () => {
    expect(() => new Tokens(LEXICON, 'a '.repeat(5000))).not.toThrow()
    expect(() => new Tokens(LEXICON, 'a '.repeat(5001))).toThrow('too complex')
  })

  test('are nested at most 100 deep', () => {
    const tokens = new Tokens(LEXICON, '')
    const nest = (depth: number): number => (depth === 0 ? 0 : tokens.nested(() => nest(depth - 1)))
    expect(nest(100)).toBe(0)
    expect(() => nest(101)).toThrow('too complex')
  })
})
