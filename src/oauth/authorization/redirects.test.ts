import { describe, expect, it } from 'vitest'
import { withParameters } from './redirects.ts'

describe('parameters', () => {
  it.each([
    ['http://localhost/cb', 'http://localhost/cb?code=a+b'],
    ['http://localhost/cb?', 'http://localhost/cb?code=a+b'],
    ['http://localhost/cb?tenant=1', 'http://localhost/cb?tenant=1&code=a+b'],
    ['http://localhost/cb?tenant=1&', 'http://localhost/cb?tenant=1&code=a+b'],
  ])('are added to the query of %s', (uri, expected) => {
    expect(withParameters(uri, { code: 'a b' })).toBe(expected)
  })

  it('leave an address as it is when there are none', () => {
    expect(withParameters('http://localhost/cb?', {})).toBe('http://localhost/cb?')
  })
})
