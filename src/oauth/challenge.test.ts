import { expect, it } from 'vitest'
import { challenge } from './challenge.ts'

it('quotes its parameters, and leaves out those that there are not', () => {
  expect(challenge('Bearer', { realm: 'http://localhost:1', scope: undefined, error: 'invalid_token' })).toBe(
    'Bearer realm="http://localhost:1", error="invalid_token"',
  )
})

it('carries any text', () => {
  expect(challenge('Basic', { realm: 'a"b\\c\r\nx: é' })).toBe('Basic realm="a\\"b\\\\c??x: ?"')
})
