import { describe, expect } from 'vitest'
import { signInSite } from '#oidc-d/sign-in-site.fixture.ts'

const site = signInSite()
const { it } = site
const { link } = site

describe('a command', () => {
  it('names a record that does not exist and the existing ones', () => {
    expect(() => site.emulator.signIn({ login: 'ada@example.com', server: 'nowhere' })).toThrow(
      'there is no authorization server nowhere; there are org, default, orders',
    )
    expect(() => site.emulator.signIn({ login: 'nobody@example.com' })).toThrow(
      'user nobody@example.com cannot sign in',
    )
    expect(() => site.emulator.signIn({ login: 'ada@example.com', scopes: ['nonsense'] })).toThrow(
      'nonsense is not among the scopes of default',
    )
    expect(() => site.emulator.authorize({ url: link({ state: null }), login: 'ada@example.com' })).toThrow(
      'state is missing',
    )
  })
})
