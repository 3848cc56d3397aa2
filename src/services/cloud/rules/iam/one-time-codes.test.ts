import { expect, it } from 'vitest'
import { codeOf } from './one-time-codes.ts'

// The vectors of RFC 6238, appendix B, with the last six of their eight digits.
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('shows the code of the standard at %i seconds', (seconds, code) => {
  expect(codeOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', Math.floor(seconds / 30))).toBe(code)
})
