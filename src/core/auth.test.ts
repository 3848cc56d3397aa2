import { expect, it } from 'vitest'
import { credentials } from './auth.ts'

it('parses a Basic header at its first colon', () => {
  expect(credentials(`Basic ${btoa('ann:pass:word')}`)).toEqual({
    scheme: 'basic',
    username: 'ann',
    password: 'pass:word',
  })
  expect(credentials(`basic ${btoa('no colon')}`)).toBeNull()
})

it('parses a header of any other scheme as a token', () => {
  expect(credentials(' SSWS  abc ')).toEqual({ scheme: 'token', name: 'ssws', value: 'abc' })
  expect(credentials('abc')).toBeNull()
})
