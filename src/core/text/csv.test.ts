import { expect, it } from 'vitest'
import { parseCsv } from './csv.ts'

it.for([
  ['', []],
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['\uFEFFa,b', [['a', 'b']]],
  ['a,,b,', [['a', '', 'b', '']]],
  ['"a, b","say ""hi""","two\nlines"', [['a, b', 'say "hi"', 'two\nlines']]],
  ['a\n\n\nb', [['a'], ['b']]],
  ['""', [['']]],
  ['"a"b,c', [['a', 'c']]],
  ['"open, to the end\nof it', [['open, to the end\nof it']]],
  [',', [['', '']]],
] as const)('reads the CSV %j', ([text, records]) => {
  expect(parseCsv(text)).toEqual(records)
})

it('reads a long text in a time that grows with its length', () => {
  expect(parseCsv('"'.repeat(200_001))).toHaveLength(1)
  expect(parseCsv('a,'.repeat(100_000))[0]).toHaveLength(100_001)
  expect(parseCsv(`"${'a'.repeat(10_000_000)}`)).toHaveLength(1)
})
