import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect } from 'vitest'
import { accountsTest } from '#deployhost/accounts.fixture.ts'

const it = await accountsTest()

describe('the token of a project', () => {
  it('is verified with the key set of its issuer', async ({ at }) => {
    const { url } = at.deployhost
    const { token } = await at.as('ada').vercel.projects.getProjectToken({ slug: 'acme', idOrName: 'website' })
    const issuer = `${url}/oidc/acme`
    const discovery = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
    expect(discovery).toMatchObject({ issuer, jwks_uri: `${issuer}/.well-known/jwks` })
    const keys = createLocalJWKSet(await (await fetch(`${issuer}/.well-known/jwks`)).json())
    const { payload } = await jwtVerify(token, keys, { issuer, audience: 'https://vercel.com/acme' })
    expect(payload).toMatchObject({
      sub: 'owner:acme:project:website:environment:development',
      project: 'website',
      owner: 'acme',
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(12 * 3600)
  })

  it('is among the variables that are pulled, for their environment, unless it is turned off', async ({ at }) => {
    const pull = async (target: string) => (await at.call('GET', `/v3/env/pull/website/${target}?slug=acme`)).body
    const { env, buildEnv } = await pull('preview')
    expect(Object.keys(env)).toEqual([...Object.keys(buildEnv), 'VERCEL_OIDC_TOKEN'])
    const claims = JSON.parse(Buffer.from(env.VERCEL_OIDC_TOKEN.split('.')[1], 'base64url').toString('utf8'))
    expect(claims.environment).toBe('preview')
    await at.call('POST', '/v9/projects/website/custom-environments?slug=acme', { body: { slug: 'qa' } })
    expect((await pull('qa')).env).toHaveProperty('VERCEL_OIDC_TOKEN')
    await at.call('PATCH', '/v9/projects/website?slug=acme', { body: { oidcTokenConfig: { enabled: false } } })
    expect((await pull('preview')).env).not.toHaveProperty('VERCEL_OIDC_TOKEN')
  })

  it('is given to members only', async ({ at }) => {
    expect((await at.call('POST', '/projects/website/token?slug=acme', { token: 'zoe' })).status).toBe(403)
    expect((await at.call('POST', '/projects/website/token?slug=acme', { token: 'vera' })).status).toBe(200)
  })
})
