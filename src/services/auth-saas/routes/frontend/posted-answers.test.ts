import { generateKeyPair, SignJWT } from 'jose'
import { expect } from 'vitest'
import { authSaasTest, clerkOf } from '#auth-saas/auth-saas.fixture.ts'
import { createEmulator } from '#emulator.ts'
import { visitor } from './frontend.fixture.ts'

const CLIENT = 'com.contoso.clerk'
const SSO = 'http://localhost:3000/sso-callback'

const it = authSaasTest({
  seed: {
    'auth-saas': {
      users: [{ id: 'user_ada', email_addresses: ['ada@contoso.com'], password: 'correct-horse-battery' }],
      organizations: [{ id: 'org_contoso', name: 'Contoso', members: [{ email: 'user_ada', role: 'org:admin' }] }],
    },
  },
})

/** Returns the secret of a client of oidc-b: a token that its own key signs. */
async function clientSecret(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256')
  const token = new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid: 'KEY1234567' }).setIssuer('TEAM123456')
  return token
    .setSubject(CLIENT)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt()
    .setExpirationTime('30d')
    .sign(privateKey)
}

/** Returns the address and the members of the form of a page, which a script of the page posts. */
function formOf(page: string): { readonly action: string; readonly fields: URLSearchParams } {
  const read = (text = ''): string => text.replaceAll('&#34;', '"').replaceAll('&amp;', '&')
  const [, action] = page.match(/action="([^"]+)"/) ?? []
  const inputs = [...page.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)]
  return {
    action: read(action),
    fields: new URLSearchParams(inputs.map(([, name, value]) => [read(name), read(value)])),
  }
}

it('signs a person in at oidc-b of the same run, which posts its answer', async ({ authSaas }) => {
  const section = {
    users: [{ email: 'ada@contoso.com', name: 'Augusta King' }],
    oauth_clients: [{ client_id: CLIENT }],
  }
  const provider = await createEmulator({ service: 'oidc-b', port: 0, seed: { 'oidc-b': section } })
  try {
    await clerkOf(authSaas).enterpriseConnections.createEnterpriseConnection({
      name: 'Contoso',
      provider: 'oidc_custom',
      domains: ['contoso.com'],
      organizationId: 'org_contoso',
      active: true,
      oidc: {
        clientId: CLIENT,
        clientSecret: await clientSecret(),
        discoveryUrl: `${provider.url}/.well-known/openid-configuration`,
      },
    })
    const ada = await visitor(authSaas)
    const attempt = { strategy: 'enterprise_sso', identifier: 'ada@contoso.com', redirect_url: SSO }
    const { response } = await ada.call('POST', '/client/sign_ins', attempt)
    const factor = response['first_factor_verification'] as { external_verification_redirect_url: string } // the vendor's
    const begun = await fetch(factor.external_verification_redirect_url, { redirect: 'manual' })
    const body = new URLSearchParams({ user: 'ada@contoso.com' })
    const chosen = await fetch(begun.headers.get('location') ?? '', { method: 'POST', body, redirect: 'manual' })
    const { action, fields } = formOf(await chosen.text())
    const back = await fetch(action, { method: 'POST', body: fields, redirect: 'manual' })
    expect(back.headers.get('location')).toBe(SSO)
    const ended = await ada.call('GET', `/client/sign_ins/${String(response['id'])}`)
    expect(ended.response).toMatchObject({ status: 'complete' })
  } finally {
    await provider.close()
  }
})
