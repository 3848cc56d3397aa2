import { createClerkClient, type ClerkClient } from '@clerk/backend'
import { createClerkClient as createClerkClient1 } from 'clerk-backend-1'
import { createClerkClient as createClerkClient2 } from 'clerk-backend-2'
import { createEmulator, type EmulatorOptions } from '#emulator.ts'
import type { FixtureOptions } from '#fixtures/index.ts'
import { serviceTest } from '#testkit/service-test.ts'
import { authSaas } from './index.ts'

export { receiveEvents, type WebhookReceiver } from '#testkit/webhook-receiver.ts'

/** The users and organizations of most tests. */
export const people = {
  users: [
    {
      id: 'user_ada',
      username: 'ada',
      email_addresses: ['ada@example.com'],
      phone_numbers: ['+15555550100'],
      first_name: 'Ada',
      last_name: 'Lovelace',
      password: 'correct-horse-battery',
      public_metadata: { plan: 'pro', nested: { one: 1 } },
      private_metadata: { note: 'hidden' },
      external_accounts: [
        {
          provider: 'google',
          provider_user_id: 'g-1',
          email_address: 'ada@example.com',
          scopes: ['email', 'profile'],
          token: 'ya29.a',
        },
      ],
    },
    {
      id: 'user_grace',
      username: 'grace',
      email_addresses: ['grace@example.com'],
      first_name: 'Grace',
      last_name: 'Hopper',
      password: 'correct-horse-battery',
    },
    { id: 'user_linus', email_addresses: ['linus@example.com'], first_name: 'Linus' },
  ],
  organizations: [
    {
      id: 'org_acme',
      name: 'Acme',
      slug: 'acme',
      members: [
        { email: 'ada@example.com', role: 'org:admin' },
        { email: 'grace@example.com', role: 'org:member' },
      ],
    },
  ],
}

/** Starts auth-saas at any free port, with the {@link people}. */
export const startAuthSaas = (options: Partial<EmulatorOptions<typeof authSaas>> = {}) =>
  createEmulator({ service: authSaas, port: 0, seed: { 'auth-saas': people }, ...options })

/** Vitest's `test` with an instance of auth-saas that has the {@link people}. */
export const authSaasTest = (options: FixtureOptions<'auth-saas'> = {}) =>
  serviceTest('auth-saas', { seed: { 'auth-saas': people }, ...options })

/** A running instance of auth-saas. */
export type RunningAuthSaas = Awaited<ReturnType<typeof startAuthSaas>>

const optionsOf = (url: string, env: RunningAuthSaas['env'], secretKey: string) => ({
  apiUrl: url,
  secretKey,
  publishableKey: env['CLERK_PUBLISHABLE_KEY'] ?? '',
  telemetry: { disabled: true },
})

type Addressed = Pick<RunningAuthSaas, 'url' | 'env'>

/** The vendor's current client. */
export const clerkOf = ({ url, env }: Addressed, secretKey = env['CLERK_SECRET_KEY'] ?? ''): ClerkClient =>
  createClerkClient(optionsOf(url, env, secretKey))

// Earlier majors of the vendor's client. Their methods have the current types, as far as tests use them.

const clerk2Of = ({ url, env }: Addressed, secretKey = env['CLERK_SECRET_KEY'] ?? ''): ClerkClient =>
  createClerkClient2(optionsOf(url, env, secretKey)) as unknown as ClerkClient

const clerk1Of = ({ url, env }: Addressed, secretKey = env['CLERK_SECRET_KEY'] ?? ''): ClerkClient =>
  createClerkClient1(optionsOf(url, env, secretKey)) as unknown as ClerkClient

/** The clients that have a method of every operation, for `describe.each`. */
export const clients = [
  ['@clerk/backend 3', clerkOf],
  ['@clerk/backend 2', clerk2Of],
] as const

/** The clients of all majors. */
export const allClients = [...clients, ['@clerk/backend 1', clerk1Of]] as const

/** Returns the error of a call that must be refused, as the vendor's client shows it. */
export async function refusalOf(call: Promise<unknown>): Promise<{
  readonly status: number
  readonly clerkTraceId?: string
  readonly errors: readonly {
    readonly code: string
    readonly message: string
    readonly longMessage?: string
    readonly meta?: object
  }[]
}> {
  try {
    await call
  } catch (error) {
    return error as never // the client throws ClerkAPIResponseError
  }
  throw new Error('the call was not refused')
}

/** Returns the code of the first error of a call that must be refused. */
export async function codeOf(call: Promise<unknown>): Promise<string | undefined> {
  return (await refusalOf(call)).errors[0]?.code
}

/** Calls the backend API, and returns the status, the body and the code of the first error. */
export async function backend({ url }: Pick<RunningAuthSaas, 'url'>, method: string, path: string, body?: object) {
  const isForm = body instanceof FormData
  const answer = await fetch(`${url}/v1${path}`, {
    method,
    headers: {
      authorization: 'Bearer sk_test_backlot',
      ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
  })
  const content = await answer.text()
  // The vendor's answer.
  const json = (content === '' ? {} : JSON.parse(content)) as { errors?: { code: string }[] } & Record<string, unknown>
  return { status: answer.status, json, code: json.errors?.[0]?.code }
}
