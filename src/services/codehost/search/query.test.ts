import { describe, expect, it } from 'vitest'
import { parseQuery, qualifiersOf, termsOf } from './query.ts'

const conditions = (text: string) => parseQuery(text).conditions
const word = (text: string) => ({ kind: 'term', text, isPhrase: false })
const phrase = (text: string) => ({ kind: 'term', text, isPhrase: true })
const is = (name: string, value: string, values = [value]) => ({ kind: 'qualifier', name, value, values })
const not = (condition: unknown) => ({ kind: 'not', condition })
const any = (...sides: unknown[][]) => ({
  kind: 'any',
  conditions: sides.map((side) => ({ kind: 'all', conditions: side })),
})

describe('a query', () => {
  it('ignores parentheses below a hundred others, and counts thousands of operators', () => {
    expect(conditions(`${'('.repeat(5000)}red${')'.repeat(5000)} build`)).toEqual([word('red'), word('build')])
    expect(parseQuery(`${'NOT '.repeat(50_000)}red`).operators).toBe(50_000)
  })

  it('consists of words and quoted phrases', () => {
    expect(conditions('red  build')).toEqual([word('red'), word('build')])
    expect(conditions('"red build" now')).toEqual([phrase('red build'), word('now')])
    expect(conditions(String.raw`"say \"hi\""`)).toEqual([phrase('say "hi"')])
  })

  it('has qualifiers, whose name may be written in any case', () => {
    expect(conditions('Repo:octocat/hello-world')).toEqual([is('repo', 'octocat/hello-world')])
    expect(conditions('author-date:>=2020-01-01')).toEqual([is('author-date', '>=2020-01-01')])
  })

  it('splits values at commas outside quotation marks', () => {
    expect(conditions('label:"help wanted"')).toEqual([is('label', 'help wanted')])
    expect(conditions('label:bug,"a, b"')).toEqual([is('label', 'bug,a, b', ['bug', 'a, b'])])
  })

  it('negates with a dash and with NOT', () => {
    expect(conditions('-label:bug NOT red')).toEqual([not(is('label', 'bug')), not(word('red'))])
    expect(conditions('NOT label:bug')).toEqual([not(is('label', 'bug'))])
  })

  it('binds adjacent conditions closer than OR', () => {
    expect(conditions('a b OR c')).toEqual([any([word('a'), word('b')], [word('c')])])
    expect(conditions('a AND b')).toEqual([word('a'), word('b')])
    expect(conditions('x (a OR is:open)')).toEqual([word('x'), any([word('a')], [is('is', 'open')])])
  })

  it('keeps parentheses that belong to a word', () => {
    expect(conditions('call(me)')).toEqual([word('call(me)')])
    expect(conditions('(call(me))')).toEqual([word('call(me)')])
  })

  it('is parsed whatever is wrong with it', () => {
    expect(conditions('"never closed')).toEqual([phrase('never closed')])
    expect(conditions('a OR')).toEqual([word('a')])
    expect(conditions(') ( NOT')).toEqual([])
    expect(conditions('foo: bar')).toEqual([word('foo:'), word('bar')])
  })

  it('counts operators, and characters that are neither operators nor qualifiers', () => {
    expect(parseQuery('ab OR cd NOT ef is:open')).toMatchObject({ operators: 2, length: 'ab cd ef'.length })
  })

  it('distinguishes required words from negated ones', () => {
    const { conditions: all } = parseQuery('a NOT b (c OR user:x) -user:y')
    expect([...termsOf(all)].map(({ text }) => text)).toEqual(['a', 'c'])
    expect([...qualifiersOf(all)].map(({ value }) => value)).toEqual(['x'])
  })
})
