import { expect, it } from 'vitest'
import { createEmulator } from '../../src/emulator.ts'
import { describeServices } from './service.ts'

// A seed that is longer than anybody's, on the small stack that vitest.config.ts gives this file: what would spread
// 130,000 users into the arguments of a function at the usual size fails with these.

describeServices((target) => {
  it('starts with 20,000 seeded users', async () => {
    const { service, seed } = target
    const section = Object(Reflect.get(seed, service.id)) as Readonly<Record<string, unknown>>
    const [first] = Array.isArray(section['users']) ? (section['users'] as readonly Record<string, unknown>[]) : []
    // A service without a list of users has no list of that length either.
    if (first === undefined) return
    const key = ['login', 'username', 'email'].find((name) => name in first) ?? 'login'
    const isAddress = String(first[key]).includes('@')
    const users = Array.from({ length: 20_000 }, (_, at) => ({ [key]: isAddress ? `u${at}@example.com` : `u${at}` }))
    const crowded = await createEmulator({ service, port: 0, seed: { [service.id]: { users } } })
    expect(crowded.service).toBe(service.id)
    await crowded.close()
  }, 60_000)
})
