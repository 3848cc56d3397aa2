import { CreateAccessKeyCommand, CreateUserCommand, IAMClient } from '@aws-sdk/client-iam'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../src/emulator.ts'

// Two instances with the same seed make the same ids but different secrets, so that a
// secret of one instance is refused by the other. The codes and tokens of sign-ins are in the contract of
// `src/testkit/oauth`.

type Service = 'auth-saas' | 'chat' | 'cloud' | 'codehost' | 'deployhost' | 'mail' | 'oidc-d' | 'payments'

interface IssuedSecrets {
  /** Values that are the same at every instance. */
  readonly ids: readonly unknown[]
  /** Values that are different at every instance. */
  readonly secrets: readonly unknown[]
}

async function post(url: string, body: object, authorization: string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', authorization }
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Record<string, unknown> // these endpoints answer objects
}

const make: Readonly<Record<Service, (emulator: Emulator) => Promise<IssuedSecrets>>> = {
  async chat({ url }) {
    const authorization = 'Bearer backlot_admin'
    const { channel } = await post(`${url}/api/conversations.create`, { name: 'news' }, authorization)
    const { upload_url: upload, file_id: file } = await post(
      `${url}/api/files.getUploadURLExternal`,
      { filename: 'a.txt', length: 1 },
      authorization,
    )
    return { ids: [(channel as { id: string }).id, file], secrets: [String(upload).split('/').at(-1)] }
  },
  async 'auth-saas'({ url }) {
    const key = 'Bearer sk_test_backlot'
    const user = await post(`${url}/v1/users`, { email_address: ['ann@example.com'] }, key)
    const token = await post(`${url}/v1/sign_in_tokens`, { user_id: user['id'] }, key)
    return { ids: [user['id'], token['id']], secrets: [token['token']] }
  },
  async cloud({ url, env }) {
    const credentials = {
      accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '',
    }
    const iam = new IAMClient({ endpoint: url, region: 'us-east-1', credentials })
    await iam.send(new CreateUserCommand({ UserName: 'ann' }))
    const { AccessKey: key } = await iam.send(new CreateAccessKeyCommand({ UserName: 'ann' }))
    return { ids: [key?.AccessKeyId], secrets: [key?.SecretAccessKey] }
  },
  async codehost({ url }) {
    const { token } = await post(`${url}/_backlot/signIn`, { login: 'admin' }, '')
    const { node_id: id } = await post(`${url}/user/repos`, { name: 'one' }, `token ${String(token)}`)
    return { ids: [id], secrets: [token] }
  },
  async deployhost({ url }) {
    const { token, bearerToken } = await post(`${url}/v3/user/tokens`, { name: 'ci' }, 'Bearer backlot_admin')
    return { ids: [(token as { id: string }).id], secrets: [bearerToken] }
  },
  async mail({ url }) {
    const key = await post(`${url}/api-keys`, { name: 'ci' }, 'Bearer re_test_key')
    const hook = { endpoint: 'http://127.0.0.1:9/', events: ['email.sent'] }
    const webhook = await post(`${url}/webhooks`, hook, 'Bearer re_test_key')
    return { ids: [key['id'], webhook['id']], secrets: [key['token'], webhook['signing_secret']] }
  },
  async 'oidc-d'({ url }) {
    const profile = { login: 'ann@example.com', email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' }
    const authorization = 'SSWS backlot_admin'
    const { id } = await post(`${url}/api/v1/users?activate=false`, { profile }, authorization)
    const activate = `${url}/api/v1/users/${String(id)}/lifecycle/activate?sendEmail=false`
    const { activationToken } = await post(activate, {}, authorization)
    return { ids: [id], secrets: [activationToken] }
  },
  async payments({ url }) {
    const create = async (path: string, body: string): Promise<Record<string, unknown>> => {
      const headers = { authorization: 'Bearer sk_test_key', 'content-type': 'application/x-www-form-urlencoded' }
      const response = await fetch(`${url}${path}`, { method: 'POST', body, headers })
      return (await response.json()) as Record<string, unknown> // these operations answer objects
    }
    const intent = await create('/v1/payment_intents', 'amount=500&currency=usd')
    const endpoint = await create('/v1/webhook_endpoints', 'url=http://127.0.0.1:9/&enabled_events[]=*')
    return {
      ids: [intent['id'], endpoint['id']],
      secrets: [intent['client_secret'], endpoint['secret']],
    }
  },
}

describe.each(Object.entries(make))('two instances of %s with the same seed', (service, makeIn) => {
  let one: Emulator
  let other: Emulator
  beforeAll(async () => {
    const options = { service: service as Service, port: 0, now: '2026-01-01T00:00:00Z' } as const // a key of `make`
    one = await createEmulator(options)
    other = await createEmulator(options)
  })
  afterAll(async () => {
    await one.close()
    await other.close()
  })

  it('make the same ids and different secrets', async () => {
    const [here, elsewhere] = [await makeIn(one), await makeIn(other)]
    expect(elsewhere.ids).toEqual(here.ids)
    for (const [index, secret] of here.secrets.entries()) {
      expect(secret).toEqual(expect.any(String))
      expect(elsewhere.secrets[index]).not.toBe(secret)
    }
  })
})
