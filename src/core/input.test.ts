import * as v from 'valibot'
import { expect, it } from 'vitest'
import { createEmulator } from '../emulator.ts'
import { notes } from '#testkit/notes.ts'
import { problems } from './input.ts'

it('refuses a list where an object is expected, also when no member is required', async () => {
  await using emulator = await createEmulator({ service: notes, port: 0 })
  const headers = { authorization: 'Bearer backlot_admin', 'content-type': 'application/json' }
  const response = await emulator.fetch('http://host/notes', { method: 'POST', headers, body: '[]' })
  expect([response.status, await response.json()]).toEqual([
    422,
    { error: 'Invalid type: Expected Object but received Array' },
  ])
})

it('reports one mistake of a list that has more than a call can have arguments', () => {
  const schema = v.union([v.string(), v.array(v.string())])
  const { issues } = v.safeParse(
    schema,
    Array.from({ length: 200_000 }, () => 1),
  )
  expect(problems(issues ?? []).map(({ path, expected }) => ({ path, expected }))).toEqual([
    { path: ['0'], expected: 'string' },
  ])
})
