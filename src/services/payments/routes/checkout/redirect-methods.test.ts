import { describe, expect } from 'vitest'
import type Stripe from 'stripe'
import { idOf } from '#payments/tests/checkout.fixture.ts'
import { paymentsTest, refusal } from '#payments/tests/payments.fixture.ts'
import type { FixturesOf } from '#testkit/service-test.ts'

const it = paymentsTest({
  seed: { payments: { account: { payment_methods: ['ideal', 'klarna', 'boleto', 'oxxo', 'cashapp'] } } },
})

type Fixtures = FixturesOf<typeof it>

/** Creates a session that sells a mug in euros. */
function sell(
  { stripe }: Pick<Fixtures, 'stripe'>,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
  currency = 'eur',
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price_data: { currency, unit_amount: 2000, product_data: { name: 'Mug' } }, quantity: 1 }],
    success_url: 'https://shop.test/thanks',
    ...more,
  })
}

/** Sends the form of a page, and returns the address that it leads to. */
async function submit(url: string, form: Record<string, string>): Promise<string> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  return response.headers.get('location') ?? (await response.text())
}

const CONTACT = { email: 'jenny@example.com' }

describe('Checkout with payment methods of another page', () => {
  it('goes to the page of the bank and on to the application', async ({ stripe }) => {
    const session = await sell({ stripe }, { allowed_payment_method_types: ['card', 'ideal'] })
    const url = session.url ?? ''
    expect(await (await fetch(url)).text()).toContain('data-testid="ideal-accordion-item-button"')
    const bank = await submit(url, { ...CONTACT, paymentMethod: 'ideal', do: 'pay' })
    expect(await (await fetch(bank)).text()).toContain('iDEAL test payment page')
    const back = await submit(bank, { outcome: 'succeed' })
    const thanks = await fetch(back, { redirect: 'manual' })
    expect(thanks.headers.get('location')).toBe('https://shop.test/thanks')
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
    })
  })

  it('shows its form again where the customer refuses', async ({ stripe }) => {
    const session = await sell({ stripe }, { allowed_payment_method_types: ['card', 'klarna'] })
    const bank = await submit(session.url ?? '', {
      ...CONTACT,
      paymentMethod: 'klarna',
      klarnaCountry: 'DE',
      do: 'pay',
    })
    const back = await submit(bank, { outcome: 'fail' })
    expect(await (await fetch(back)).text()).toContain('The customer did not approve the payment.')
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  })

  it('asks for what a payment method cannot do without', async ({ stripe }) => {
    const session = await sell({ stripe }, { allowed_payment_method_types: ['boleto'] }, 'brl')
    const page = await submit(session.url ?? '', { ...CONTACT, paymentMethod: 'boleto', do: 'pay' })
    expect(page).toContain('id="boletoName-error"')
    expect(page).toContain('id="boleto-tax_id-error"')
    expect(page).toContain('id="boletoAddressLine1-error"')
  })

  it('is complete with a voucher, and hears when that is paid', async ({ payments, stripe }) => {
    const session = await sell({ stripe }, { allowed_payment_method_types: ['oxxo'] }, 'mxn')
    const { waiting } = payments.pay(session, { method: 'oxxo' })
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: waiting,
    })
    payments.clock.advance('4m')
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
    const types = (await stripe.events.list({ types: ['checkout.session.async_payment_succeeded'] })).data
    expect(types).toHaveLength(1)
  })

  it('begins a subscription that is later paid by the SEPA debit of the bank', async ({ payments, stripe }) => {
    const recurring = { interval: 'month' } as const
    const price = { currency: 'eur', unit_amount: 2000, product_data: { name: 'Gold' }, recurring }
    const session = await sell(
      { stripe },
      {
        mode: 'subscription',
        line_items: [{ price_data: price, quantity: 1 }],
        allowed_payment_method_types: ['ideal'],
      },
    )
    const { waiting } = payments.pay(session, { method: 'ideal' })
    payments.authenticate(waiting ?? '')
    const { subscription, customer } = await stripe.checkout.sessions.retrieve(session.id)
    const begun = await stripe.subscriptions.retrieve(idOf(subscription), { expand: ['default_payment_method'] })
    expect(begun).toMatchObject({ status: 'active', default_payment_method: { type: 'sepa_debit' } })
    payments.clock.advance('1 month')
    payments.clock.advance('7d')
    const invoices = await stripe.invoices.list({ customer: idOf(customer) })
    expect(invoices.data.map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  it('offers what the account has switched on and what can pay', async ({ stripe }) => {
    expect((await sell({ stripe })).payment_method_types).toEqual(['card', 'ideal', 'klarna'])
    expect((await sell({ stripe }, {}, 'usd')).payment_method_types).toEqual(['card', 'cashapp', 'klarna'])
    const saved = await sell({ stripe }, { payment_intent_data: { setup_future_usage: 'off_session' } }, 'brl')
    expect(saved.payment_method_types).toEqual(['card'])
    const intent = await stripe.paymentIntents.create({ amount: 2000, currency: 'eur' })
    expect(intent.payment_method_types).toEqual(['card', 'sepa_debit', 'link', 'ideal', 'klarna'])
    const without = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'eur',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    })
    expect(without.payment_method_types).toEqual(['card', 'sepa_debit', 'link'])
  })

  it('offers what the default configuration of the account switches on', async ({ stripe }) => {
    const [configuration] = (await stripe.paymentMethodConfigurations.list()).data
    await stripe.paymentMethodConfigurations.update(configuration?.id ?? '', {
      bancontact: { display_preference: { preference: 'on' } },
      klarna: { display_preference: { preference: 'off' } },
    })
    expect((await sell({ stripe })).payment_method_types).toEqual(['card', 'bancontact', 'ideal'])
  })

  it('refuses types that cannot pay for what it sells', async ({ stripe }) => {
    const currency = await refusal(sell({ stripe }, { allowed_payment_method_types: ['ideal'] }, 'usd'))
    expect(currency.message).toContain('The payment method `ideal` only supports the following currencies: eur.')
    const unknown = await refusal(sell({ stripe }, { allowed_payment_method_types: ['sofort'] }))
    expect(unknown).toMatchObject({ statusCode: 400, param: 'payment_method_types[0]' })
    const setup = await refusal(
      stripe.checkout.sessions.create({
        mode: 'setup',
        currency: 'brl',
        allowed_payment_method_types: ['boleto'],
        success_url: 'https://shop.test/thanks',
      }),
    )
    expect(setup.statusCode).toBe(400)
  })
})
