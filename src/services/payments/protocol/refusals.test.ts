import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { routes } from '#payments/routes/index.ts'
import { paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

// The refusals of parameters, on every operation of the API. The cases are made from the routes, so that a new one is
// tested too.

const API = routes.filter(({ path }) => path.startsWith('/v1/') && !path.startsWith('/v1/pages/'))
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`
const table = (chosen: readonly (typeof API)[number][]) => chosen.map((route) => [nameOf(route), route] as const)

/** The operations that only versions before 2025-03-31 have. */
const FORMER = /^\/v1\/invoices\/upcoming|\/usage_record/

interface Refused {
  readonly status: number
  readonly error:
    | {
        readonly type: string
        readonly code?: string
        readonly message: string
        readonly param?: string
        readonly doc_url?: string
      }
    | undefined
}

/** Calls an operation with ids that do not exist. */
async function call(
  { payments }: Pick<Fixtures, 'payments'>,
  { method, path }: (typeof API)[number],
  parameters: string,
): Promise<Refused> {
  const isRead = method === 'GET'
  const target = path.replaceAll(/:\w+/g, 'none')
  const isMultipart = method === 'POST' && path === '/v1/files'
  const response = await payments.fetch(
    new Request(`${payments.url}${target}${isRead && parameters !== '' ? `?${parameters}` : ''}`, {
      method,
      headers: {
        authorization: 'Bearer sk_test_backlot',
        ...(isMultipart ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(FORMER.test(path) ? { 'stripe-version': '2024-06-20' } : {}),
      },
      ...(isRead ? {} : { body: isMultipart ? multipartOf(parameters) : parameters }),
    }),
  )
  const text = await response.text()
  const { error } = (text.startsWith('{') ? JSON.parse(text) : {}) as Pick<Refused, 'error'>
  return { status: response.status, error }
}

function multipartOf(parameters: string): FormData {
  const body = new FormData()
  for (const [name, value] of new URLSearchParams(parameters)) body.append(name, value)
  return body
}

describe('an operation', () => {
  it.for(table(API))('%s refuses a parameter that it does not have', async ([_name, route], { payments }) => {
    expect(await call({ payments }, route, 'backlot_unknown=1')).toMatchObject({
      status: 400,
      error: {
        type: 'invalid_request_error',
        code: 'parameter_unknown',
        param: 'backlot_unknown',
        message: 'Received unknown parameter: backlot_unknown',
        doc_url: 'https://stripe.com/docs/error-codes/parameter-unknown',
      },
    })
  })

  it.for(table(API))('%s refuses a value of another type', async ([_name, route], { payments }) => {
    const { status, error } = await call({ payments }, route, 'expand[0][deep]=1')
    expect([status, error?.type]).toEqual([400, 'invalid_request_error'])
    // A parameter that is missing is reported first.
    if (error?.code === 'parameter_missing') expect(error.message).toBe(`Missing required param: ${error.param}.`)
    else expect(error).toMatchObject({ param: 'expand[0]', message: 'Invalid string: {"deep":"1"}' })
  })

  // Another account is not to be read at all: 403.
  const records = API.filter(
    ({ method, path }) =>
      method === 'GET' &&
      path.includes('/:') &&
      !path.startsWith('/v1/accounts/:') &&
      // The vendor has a sentence of its own there: routes/billing/subscriptions/refusals.test.ts.
      path !== '/v1/subscription_items/:item',
  )
  it.for(table(records))('%s answers 404 for an id that does not exist', async ([_name, route], { payments }) => {
    const { status, error } = await call({ payments }, route, '')
    if (error?.code === 'parameter_missing') return
    expect([status, error?.code]).toEqual([404, 'resource_missing'])
    expect(error?.message).toMatch(/^No such [\w. ]+: 'none'/)
    expect(error?.param).toEqual(expect.any(String))
  })

  const lists = API.filter(
    ({ method, path }) =>
      method === 'GET' &&
      !path.includes(':') &&
      !path.endsWith('/search') &&
      // The lines of a preview need something to preview: versions/versions.test.ts.
      path !== '/v1/invoices/upcoming/lines',
  )
  it.for(table(lists))(
    '%s refuses a limit that is no number, and takes one that is out of bounds',
    async ([_name, route], { payments }) => {
      const { error } = await call({ payments }, route, 'limit=abc')
      if (error?.code === 'parameter_unknown' || error?.code === 'parameter_missing') return
      expect(error).toMatchObject({
        code: 'parameter_invalid_integer',
        param: 'limit',
        message: 'Invalid integer: abc',
      })
      for (const limit of [0, 101]) {
        expect((await call({ payments }, route, `limit=${limit}`)).error?.param).not.toBe('limit')
      }
      const cursor = (await call({ payments }, route, 'starting_after=none')).error
      if (cursor?.code === 'parameter_missing') return
      expect(cursor).toMatchObject({ code: 'resource_missing', param: 'starting_after' })
      expect(cursor?.message).toMatch(/^No such [\w. ]+: 'none'$/)
    },
  )

  it('names the parameter that is missing, wherever one is required', async ({ payments }) => {
    const creations = API.filter(({ method, path }) => method === 'POST' && !path.includes(':'))
    const missing = new Map<string, string | undefined>()
    for (const route of creations) {
      const { error } = await call({ payments }, route, '')
      if (error === undefined) continue
      expect(error.type).toBe('invalid_request_error')
      if (error.code === 'parameter_missing') missing.set(route.path, error.param)
    }
    expect(Object.fromEntries(missing)).toMatchObject({
      '/v1/payment_intents': 'amount',
      '/v1/charges': 'amount',
      '/v1/payment_methods': 'type',
      '/v1/prices': 'currency',
      '/v1/subscriptions': 'customer',
      '/v1/webhook_endpoints': 'url',
      '/v1/billing_portal/sessions': 'customer',
    })
  })
})
