import { expect, it } from 'vitest'
import { challenge } from './challenge.ts'

it('quotes the parameters of a challenge and leaves out undefined ones', () => {
  expect(challenge('Bearer', { realm: 'http://localhost:1', scope: undefined, error: 'invalid_token' })).toBe(
    'Bearer realm="http://localhost:1", error="invalid_token"',
  )
})

it('replaces the characters that a header cannot carry', () => {
  expect(challenge('Basic', { realm: 'a"b\\c\r\nx: é' })).toBe('Basic realm="a\\"b\\\\c??x: ?"')
})
