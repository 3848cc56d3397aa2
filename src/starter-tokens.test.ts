import { describe, expect, test } from 'vitest'
import type { AnyService } from './core/service.ts'
import { createEmulator } from './emulator.ts'
import { registry, type ServiceId } from './registry.ts'
import { starterText } from './starter.ts'

/** An operation that each service with tokens refuses without a valid one, and how its clients send the token. */
const OPERATIONS: Partial<Record<ServiceId, { path: string; variable: string; scheme: string }>> = {
  codehost: { path: '/user/emails', variable: 'GITHUB_TOKEN', scheme: 'token' },
  deployhost: { path: '/v2/user', variable: 'VERCEL_TOKEN', scheme: 'Bearer' },
  chat: { path: '/api/users.list', variable: 'SLACK_BOT_TOKEN', scheme: 'Bearer' },
  mail: { path: '/domains', variable: 'RESEND_API_KEY', scheme: 'Bearer' },
  payments: { path: '/v1/customers', variable: 'STRIPE_SECRET_KEY', scheme: 'Bearer' },
  'oidc-c': { path: '/v1.0/users', variable: 'OIDC_C_TOKEN', scheme: 'Bearer' },
  'oidc-d': { path: '/api/v1/users', variable: 'OKTA_CLIENT_TOKEN', scheme: 'SSWS' },
}

const services = await Promise.all(registry.map((each) => each.load()))

async function statusOf(id: ServiceId, seed: object): Promise<number> {
  const operation = OPERATIONS[id]
  if (operation === undefined) return 200
  await using emulator = await createEmulator({ service: id, port: 0, seed })
  const token = emulator.env[operation.variable]
  const answer = await emulator.fetch(`${emulator.url}${operation.path}`, {
    headers: { authorization: `${operation.scheme} ${token}` },
  })
  // chat refuses with status 200.
  const { ok = true } = id === 'chat' ? ((await answer.json()) as { ok?: boolean }) : {}
  return ok ? answer.status : 401
}

async function starterOf(...chosen: readonly AnyService[]): Promise<object> {
  const { parse } = await import('yaml')
  const content: object = parse(await starterText(chosen)) // a map of sections
  return content
}

describe('the token that the variables of a service name', () => {
  const pairs = services.flatMap((one, index) => services.slice(index).map((other) => [one, other] as const))

  test.each(pairs.map(([one, other]) => [one.id, other.id, one, other] as const))(
    'works with the starter seed of %s and %s',
    async (_one, _other, one, other) => {
      const seed = await starterOf(...new Set([one, other]))
      for (const { id } of new Set([one, other])) expect(await statusOf(id as ServiceId, seed)).toBe(200)
    },
  )

  test('works with the starter seed of all services', async () => {
    const seed = await starterOf(...services)
    const statuses = await Promise.all(registry.map(({ id }) => statusOf(id as ServiceId, seed)))
    expect(statuses).toEqual(registry.map(() => 200))
  })

  test('is one of the seed, and the most capable one of its users', async () => {
    const tokens = {
      little: { login: 'ada', scopes: ['user'] },
      much: { login: 'ada', scopes: ['repo', 'user', 'workflow'] },
      stranger: { login: 'bob@example.com', scopes: ['repo', 'user', 'workflow', 'admin:org'] },
    }
    const seed = {
      tokens,
      codehost: { users: [{ login: 'ada' }] },
      'oidc-d': { users: [{ login: 'bob@example.com' }] },
    }
    await using codehost = await createEmulator({ service: 'codehost', port: 0, seed })
    expect(codehost.env).toMatchObject({ CODEHOST_TOKEN: 'much', GITHUB_TOKEN: 'much' })
    await using oidcD = await createEmulator({ service: 'oidc-d', port: 0, seed })
    expect(oidcD.env['OKTA_CLIENT_TOKEN']).toBe('stranger')
  })

  test('is the default token where the seed has none', async () => {
    await using codehost = await createEmulator({ service: 'codehost', port: 0 })
    expect(codehost.env['GITHUB_TOKEN']).toBe('backlot_admin')
  })
})
