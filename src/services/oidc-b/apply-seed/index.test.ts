import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createEmulator, type Seed } from '#emulator.ts'
import { PRIVATE_KEY, PUBLIC_KEY } from '#oidc-b/oidc-b.fixture.ts'
import { starter } from '#oidc-b/seed.ts'

type Section = NonNullable<Seed['oidc-b']>

const start = (section: Section) => createEmulator({ service: 'oidc-b', port: 0, seed: { 'oidc-b': section } })
const nameOf = async (user: NonNullable<Section['users']>[number]) => {
  await using oidcB = await start({ users: [user] })
  return oidcB.signIn({ email: user.email }).user?.name
}

describe('a seed', () => {
  it('splits names in two parts, as the vendor does', async () => {
    const email = 'a@example.com'
    expect(await nameOf({ email, name: 'Ada King Lovelace' })).toEqual({ firstName: 'Ada King', lastName: 'Lovelace' })
    expect(await nameOf({ email, name: 'Plato' })).toEqual({ firstName: 'Plato', lastName: '' })
    expect(await nameOf({ email, given_name: 'Ludwig', family_name: 'van Beethoven' })).toEqual({
      firstName: 'Ludwig',
      lastName: 'van Beethoven',
    })
    expect(await nameOf({ email })).toEqual({ firstName: '', lastName: '' })
  })

  it('without users has one person', async () => {
    await using oidcB = await createEmulator({ service: 'oidc-b', port: 0 })
    expect(oidcB.signIn({ email: 'admin@example.com' }).user?.email).toBe('admin@example.com')
  })

  it('that has a person or client twice is refused', async () => {
    const users = [{ email: 'a@example.com' }, { email: 'A@example.com' }]
    await expect(start({ users })).rejects.toThrow('A@example.com is there twice')
    await expect(start({ oauth_clients: [{ client_id: 'x' }, { client_id: 'x' }] })).rejects.toThrow('x is there twice')
  })

  it('with a public_key that cannot verify client secrets is refused', async () => {
    const withKey = (public_key: string) => start({ oauth_clients: [{ client_id: 'x', public_key }] })
    await expect(withKey('secret')).rejects.toThrow('is no public key in PEM; expected -----BEGIN PUBLIC KEY-----')
    await expect(withKey(PRIVATE_KEY)).rejects.toThrow('is a private key, which has no place in a seed')
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    await expect(withKey(pem)).rejects.toThrow('is a key of the type rsa; expected one of the curve P-256')
  })

  it('that init prints has both halves of its key', () => {
    const indented = (pem: string): string[] => pem.trim().split('\n')
    for (const line of [...indented(PRIVATE_KEY), ...indented(PUBLIC_KEY)]) expect(starter).toContain(line)
  })
})
