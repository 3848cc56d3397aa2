import type { Stripe } from 'stripe'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { METHOD_KINDS } from '#payments/schema/method-kinds.ts'
import { paymentsTest } from './payments.fixture.ts'
import { attempt, everyOne, randomOf } from './random.fixture.ts'

// Random sequences of payments (cards, bank debits, wallets and vouchers, in currencies of no, two and three decimals),
// captures, refunds, disputes, transfers, payouts, restricted promotion codes and renewals. After each sequence the
// balance must be the sum of the balance transactions, and what follows from the records themselves.

const STEPS = 90

/** The price of a restricted subscription's unit, in cents. */
const UNIT_AMOUNT = 999

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

const CARDS = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_br',
  'pm_card_bypassPending',
  'pm_card_visa_chargeDeclined',
  'pm_card_createDispute',
  'pm_card_createMultipleDisputes',
  'pm_card_createDisputeInquiry',
  'pm_card_pendingRefund',
  'pm_card_refundFail',
]

const DEBITS = [
  ['pm_usBankAccount_success', 'usd'],
  ['pm_usBankAccount_insufficientFunds', 'usd'],
  ['pm_usBankAccount_dispute', 'usd'],
  ['pm_sepaDebit_success_de', 'eur'],
  ['pm_sepaDebit_failed_de', 'eur'],
] as const

const KINDS = [
  'alipay',
  'cashapp',
  'eps',
  'grabpay',
  'klarna',
  'konbini',
  'oxxo',
  'paypal',
  'payto',
  'twint',
  'upi',
] as const

const PAYTO = { payto: { pay_id: 'ada@example.com' } }

/** Pays by a method of another page, whose customer agrees or refuses; a voucher may be left to time. */
async function payElsewhere(
  { payments, stripe }: Pick<Fixtures, 'stripe' | 'payments'>,
  random: (below: number) => number,
): Promise<void> {
  const type = KINDS[random(KINDS.length)] ?? 'eps'
  const [currency] = METHOD_KINDS[type].currencies
  const address = { country: 'DE', line1: '1 Main Street' }
  const { id } = await stripe.paymentIntents.create({
    amount: 1000 + random(10_000),
    currency,
    confirm: true,
    allowed_payment_method_types: [type],
    payment_method_data: {
      type,
      ...(type === 'payto' ? PAYTO : {}),
      billing_details: { name: 'Ada', email: 'ada@example.com', address },
    },
    return_url: 'https://shop.test/done',
    ...(random(4) === 0 ? { capture_method: 'manual' as const } : {}),
  })
  const answer = random(4)
  if (answer < 3) payments.authenticate(id, answer === 0 ? 'fail' : 'succeed')
}

async function step(
  { payments, stripe }: Pick<Fixtures, 'stripe' | 'payments'>,
  random: (below: number) => number,
  account: string,
  restricted: { readonly customer: string; readonly price: string; readonly code: string },
): Promise<void> {
  const amount = 100 + random(10_000)
  const automatic_payment_methods = { enabled: true, allow_redirects: 'never' as const }
  const one = <T>(items: readonly T[]): T | undefined => items[random(Math.max(1, items.length))]
  switch (random(16)) {
    case 0:
    case 1:
    case 2: {
      const method = CARDS[random(CARDS.length)] ?? ''
      const capture_method = random(3) === 0 ? ('manual' as const) : ('automatic' as const)
      const shared =
        random(4) === 0 ? { transfer_data: { destination: account }, application_fee_amount: random(100) } : {}
      return attempt(() =>
        stripe.paymentIntents.create({
          amount,
          currency: 'usd',
          payment_method: method,
          confirm: true,
          capture_method,
          automatic_payment_methods,
          ...shared,
        }),
      )
    }
    case 3: {
      const held = (await stripe.paymentIntents.list({ limit: 100 })).data.filter(
        ({ status }) => status === 'requires_capture',
      )
      const intent = one(held)
      if (intent === undefined) return undefined
      if (random(3) === 0) return attempt(() => stripe.paymentIntents.cancel(intent.id))
      return attempt(() => stripe.paymentIntents.capture(intent.id, { amount_to_capture: 1 + random(intent.amount) }))
    }
    case 4:
    case 5: {
      const charge = one((await stripe.charges.list({ limit: 100 })).data.filter(({ captured }) => captured))
      if (charge === undefined) return undefined
      const part = random(2) === 0 ? {} : { amount: 1 + random(charge.amount) }
      const shared =
        charge.transfer === undefined
          ? {}
          : { reverse_transfer: true, refund_application_fee: charge.application_fee !== null }
      return attempt(() => stripe.refunds.create({ charge: charge.id, ...part, ...shared }))
    }
    case 6: {
      const dispute = one((await stripe.disputes.list({ limit: 100 })).data)
      if (dispute === undefined) return undefined
      const text = ['winning_evidence', 'losing_evidence', 'escalate_inquiry_evidence'][random(3)] ?? ''
      return attempt(() => stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: text }, submit: true }))
    }
    case 7:
      return attempt(() => stripe.payouts.create({ amount: 1 + random(2000), currency: 'usd' }))
    case 8:
      return attempt(() => stripe.transfers.create({ amount: 1 + random(500), currency: 'usd', destination: account }))
    case 9: {
      const [payment_method, currency] = DEBITS[random(DEBITS.length)] ?? DEBITS[0]
      return attempt(() =>
        stripe.paymentIntents.create({ amount, currency, payment_method, confirm: true, automatic_payment_methods }),
      )
    }
    case 10:
    case 14:
    case 15:
      return attempt(() => payElsewhere({ payments, stripe }, random))
    case 11: {
      // Amounts with three decimals end in 0.
      const currency = ['jpy', 'kwd', 'eur'][random(3)] ?? 'jpy'
      const charged = { amount: amount * 10, currency, payment_method: 'pm_card_visa', confirm: true }
      return attempt(() => stripe.paymentIntents.create({ ...charged, automatic_payment_methods }))
    }
    case 12: {
      const { customer, price, code } = restricted
      const discounts = random(2) === 0 ? {} : { discounts: [{ promotion_code: code }] }
      const quantity = 1 + random(4)
      const items = [{ price, quantity }]
      return attempt(async () => {
        const { latest_invoice: first } = await stripe.subscriptions.create({
          customer,
          items,
          ...discounts,
          expand: ['latest_invoice'],
        })
        const { total } = first as Stripe.Invoice // expanded
        const full = quantity * UNIT_AMOUNT
        expect(total).toBe('discounts' in discounts ? full - Math.round(full * 0.15) : full)
        // The code is restricted to amounts from three units on.
        expect('discounts' in discounts && quantity < 3).toBe(false)
      })
    }
    default:
      payments.clock.advance(['1h', '3d', '8d', '31d'][random(4)] ?? '1h')
      return undefined
  }
}

/** The statuses of refunds that have taken their money. */
const ALIVE: readonly string[] = ['succeeded', 'pending', 'requires_action']

/** Returns what an account has, by its balance, by its balance transactions, and by what its records say. */
async function audit({ stripe }: Pick<Fixtures, 'stripe'>, stripeAccount?: string) {
  const options = stripeAccount === undefined ? {} : { stripeAccount }
  const { available, pending } = await stripe.balance.retrieve({}, options)
  const transactions = await everyOne(stripe.balanceTransactions.list({ limit: 100 }, options))
  const charges = await everyOne(stripe.charges.list({ limit: 100 }, options))
  const refunds = await everyOne(stripe.refunds.list({ limit: 100 }, options))
  const disputes = await everyOne(stripe.disputes.list({ limit: 100 }, options))
  const payouts = await everyOne(stripe.payouts.list({ limit: 100 }, options))
  const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
    items.reduce((total, each) => total + of(each), 0)
  for (const { amount, amount_captured: captured, amount_refunded: refunded, paid } of charges) {
    if (!paid) expect([captured, refunded]).toEqual([0, 0])
    else if (captured > 0) expect(refunded).toBeLessThanOrEqual(captured)
    expect(captured).toBeLessThanOrEqual(amount)
  }
  for (const { id, amount_captured: captured, amount_refunded: refunded } of charges) {
    const own = refunds.filter(({ charge, status }) => charge === id && ALIVE.includes(status ?? ''))
    if (captured > 0) expect(sum(own, ({ amount }) => amount)).toBe(refunded)
  }
  const withdrawn = disputes.filter(({ status }) => ['needs_response', 'under_review', 'lost'].includes(status))
  // Each currency adds up for itself: what one has too much does not hide what another lacks.
  for (const { currency } of available) {
    const own = [...available, ...pending].filter((each) => each.currency === currency)
    const moved = transactions.filter((each) => each.currency === currency)
    expect([currency, sum(own, ({ amount }) => amount)]).toEqual([currency, sum(moved, ({ net }) => net)])
  }
  return {
    balance: sum([...available, ...pending], ({ amount }) => amount),
    byTransactions: sum(transactions, ({ net }) => net),
    byRecords:
      sum(charges, (charge) => charge.amount_captured) -
      sum(
        refunds.filter(({ status }) => ALIVE.includes(status ?? '')),
        ({ amount }) => amount,
      ) -
      sum(withdrawn, ({ amount }) => amount) -
      sum(
        payouts.filter(({ status }) => status !== 'canceled'),
        ({ amount }) => amount,
      ) -
      sum(transactions, ({ fee }) => fee),
  }
}

/** Returns the ways to pay and the currencies of an account's charges, each with what became of it. */
function outcomes(charges: readonly Stripe.Charge[]): readonly string[] {
  return charges.flatMap(({ currency, payment_method_details: details, status }) => [
    `${details?.type} ${status}`,
    `${currency} ${status}`,
  ])
}

describe('money', () => {
  const happened = new Set<string>()

  it.for([1, 2, 3, 4])('adds up over random sequences (seed %i)', async (seed, { payments, stripe }) => {
    payments.reset()
    const random = randomOf(seed)
    const account = await stripe.accounts.create({ type: 'express' })
    const customer = await stripe.customers.create({
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    })
    const [method] = (await stripe.customers.listPaymentMethods(customer.id)).data
    const product = await stripe.products.create({ name: 'Plan' })
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: UNIT_AMOUNT,
      recurring: { interval: 'week' },
    })
    await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      default_payment_method: method?.id ?? '',
    })
    const coupon = await stripe.coupons.create({ percent_off: 15, duration: 'forever' })
    const { id: code } = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      restrictions: { minimum_amount: 2500, minimum_amount_currency: 'usd' },
    })
    const restricted = { customer: customer.id, price: price.id, code }
    for (let number = 0; number < STEPS; number++) {
      // The steps depend on one another.
      await step({ payments, stripe }, random, account.id, restricted)
    }
    payments.clock.advance('9d')

    const charges = await everyOne(stripe.charges.list({ limit: 100 }))
    for (const outcome of outcomes(charges)) happened.add(outcome)
    const platform = await audit({ stripe })
    const connected = await audit({ stripe }, account.id)
    expect(platform.byTransactions).toBe(platform.balance)
    expect(connected.byTransactions).toBe(connected.balance)

    const transfers = await everyOne(stripe.transfers.list({ limit: 100 }))
    const fees = await everyOne(stripe.applicationFees.list({ limit: 100 }))
    const shared = transfers.reduce((total, { amount, amount_reversed }) => total + amount - amount_reversed, 0)
    const earned = fees.reduce((total, { amount, amount_refunded }) => total + amount - amount_refunded, 0)
    expect(platform.byRecords - shared + earned).toBe(platform.balance)
    const returned = fees.reduce((total, { amount_refunded }) => total + amount_refunded, 0)
    expect(connected.byRecords + returned).toBe(connected.balance)
    const invoices = await everyOne(stripe.invoices.list({ limit: 100, status: 'paid' }))
    expect(invoices.length).toBeGreaterThan(1)
    if (invoices.some(({ total_discount_amounts: discounts }) => (discounts ?? []).length > 0))
      happened.add('a discount')
  })

  it('came by every kind of payment in the sequences above, and some of it was refused', () => {
    const debits = ['us_bank_account', 'sepa_debit'].flatMap((type) => [`${type} succeeded`, `${type} failed`])
    const elsewhere = KINDS.map((type) => `${type} succeeded`)
    const currencies = ['jpy succeeded', 'kwd succeeded']
    const wanted = ['card succeeded', 'card failed', 'a discount', ...debits, ...elsewhere, ...currencies]
    expect(wanted.filter((each) => !happened.has(each))).toEqual([])
  })
})
