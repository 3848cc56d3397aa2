import { expect } from 'vitest'
import { authSaasTest, type RunningAuthSaas } from '#auth-saas/auth-saas.fixture.ts'

const it = authSaasTest()

async function send({ url }: Pick<RunningAuthSaas, 'url'>, method: string, path: string, body?: object) {
  const headers = { authorization: 'Bearer sk_test_backlot', 'content-type': 'application/json' }
  const answer = await fetch(`${url}/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return (await answer.json()) as unknown
}

it('keeps the rules of protection', async ({ authSaas }) => {
  const off = { object: 'instance_protect', rules_enabled: false, specter_enabled: false, checks_bypassed: false }
  expect(await send(authSaas, 'GET', '/instance/protect')).toEqual(off)
  const changed = await send(authSaas, 'PATCH', '/instance/protect', { rules_enabled: true, specter_enabled: null })
  expect(changed).toEqual({ ...off, rules_enabled: true })
  expect(await send(authSaas, 'GET', '/instance/protect')).toEqual(changed)
})

it('keeps the countries that get no message, each once and by two letters', async ({ authSaas }) => {
  const path = '/instance/communication'
  expect(await send(authSaas, 'GET', path)).toEqual({ object: 'instance_communication', blocked_country_codes: [] })
  const codes = { blocked_country_codes: ['KP', 'IR'] }
  expect(await send(authSaas, 'PATCH', path, codes)).toMatchObject(codes)
  expect(await send(authSaas, 'PATCH', path, {})).toMatchObject(codes)
  for (const wrong of [['KP', 'KP'], ['kp'], ['PRK']]) {
    const refused = await send(authSaas, 'PATCH', path, { blocked_country_codes: wrong })
    expect(refused).toMatchObject({ errors: [{ meta: { param_name: expect.stringMatching(/^blocked/) as unknown } }] })
  }
})

it('lets clients register themselves when a setting says so, with the default scopes', async ({ authSaas }) => {
  const path = '/instance/oauth_application_settings'
  const metadata = JSON.stringify({ client_name: 'C', redirect_uris: ['http://localhost:4000/cb'] })
  const register = () =>
    fetch(`${authSaas.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: metadata,
    })
  expect((await register()).ok).toBe(false)
  const changes = { dynamic_oauth_client_registration: true, default_scopes: ['email', 'email'] }
  expect(await send(authSaas, 'PATCH', path, changes)).toEqual({
    object: 'oauth_application_settings',
    dynamic_oauth_client_registration: true,
    default_scopes: ['email'],
    oauth_jwt_access_tokens: false,
    client_id_metadata_documents_advertised: false,
    client_id_metadata_documents_only_allow_pre_registered_clients: false,
    client_id_metadata_documents_block_implicitly_allowed_clients: false,
  })
  expect(await send(authSaas, 'GET', path)).toMatchObject({ default_scopes: ['email'] })
  expect(await (await register()).json()).toMatchObject({ scope: 'email' })
})

it('changes who may sign up by the settings of the beta', async ({ authSaas }) => {
  const path = '/beta_features/instance_settings'
  const environment = async () => {
    const answer = await fetch(`${authSaas.url}/v1/environment?__clerk_api_version=2025-11-10`)
    return (await answer.json()) as { user_settings: { sign_up: object } }
  }
  expect((await environment()).user_settings.sign_up).toMatchObject({ allowlist_only: false, progressive: true })
  const changes = { restricted_to_allowlist: true, progressive_sign_up: false, from_email_address: 'hello' }
  expect(await send(authSaas, 'PATCH', path, changes)).toMatchObject({ object: 'instance_settings', ...changes })
  expect((await environment()).user_settings.sign_up).toMatchObject({ allowlist_only: true, progressive: false })
  const refused = await send(authSaas, 'PATCH', path, { from_email_address: 'a@b.test' })
  expect(refused).toMatchObject({ errors: [{ meta: { param_name: 'from_email_address' } }] })
})
