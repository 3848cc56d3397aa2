import { describe, expect, it } from 'vitest'
import { analyzerNamed } from './analyzers.ts'

// https://www.mongodb.com/docs/atlas/atlas-search/analyzers/

const terms = (name: string, text: string, definition = {}) =>
  analyzerNamed(name, definition)(text).map(({ term }) => term)

describe('analyzers', () => {
  const action = "Lion's Den No. 3: Best-of for B2B, 3.14 日本!"
  it.for<readonly [string, readonly string[]]>([
    ['lucene.standard', ["lion's", 'den', 'no', '3', 'best', 'of', 'for', 'b2b', '3.14', '日', '本']],
    ['lucene.simple', ['lion', 's', 'den', 'no', 'best', 'of', 'for', 'b', 'b', '日本']],
    ['lucene.whitespace', ["Lion's", 'Den', 'No.', '3:', 'Best-of', 'for', 'B2B,', '3.14', '日本!']],
    ['lucene.keyword', [action]],
    ['lucene.english', ['lion', 'den', '3', 'best', 'b2b', '3.14', '日', '本']],
  ])('are the vendor’s: %s', ([name, expected]) => {
    expect(terms(name, action)).toEqual(expected)
  })

  it.for<readonly [string, string, readonly string[]]>([
    ['lucene.german', 'Die Häuser der schönsten Städte', ['haus', 'schon', 'stadt']],
    ['lucene.french', 'Les chevaux marchaient dans la nuit', ['cheval', 'march', 'nuit']],
    ['lucene.russian', 'города и книги', ['город', 'книг']],
  ])('cut the endings of a language, and its stop words: %s', ([name, text, expected]) => {
    expect(terms(name, text)).toEqual(expected)
  })

  it('keep the places of words, also where words are left out', () => {
    expect(analyzerNamed('lucene.english', {})('to the Lighthouse')).toEqual([
      { term: 'lighthous', position: 2, start: 7, end: 17 },
    ])
  })

  it.for<readonly [string, object, string, readonly string[]]>([
    [
      'html',
      { charFilters: [{ type: 'htmlStrip' }], tokenizer: { type: 'standard' }, tokenFilters: [] },
      '<b>Café</b> open',
      ['Café', 'open'],
    ],
    [
      'folding',
      { tokenizer: { type: 'keyword' }, tokenFilters: [{ type: 'lowercase' }, { type: 'asciiFolding' }] },
      'Café Ærø',
      ['cafe aero'],
    ],
    [
      'splits',
      { tokenizer: { type: 'regexSplit', pattern: '[-_]+' }, tokenFilters: [] },
      'ab-12__c',
      ['ab', '12', 'c'],
    ],
    [
      'groups',
      { tokenizer: { type: 'regexCaptureGroup', pattern: '#(\\w+)', group: 1 }, tokenFilters: [] },
      'a #b and #cd',
      ['b', 'cd'],
    ],
    ['grams', { tokenizer: { type: 'edgeGram', minGram: 2, maxGram: 3 }, tokenFilters: [] }, 'abcd', ['ab', 'abc']],
    [
      'stop words',
      {
        tokenizer: { type: 'whitespace' },
        tokenFilters: [
          { type: 'stopword', tokens: ['the'] },
          { type: 'length', min: 3 },
        ],
      },
      'The old ox',
      ['old'],
    ],
    [
      'shingles',
      { tokenizer: { type: 'whitespace' }, tokenFilters: [{ type: 'shingle', minShingleSize: 2, maxShingleSize: 2 }] },
      'a b c',
      ['a', 'a b', 'b', 'b c', 'c'],
    ],
    [
      'addresses',
      { tokenizer: { type: 'uaxUrlEmail' }, tokenFilters: [] },
      'mail ada@example.com now',
      ['mail', 'ada@example.com', 'now'],
    ],
  ])('are made of the parts of a definition: %s', ([_name, parts, text, expected]) => {
    expect(terms('own', text, { analyzers: [{ name: 'own', ...parts }] })).toEqual(expected)
  })
})
