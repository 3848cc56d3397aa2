import { describe, expect, test } from 'vitest'
import { percentDecode } from './percent-decode.ts'

describe('a percent-encoded text', () => {
  test.each([
    ['plain', 'plain'],
    ['', ''],
    ['a%20b%2Fc', 'a b/c'],
    ['%C3%A4', 'ä'],
    ['a+b', 'a+b'],
  ])('%j is decoded to %j', (text, decoded) => {
    expect(percentDecode(text)).toBe(decoded)
  })

  test.each(['100%', '%', '%zz', '%FF', 'a%20b%'])('%j is not well encoded', (text) => {
    expect(percentDecode(text)).toBeNull()
  })
})
