import { expect, it } from 'vitest'
import { decodeJwt } from '#oauth/jwt/jwt.ts'
import { APP, startOidcA } from '#oidc-a/oidc-a.fixture.ts'

it('an ID token has auth_time only in answer to max_age', async () => {
  await using google = await startOidcA()
  const claimsFor = async (more: Record<string, string>) => {
    const query = new URLSearchParams({
      client_id: APP.id,
      redirect_uri: APP.callback,
      response_type: 'code',
      scope: 'openid',
      ...more,
    })
    const { code } = google.authorize({ url: `${google.url}/o/oauth2/v2/auth?${query}`, email: 'ada@example.com' })
    const grant = { grant_type: 'authorization_code', code, redirect_uri: APP.callback }
    const body = new URLSearchParams({ ...grant, client_id: APP.id, client_secret: APP.secret })
    const answer = await fetch(`${google.url}/token`, { method: 'POST', body })
    return decodeJwt(((await answer.json()) as { id_token: string }).id_token).claims // the vendor's answer
  }
  expect(Object.keys(await claimsFor({}))).not.toContain('auth_time')
  expect(Object.keys(await claimsFor({ max_age: '60' }))).toContain('auth_time')
})
