import { expect, it } from 'vitest'
import { createEmulator } from '../emulator.ts'
import { notes } from '../testkit/notes.ts'

it('refuses a list where an object is expected, also when no member is required', async () => {
  await using emulator = await createEmulator({ service: notes, port: 0 })
  const headers = { authorization: 'Bearer backlot_admin', 'content-type': 'application/json' }
  const response = await emulator.fetch('http://host/notes', { method: 'POST', headers, body: '[]' })
  expect([response.status, await response.json()]).toEqual([
    422,
    { error: 'Invalid type: Expected Object but received Array' },
  ])
})
