import { expect, test } from 'vitest'
import { createEmulator } from './emulator.ts'
import type { ServiceId } from './registry.ts'

const email = "o'neil@example.com"

test.each<[ServiceId, object]>([
  ['deployhost', { users: [{ username: 'ada', email }] }],
  ['mail', { account_email: email, audiences: [{ name: 'All', contacts: [{ email }] }] }],
  ['chat', { users: [{ name: 'ada', email }] }],
  ['oidc-a', { users: [{ email }] }],
  ['oidc-b', { users: [{ email }] }],
  ['oidc-c', { users: [{ email }] }],
  ['oidc-d', { users: [{ login: 'ada@example.com', email }] }],
])('a seed of %s may have an e-mail address with an apostrophe', async (service, section) => {
  await using emulator = await createEmulator({ service, port: 0, seed: { [service]: section } })
  expect(emulator.service).toBe(service)
})
