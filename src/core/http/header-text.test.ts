import { expect, it } from 'vitest'
import { createEmulator } from '#emulator.ts'
import { notes } from '#testkit/notes.ts'
import { redirect, text } from '../answer.ts'
import { sendable } from './header-text.ts'
import { routesFor } from '../routes.ts'
import { defineService } from '../define-service.ts'
import type { CallOf } from '../service.ts'

it.each([
  ['x-note', 'plain, with a tab\t', 'plain, with a tab\t'],
  ['x-note', 'ü', 'ü'],
  ['x-note', 'a\r\nb: c', 'a%0D%0Ab: c'],
  ['x-note', '✓ 𝄞 \ud800', '%E2%9C%93 %F0%9D%84%9E %EF%BF%BD'],
  ['location', 'http://a.test/ü ✓?a=%20', 'http://a.test/%C3%BC%20%E2%9C%93?a=%20'],
])('sends %s: %j as %j', (name, value, sent) => {
  expect(sendable(name, value)).toBe(sent)
})

it('is applied to every answer, over the network and in process', async () => {
  const { get } = routesFor<CallOf<(typeof notes)['collections'], { name: string }>>()
  const service = defineService({
    ...notes,
    id: 'marked',
    routes: [
      get('mark', '/mark', () => text('marked', 200, { 'x-mark': '✓\n' })),
      get('go', '/go', () => redirect('http://localhost/✓\r\nx: y')),
    ],
  })
  await using emulator = await createEmulator({ service, port: 0 })
  const options = { redirect: 'manual' } as const
  for (const ask of [
    (path: string) => fetch(emulator.url + path, options),
    (path: string) => emulator.fetch(`http://m${path}`),
  ]) {
    const [mark, go] = [await ask('/mark'), await ask('/go')]
    expect([mark.status, mark.headers.get('x-mark')]).toEqual([200, '%E2%9C%93%0A'])
    expect([go.status, go.headers.get('location')]).toEqual([302, 'http://localhost/%E2%9C%93%0D%0Ax:%20y'])
  }
})
