import { expect, it } from 'vitest'
import { timestamp } from './format.ts'

it.for([
  ['2026-02-22T23:41:12.126Z', '2026-02-22 23:41:12.126+00'],
  ['2026-02-22T23:41:12.120Z', '2026-02-22 23:41:12.12+00'],
  ['2026-02-22T23:40:00.000Z', '2026-02-22 23:40:00+00'],
  ['2026-02-22T00:00:00.100Z', '2026-02-22 00:00:00.1+00'],
] as const)('writes %s as the vendor’s database does', ([at, expected]) => {
  expect(timestamp(Date.parse(at))).toBe(expected)
})
