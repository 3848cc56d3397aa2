import { expect, it } from 'vitest'
import { DEPTH_LIMIT, parseJson } from './parse-json.ts'

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

it('parses JSON up to the depth limit, and refuses what is nested deeper', () => {
  expect(JSON.stringify(parseJson(lists(DEPTH_LIMIT)))).toBe(lists(DEPTH_LIMIT))
  for (const text of [
    lists(DEPTH_LIMIT + 1),
    lists(1_000_000),
    '{"a":'.repeat(300) + '1' + '}'.repeat(300),
    '['.repeat(600),
  ]) {
    expect(() => parseJson(text)).toThrow('the value is nested deeper than 256 levels')
  }
})

it('counts no brackets inside of texts, and none that are closed again', () => {
  const text = JSON.stringify(['['.repeat(1000), '\\"['.repeat(1000), Array.from({ length: 1000 }, () => [{}])])
  expect(JSON.stringify(parseJson(text))).toBe(text)
  expect(() => parseJson('{')).toThrow(SyntaxError)
})

it('refuses lone surrogates in texts and names, and parses pairs', () => {
  expect(parseJson('{"a":["\\ud83d\\ude00","\\\\ud800"]}')).toEqual({ a: ['\u{1f600}', '\\ud800'] })
  for (const text of ['"\\ud800"', '["x\\uDFFFy"]', '{"\\udc00":1}', '"\\ude00\\ud83d"']) {
    expect(() => parseJson(text)).toThrow('a text contains a lone surrogate')
  }
})
