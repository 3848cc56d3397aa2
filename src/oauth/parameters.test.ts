import { expect, it } from 'vitest'
import { repeatedParameter } from './parameters.ts'

it('finds the parameter that came more than once', () => {
  expect(repeatedParameter(new URLSearchParams('a=1&b=2'))).toBeUndefined()
  expect(repeatedParameter(new URLSearchParams('a=1&b=2&b=3'))).toBe('b')
})

it('looks for it in linear time', () => {
  const sent = new URLSearchParams(Array.from({ length: 100_000 }, (_, at): [string, string] => [`a${at}`, '']))
  const before = process.cpuUsage()
  expect(repeatedParameter(sent)).toBeUndefined()
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(5000)
})
