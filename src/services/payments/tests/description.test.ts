import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '#payments/routes/index.ts'
import { CALLS, type Answer, type Call, type Scene } from './described-calls.fixture.ts'
import { formOf, variants, withValue, type Examples } from './described-values.fixture.ts'
import { DESCRIBED_VERSION, description, parametersOf, violations, type Operation } from './description.fixture.ts'
import { startPayments, type RunningPayments } from './payments.fixture.ts'

// Every operation that payments serves and that the vendor's whole description of 2024-04-10 has, called in that
// version with its smallest parameters, with each documented parameter, member and word beside them, and with all of
// them at once, as far as they do not exclude each other. Each answer is held against the description. What only newer
// versions have is held against the types of the SDK by `operations.test.ts`.

const METHODS = ['post', 'get', 'delete'] as const

const served = new Set(routes.map(({ operation }) => operation))

/**
 * Operations of the description that cannot be called in this way: they answer with no JSON, read a form with a file,
 * or decide about an authorization while it waits for a webhook endpoint.
 */
const NOT_CALLED = [
  'GetQuotesQuotePdf',
  'PostFiles',
  'PostIssuingAuthorizationsAuthorizationApprove',
  'PostIssuingAuthorizationsAuthorizationDecline',
]

const isCalled = ({ operationId }: Operation): boolean => served.has(operationId) && !NOT_CALLED.includes(operationId)

/** The operations of the calls: one row for each method of a path that payments serves. */
const OPERATIONS = Object.keys(CALLS).flatMap((name) => {
  const [path = ''] = name.split('#')
  return METHODS.flatMap((method) => {
    const operation = description.paths[path]?.[method]
    const isMeant = name === path || method === 'post'
    return operation !== undefined && isMeant && isCalled(operation)
      ? [[`${method.toUpperCase()} ${name}`, { method, path, make: CALLS[name], operation }] as const]
      : []
  })
})

const ADDRESS = { line1: '1 Main Street', city: 'San Francisco', state: 'CA', postal_code: '94103', country: 'US' }

/** Values of parameters that name no record. */
const EXAMPLES: Examples = {
  account_number: '000123456789',
  address: ADDRESS,
  amount: 600,
  card: { number: '4242424242424242', exp_month: 12, exp_year: 2030 },
  country: 'US',
  currency: 'usd',
  customer_email: 'ada@example.com',
  date: 1_800_000_000,
  default_currency: 'usd',
  default_payment_method: 'pm_card_visa',
  dropdown: { options: [{ label: 'Red', value: 'red' }] },
  email: 'ada@example.com',
  eu_bank_transfer: { country: 'DE' },
  exp_month: '12',
  exp_year: '2030',
  instructions_email: 'ada@example.com',
  ip: '203.0.113.7',
  ip_address: '203.0.113.7',
  number: '4242424242424242',
  parameters: { interval_start: 1_767_225_600, interval_end: 1_767_312_000 },
  payment_method: 'pm_card_visa',
  payment_method_types: 'card',
  payment_method_data: { type: 'card', card: { token: 'tok_visa' } },
  phone: '+14155552671',
  receipt_email: 'ada@example.com',
  shipping: { name: 'Ada Lovelace', address: ADDRESS },
  shipping_details: { name: 'Ada Lovelace', address: ADDRESS },
  object: 'card',
  political_exposure: 'none',
  service_agreement: 'full',
  support_email: 'ada@example.com',
  tax_code: 'txcd_10000000',
  type: 'card',
  unit_amount: 900,
  unit_amount_decimal: '900',
}

/** A refusal of a parameter itself: the vendor knows the parameter and the word. */
const REFUSES_ITSELF = /^(?:Received unknown parameter|Invalid [\w[\]]+: must be one of|The payment method type)/

/** A refusal of a parameter because of another one, or of its value. */
const EXCLUDES =
  /^400 (?:You may only specify one of these parameters|You cannot set `setup_future_usage` together with|The PaymentMethod provided \(link\) is not allowed|`backdate_start_date` cannot be in the future|You cannot set `trial_end` or `trial_period_days` when `trial_from_plan=true`)/

/** The problems that are meant, by what they are about. */
const MEANT: readonly (readonly [problem: RegExp, reason: string])[] = [
  [/sofort|giropay|apple_pay_later/, 'the vendor has retired them'],
  [/^end_behavior=(?:none|renew)/, 'the vendor names them without an effect'],
  [/^owner/, 'the first type, `account`, is that of a platform: tax ids of connected accounts are not held'],
  [/^payment_method_options\.cashapp\.setup_future_usage/, 'the description of answers lacks what requests may say'],
  [/^reason: 400 Invalid reason/, 'the description has the reasons to reject an account in its text alone'],
  [/^bank_transfer\.eu_bank_transfer\.country/, 'the example of a country has no such accounts'],
  [/\/bank_transfer\/type/, 'the description of answers lacks what requests may say'],
  [
    /^(?:minimal|all at once): \/status/,
    'the vendor has added `expired` to the statuses of authorizations, in every version',
  ],
]

/** A value of a parameter that an operation takes beside its smallest parameters. */
interface Accepted {
  readonly name: string
  readonly value: unknown
}

interface Sent {
  readonly status: number
  readonly body: Answer & { readonly data?: readonly Answer[]; readonly error?: { readonly message?: string } }
}

describe('the vendor’s description', () => {
  let payments: RunningPayments
  let scene: Scene
  let examples: Examples
  let begun: ReturnType<RunningPayments['snapshot']>

  const send = async (method: string, target: string, params: object): Promise<Sent> => {
    const form = formOf(params).toString()
    const isPost = method === 'post'
    const response = await payments.fetch(
      new Request(
        `${payments.url}${target}${isPost || form === '' ? '' : `${target.includes('?') ? '&' : '?'}${form}`}`,
        {
          method: method.toUpperCase(),
          headers: {
            authorization: 'Bearer sk_test_backlot',
            'content-type': 'application/x-www-form-urlencoded',
            'stripe-version': DESCRIBED_VERSION,
          },
          ...(isPost ? { body: form } : {}),
        },
      ),
    )
    return { status: response.status, body: (await response.json()) as Sent['body'] }
  }
  const called = async (method: string, target: string, params: object = {}): Promise<Sent['body']> => {
    const { status, body } = await send(method, target, params)
    if (status !== 200) throw new Error(`${method} ${target} ${JSON.stringify(params)}: ${JSON.stringify(body)}`)
    return body
  }

  /**
   * Calls an operation with all values that it takes one by one, but for those that the ones before exclude. Returns
   * the parameters and the answer of the last call, and why values were refused.
   */
  const fullest = async (
    method: string,
    target: string,
    smallest: object,
    accepted: readonly Accepted[],
    restore: () => void,
  ): Promise<{ params: object; body: Sent['body']; refusals: Record<string, string> }> => {
    let params = smallest
    const refusals: Record<string, string> = {}
    for (const { name, value } of accepted) {
      const next = withValue(params, { [name]: value })
      if (next === params) continue
      restore()
      const answer = await send(method, target, next)
      if (answer.status === 200) params = next
      else refusals[name] = `${answer.status} ${answer.body.error?.message ?? ''}`
    }
    restore()
    return { params, body: await called(method, target, params), refusals }
  }

  beforeAll(async () => {
    payments = await startPayments({
      seed: {
        payments: {
          account: { api_version: DESCRIBED_VERSION, payment_methods: ['konbini'], radar_for_fraud_teams: true },
          coupons: [{ id: 'HALF', percent_off: 50, duration: 'forever' }],
          customers: [{ id: 'cus_half', coupon: 'HALF' }],
        },
      },
    })
    const post = (path: string, params?: object): Promise<Answer> => called('post', path, params)
    const { id: customer } = await post('/v1/customers', {
      email: 'ada@example.com',
      address: ADDRESS,
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    })
    const { id: product } = await post('/v1/products', { name: 'Gold' })
    const recurring = { interval: 'month' }
    const { id: price } = await post('/v1/prices', { product, currency: 'usd', unit_amount: 1000, recurring })
    const { id: singlePrice } = await post('/v1/prices', { product, currency: 'usd', unit_amount: 700 })
    const { id: coupon } = await post('/v1/coupons', { percent_off: 10, duration: 'forever' })
    const { id: promotionCode } = await post('/v1/promotion_codes', { coupon })
    const { id: taxRate } = await post('/v1/tax_rates', { display_name: 'VAT', inclusive: false, percentage: 10 })
    const capabilities = { transfers: { requested: true }, card_payments: { requested: true } }
    const { id: account } = await post('/v1/accounts', { type: 'custom', country: 'US', capabilities })
    scene = {
      post,
      first: async (path) => {
        const [first] = (await called('get', path)).data ?? []
        if (first === undefined) throw new Error(`GET ${path} has no records`)
        return first
      },
      customer,
      product,
      price,
      singlePrice,
      coupon,
      account,
      file: await uploaded(payments),
      advance: (span) => {
        payments.clock.advance(span)
      },
    }
    examples = {
      ...EXAMPLES,
      account,
      bank_account: { country: 'US', currency: 'usd', account_number: '000123456789', routing_number: '110000000' },
      coupon,
      customer,
      default_price: price,
      default_tax_rates: taxRate,
      destination: account,
      file: scene.file,
      items: { price },
      line_items: { price: singlePrice, quantity: 1 },
      on_behalf_of: account,
      phases: { items: [{ price }] },
      price,
      product,
      promotion_code: promotionCode,
      tax_rates: taxRate,
    }
    begun = payments.snapshot()
  })
  afterAll(() => payments.close())

  it.for(OPERATIONS)(
    '%s answers with what is described',
    { timeout: 60_000 },
    async ([, { method, path, make, operation }]) => {
      payments.restore(begun)
      const { ids = [], params = {}, query = {} }: Call = (await make?.(scene)) ?? {}
      let next = 0
      const target = path.replaceAll(/\{\w+\}/g, () => ids[next++] ?? '')
      const smallest = method === 'post' ? params : method === 'get' ? query : {}
      const ready = payments.snapshot()
      const { status, body } = await send(method, target, smallest)
      expect([status, status === 200 || body]).toEqual([200, true])
      const problems = violations(operation, body).map((each) => `minimal: ${each}`)
      const accepted: Accepted[] = []
      for (const [name, schema] of Object.entries(parametersOf(operation))) {
        if (name === 'expand' || name === 'starting_after' || name === 'ending_before') continue
        for (const { label, value } of variants(examples, name, schema)) {
          payments.restore(ready)
          // The instance handles one request at a time.
          const answer = await send(method, target, { ...smallest, [name]: value })
          const { message = '' } = answer.body.error ?? {}
          const wrong =
            answer.status === 200
              ? violations(operation, answer.body)
              : answer.status < 500 && !REFUSES_ITSELF.test(message)
                ? []
                : [`${answer.status} ${message}`]
          problems.push(...wrong.map((each) => `${label}: ${each}`))
          if (answer.status === 200) accepted.push({ name, value })
        }
      }
      const full = await fullest(method, target, smallest, accepted, () => payments.restore(ready))
      problems.push(...violations(operation, full.body).map((each) => `all at once: ${each}`))
      const names = new Set(accepted.map(({ name }) => name).filter((name) => !(name in full.params)))
      const unexplained = [...names].filter((name) => !EXCLUDES.test(full.refusals[name] ?? ''))
      problems.push(...unexplained.map((name) => `all at once: ${name}: ${full.refusals[name]}`))
      expect(problems.filter((each) => !MEANT.some(([problem]) => problem.test(each)))).toEqual([])
    },
  )

  it('has no operation that is served and not called', () => {
    const calls = new Set(OPERATIONS.map(([, { operation }]) => operation.operationId))
    const described = Object.values(description.paths).flatMap((methods) =>
      METHODS.flatMap((each) => methods[each] ?? []),
    )
    const missing = described.map(({ operationId }) => operationId).filter((id) => served.has(id) && !calls.has(id))
    expect([...missing].sort()).toEqual(NOT_CALLED)
  })
})

/** Uploads a file, and returns its id. */
async function uploaded(payments: RunningPayments): Promise<string> {
  const form = new FormData()
  form.append('purpose', 'dispute_evidence')
  form.append('file', new Blob(['evidence']), 'evidence.txt')
  const headers = { authorization: 'Bearer sk_test_backlot' }
  const request = new Request(`${payments.url}/v1/files`, { method: 'POST', headers, body: form })
  return ((await (await payments.fetch(request)).json()) as Answer).id
}
