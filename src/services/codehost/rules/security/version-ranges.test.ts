import { expect, it } from 'vitest'
import { isInRange } from './version-ranges.ts'

it.each([
  ['1.0.0', '< 1.0.1', true],
  ['1.0.1', '< 1.0.1', false],
  ['1.10.0', '>= 1.2, < 1.9', false],
  ['v1.5', '>= 1.2, < 1.9', true],
  ['1.0', '= 1.0.0', true],
  ['1.0.0-rc.1', '< 1.0.0', true],
  ['1.0.0', '<= 1.0.0-rc.1', false],
  ['2.0', '> 1', true],
  ['1', '', false],
])('%s is in %s: %s', (version, range, isIn) => {
  expect(isInRange(version, range)).toBe(isIn)
})
