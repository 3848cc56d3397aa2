import { expect, it } from 'vitest'
import { redirectMatches } from './redirect-uris.ts'

it.each([
  ['https://app.example.com/cb', 'https://app.example.com/cb'],
  ['http://localhost:54321', 'http://localhost'],
  ['http://localhost:54321/', 'http://localhost'],
  ['http://localhost/cb', 'http://localhost:3000/cb'],
  ['http://localhost:3001/cb?a=b', 'http://localhost:3000/cb?a=b'],
  ['http://LOCALHOST:3000/cb', 'http://localhost:3000/cb'],
  ['http://127.0.0.1:1/cb', 'http://127.0.0.1/cb'],
  ['http://[::1]:1/cb', 'http://[::1]:1/cb'],
])('%s matches %s', (uri, registered) => {
  expect(redirectMatches(uri, registered)).toBe(true)
})

it.each([
  ['https://app.example.com/cb/', 'https://app.example.com/cb'],
  ['https://app.example.com:444/cb', 'https://app.example.com/cb'],
  ['http://app.example.com:1/cb', 'http://app.example.com:2/cb'],
  ['https://localhost:1/cb', 'https://localhost:2/cb'],
  ['http://localhost:1/cb', 'http://127.0.0.1:1/cb'],
  ['http://localhost:1/CB', 'http://localhost:1/cb'],
  ['http://localhost:1/cb?x=1', 'http://localhost:1/cb'],
  ['http://localhost.example.com/cb', 'http://localhost/cb'],
  ['http://localhost:1@example.com/cb', 'http://localhost/cb'],
  ['http://localhost:1/', 'http://localhost:1/cb'],
  ['http://[::1]:1/cb', 'http://[::1]:2/cb'],
])('%s does not match %s', (uri, registered) => {
  expect(redirectMatches(uri, registered)).toBe(false)
})
