import { describe, expect, it } from 'vitest'
import { fromEjson, toEjson, type Json } from './ejson.ts'
import { readShell } from './shell-reader.ts'
import { writeShell } from './shell-writer.ts'

const canonical = (source: string): Json => toEjson(readShell(source), 'canonical')

describe('the form of the shell', () => {
  it.each([
    [`{ total: { $gt: 5 }, 'a.b': "x", }`, { total: { $gt: { $numberInt: '5' } }, 'a.b': 'x' }],
    [`{"_id": {"$oid": "${'a'.repeat(24)}"}}`, { _id: { $oid: 'a'.repeat(24) } }],
    [`ObjectId('${'a'.repeat(24)}')`, { $oid: 'a'.repeat(24) }],
    [`[ISODate("2026-01-01"), new Date(0)]`, [1767225600000, 0].map((at) => ({ $date: { $numberLong: String(at) } }))],
    [`[5, -5, 1.5, 5e9, Double(5), NaN]`, null],
    [`NumberLong("9007199254740993")`, { $numberLong: '9007199254740993' }],
    [`[NumberDecimal("1.10"), Decimal128('2')]`, [{ $numberDecimal: '1.10' }, { $numberDecimal: '2' }]],
    [
      `[UUID("00112233-4455-6677-8899-aabbccddeeff"), BinData(0, 'AQI='), HexData(128, 'ff')]`,
      [
        { $binary: { base64: 'ABEiM0RVZneImaq7zN3u/w==', subType: '04' } },
        { $binary: { base64: 'AQI=', subType: '00' } },
        { $binary: { base64: '/w==', subType: '80' } },
      ],
    ],
    [`/^a[/]b\\/c$/mi`, { $regularExpression: { pattern: '^a[/]b\\/c$', options: 'im' } }],
    [`[Timestamp(1, 2), Timestamp({ t: 1, i: 2 })]`, [1, 1].map((t) => ({ $timestamp: { t, i: 2 } }))],
    [`[MinKey, MaxKey(), true, null, undefined]`, [{ $minKey: 1 }, { $maxKey: 1 }, true, null, null]],
    [`/* one */ { a: 'it\\'s', // two\n b: "\\u00e9\\n" }`, { a: "it's", b: 'é\n' }],
    [`{ "__proto__": 1 }`, JSON.parse('{ "__proto__": { "$numberInt": "1" } }')],
  ])('reads %s', (source, expected) => {
    const read = canonical(source)
    if (expected !== null) expect(read).toEqual(expected)
    else {
      expect(read).toEqual([
        { $numberInt: '5' },
        { $numberInt: '-5' },
        { $numberDouble: '1.5' },
        { $numberLong: '5000000000' },
        { $numberDouble: '5.0' },
        { $numberDouble: 'NaN' },
      ])
    }
  })

  it.each([
    ['{ a: }', "line 1, column 6: expected a value, found '}'"],
    ['{ a: 1', "line 1, column 7: expected ',' or '}', found the end"],
    ['{\n  a: 1\n  b: 2 }', "line 3, column 3: expected ',' or '}', found 'b'"],
    ['{ a: "x }', 'line 1, column 6: this text has no end'],
    ['{ a: open }', 'line 1, column 6: open is unknown here: put quotes around a text'],
    ['{ a: ObjectId("1") }', 'line 1, column 6: ObjectId: $oid: expected 24 hexadecimal digits'],
    ['{ a: UUID("1") }', 'line 1, column 6: UUID: arguments that it does not take'],
    ['{ a: process.exit() }', 'line 1, column 6: process is unknown here: put quotes around a text'],
    ['{ a: 1 } b', "line 1, column 10: expected the end, found 'b'"],
    ['{ a: /b/q }', 'line 1, column 6: /q: expected the options i, m, s, u and x'],
    ['{ a: /b', 'line 1, column 6: this regular expression has no end'],
    ['[NumberInt(1.5)]', 'line 1, column 2: NumberInt: $numberInt: expected a whole number of 32 bits'],
    ['['.repeat(101), 'line 1, column 101: nested more than 100 levels deep'],
    ['', 'line 1, column 1: expected a value, found the end'],
  ])('refuses %s', (source, message) => {
    expect(() => readShell(source)).toThrow(message)
  })

  it('is read back to the same value, of every type', () => {
    const value = fromEjson({
      _id: { $oid: 'b'.repeat(24) },
      numbers: [
        { $numberInt: '5' },
        { $numberLong: '5' },
        { $numberDouble: '5' },
        { $numberDouble: '-0.0' },
        { $numberDouble: '5000000000000' },
        { $numberDouble: '1e300' },
        { $numberDouble: '-Infinity' },
        { $numberDecimal: '5.00' },
        { $numberDecimal: 'NaN' },
      ],
      dates: [{ $date: 0 }, { $date: { $numberLong: '-1' } }],
      bytes: [{ $uuid: '00112233-4455-6677-8899-aabbccddeeff' }, { $binary: { base64: 'AQI=', subType: '80' } }],
      patterns: [
        { $regularExpression: { pattern: 'a/b', options: '' } },
        { $regularExpression: { pattern: '^a+$', options: 'i' } },
        { $regularExpression: { pattern: '', options: 'l' } },
      ],
      rare: [
        { $timestamp: { t: 4294967295, i: 1 } },
        { $minKey: 1 },
        { $maxKey: 1 },
        { $symbol: 's' },
        { $code: 'f()' },
        { $code: 'f()', $scope: { a: 1 } },
      ],
      'a name': { '': null, 'quote"': '</script>\n\u2028', deep: [{}, [], [[1]]] },
    })
    const written = writeShell(value)
    expect(toEjson(readShell(written), 'canonical')).toEqual(toEjson(value, 'canonical'))
    expect(written.split('\n').slice(0, 6)).toEqual([
      '{',
      `  _id: ObjectId("${'b'.repeat(24)}"),`,
      '  numbers: [',
      '    5,',
      '    NumberLong("5"),',
      '    Double(5),',
    ])
  })
})
