import { expect, it } from 'vitest'
import { isAllowedHost, isHost } from './hosts.ts'

it('allows a host by its name in any case, and with its port alone when that is named', () => {
  const receiver = new URL('https://Hooks.Example.test:8443/in')
  expect(isAllowedHost(receiver, ['HOOKS.example.test'])).toBe(true)
  expect(isAllowedHost(receiver, ['hooks.example.test:8443'])).toBe(true)
  expect(isAllowedHost(receiver, ['hooks.example.test:443', 'example.test'])).toBe(false)
})

it('tells a host from a URL and from a path', () => {
  expect(['example.test', 'example.test:8080', '10.0.0.7', '[fd00::1]:80'].every(isHost)).toBe(true)
  expect(['https://example.test', 'example.test/hooks', 'ada@example.test', 'a b', ''].some(isHost)).toBe(false)
})
