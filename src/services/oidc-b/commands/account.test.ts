import apple from 'apple-signin-auth'
import { decodeJwt } from 'jose'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { receiveWebhooks } from '#testkit/octokit.ts'
import { serviceTest } from '#testkit/service-test.ts'
import type { Emulator } from '#emulator.ts'

const receiver = await receiveWebhooks()
afterAll(() => receiver[Symbol.asyncDispose]())
beforeEach(() => {
  receiver.received.length = 0
})

const WEB = 'com.example.web'
const it = serviceTest('oidc-b', {
  seed: {
    'oidc-b': {
      users: [{ email: 'ada@example.com', name: 'Ada Lovelace', private_email: true }, { email: 'grace@example.org' }],
      oauth_clients: [
        { client_id: WEB, team_id: 'TEAM123456', notification_url: receiver.url },
        { client_id: 'com.example.other', team_id: 'TEAM123456', notification_url: receiver.url },
        { client_id: 'com.example.silent' },
      ],
    },
  },
})

/** Returns the notifications that have arrived, as the application's library reads them. */
async function notifications(oidcB: Emulator<'oidc-b'>) {
  await oidcB.webhooks.settled()
  const { _setFetch: setFetch } = apple
  setFetch((url: string, init?: RequestInit) => fetch(url.replace('https://appleid.apple.com', oidcB.url), init))
  return Promise.all(
    receiver.received.map(({ payload }) => apple.verifyWebhookToken(String(payload['payload']), { issuer: oidcB.url })),
  )
}

describe('the settings of an account', () => {
  it('end its use with an application, which is told and asks anew', async ({ oidcB }) => {
    const { idToken, user } = oidcB.signIn({ email: 'ada@example.com' })
    oidcB.signIn({ email: 'ada@example.com', clientId: 'com.example.other' })
    oidcB.stopUsing({ email: 'ada@example.com' })
    const [notification, ...others] = await notifications(oidcB)
    expect(others).toEqual([])
    expect(notification).toMatchObject({ iss: oidcB.url, aud: WEB, jti: expect.any(String) as string })
    expect(notification?.events).toEqual({
      type: 'consent-revoked',
      sub: decodeJwt(idToken).sub,
      event_time: expect.any(Number) as number,
    })
    expect(oidcB.signIn({ email: 'ada@example.com' }).user).toEqual(user)
    expect(oidcB.signIn({ email: 'ada@example.com', clientId: 'com.example.other' }).user).toBeNull()
  })

  it('delete it, and every application that it was used with is told', async ({ oidcB }) => {
    for (const clientId of [WEB, 'com.example.other', 'com.example.silent']) {
      oidcB.signIn({ email: 'ada@example.com', clientId })
    }
    oidcB.deleteAccount({ email: 'ada@example.com' })
    const all = await notifications(oidcB)
    expect(all.map(({ aud, events }) => [aud, events.type])).toEqual([
      [WEB, 'account-delete'],
      ['com.example.other', 'account-delete'],
    ])
    expect(() => oidcB.signIn({ email: 'ada@example.com' })).toThrow('those who can are: grace@example.org')
  })

  it('turn the forwarding of mail off and on', async ({ oidcB }) => {
    const { user } = oidcB.signIn({ email: 'ada@example.com' })
    oidcB.setForwarding({ email: 'ada@example.com', enabled: false })
    oidcB.setForwarding({ email: 'ada@example.com', enabled: true })
    const all = await notifications(oidcB)
    expect(all.map(({ events }) => events)).toMatchObject([
      { type: 'email-disabled', email: user?.email, is_private_email: 'true' },
      { type: 'email-enabled', email: user?.email, is_private_email: 'true' },
    ])
    expect(() => oidcB.setForwarding({ email: 'grace@example.org', enabled: true })).toThrow('shares the address')
  })

  it('refuse a person, an application and a use that there is not', ({ oidcB }) => {
    expect(() => oidcB.stopUsing({ email: 'nobody@example.com' })).toThrow('user nobody@example.com cannot sign in')
    expect(() => oidcB.stopUsing({ email: 'ada@example.com', clientId: 'com.example.webb' })).toThrow('did you mean')
    expect(() => oidcB.stopUsing({ email: 'ada@example.com' })).toThrow(`ada@example.com does not use ${WEB}`)
  })
})
