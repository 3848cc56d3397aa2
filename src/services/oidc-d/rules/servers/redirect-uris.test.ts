import { describe, expect } from 'vitest'
import { serviceTest } from '#testkit/service-test.ts'

const address = 'https://redirect-*-domain.example.com/oidc/redirect'
const wild = { redirect_uris: [address, 'https://*.com/', 'https://a.*.example.com/', 'https://*.*.example.com/'] }

const it = serviceTest('oidc-d', {
  seed: {
    'oidc-d': {
      users: [{ login: 'ada@example.com' }],
      apps: [
        { name: 'Wild', client_id: 'wild-app', ...wild, wildcard_redirect: 'SUBDOMAIN' },
        { name: 'Tame', client_id: 'tame-app', ...wild },
      ],
    },
  },
})

describe('a redirect URI with a wildcard', () => {
  it.for([
    ['https://redirect-1-domain.example.com/oidc/redirect', 302],
    ['https://redirect-sub-domain.example.com/oidc/redirect', 302],
    ['https://redirect-1.sub-domain.example.com/oidc/redirect', 400],
    ['https://redirect--domain.example.com/oidc/redirect', 400],
    ['https://redirect-1-domain.example.com/other', 400],
    ['https://redirect-1-domain.example.com:8443/oidc/redirect', 400],
    ['https://redirect-a@b-domain.example.com/oidc/redirect', 400],
    ['http://redirect-1-domain.example.com/oidc/redirect', 400],
    ['https://example.com/', 400],
    ['https://a.b.example.com/', 400],
  ] as const)('is followed to %s with %d', async ([uri, status], { oidcD }) => {
    const open = async (clientId: string) => {
      const query = { client_id: clientId, redirect_uri: uri, response_type: 'code', scope: 'openid', state: 's' }
      const url = `${oidcD.url}/oauth2/default/v1/authorize?${new URLSearchParams(query).toString()}`
      const body = new URLSearchParams({ user: 'ada@example.com' })
      return (await fetch(url, { method: 'POST', body, redirect: 'manual' })).status
    }
    expect(await open('wild-app')).toBe(status)
    expect(await open('tame-app')).toBe(400)
  })
})
