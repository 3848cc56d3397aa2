import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { EmulatorBase } from 'backlot'
import { paymentsFixture } from 'backlot/vitest'
import Stripe from 'stripe'
import { expect, test as base } from 'vitest'
import { Club, webhookServer } from './membership.ts'

const test = base.extend(paymentsFixture)

/** Starts the club beside the stand-in for the payment provider, which sends its webhooks there. */
async function startClub(payments: EmulatorBase<'payments'>) {
  payments.clock.freeze('2026-01-01T09:00:00Z')
  const { hostname, port } = new URL(payments.url)
  const stripe = new Stripe('sk_test_club', { host: hostname, port, protocol: 'http' })
  const club = new Club()
  let secret = ''
  const server = webhookServer(stripe, club, () => secret).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo // the address of a TCP server
  const endpoint = await stripe.webhookEndpoints.create({
    url: `http://127.0.0.1:${own}/webhooks`,
    enabled_events: [
      'invoice.paid',
      'invoice.payment_failed',
      'customer.subscription.updated',
      'customer.subscription.deleted',
    ],
  })
  secret = endpoint.secret ?? ''
  /** Saves a card, and makes it the one that pays. */
  const useCard = async (method: string): Promise<void> => {
    const { id } = await stripe.paymentMethods.attach(method, { customer: 'cus_ada' })
    await stripe.customers.update('cus_ada', { invoice_settings: { default_payment_method: id } })
  }
  /** Lets time pass, until the club has heard of everything. */
  const pass = async (time: string): Promise<void> => {
    payments.clock.advance(time)
    await payments.webhooks.settled()
  }
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { club, stripe, useCard, pass, ada: () => club.members.get('cus_ada'), [Symbol.asyncDispose]: stop }
}

test('a member pays for a year, with one card that is declined and another one that works', async ({ payments }) => {
  await using app = await startClub(payments)
  await app.club.join(app.stripe, 'cus_ada')
  await payments.webhooks.settled()
  expect(app.ada()).toEqual({ customer: 'cus_ada', active: true, months: 1 })

  await app.pass('2 months 2 hours')
  expect(app.ada()).toMatchObject({ active: true, months: 3 })

  await app.useCard('pm_card_chargeCustomerFail')
  await app.pass('1 month')
  expect(app.ada()).toMatchObject({ active: false, months: 3 })
  expect(app.club.sent).toEqual([
    { to: 'ada@example.com', subject: 'Your card was declined. We try again on 2026-04-04.' },
  ])

  await app.useCard('pm_card_visa')
  await app.pass('3 days')
  expect(app.ada()).toMatchObject({ active: true, months: 4 })

  await app.pass('9 months')
  expect(app.ada()).toMatchObject({ active: true, months: 13 })
  expect(app.club.sent).toHaveLength(1)
})

test('a member whose card goes on being declined leaves after the last attempt', async ({ payments }) => {
  await using app = await startClub(payments)
  const subscription = await app.club.join(app.stripe, 'cus_ada')
  await app.useCard('pm_card_chargeCustomerFail')
  await app.pass('1 month 16 days')
  expect(app.club.sent.map(({ subject }) => subject)).toEqual([
    'Your card was declined. We try again on 2026-02-04.',
    'Your card was declined. We try again on 2026-02-09.',
    'Your card was declined. We try again on 2026-02-16.',
    'Your card was declined. This was the last attempt.',
  ])
  expect(app.ada()).toMatchObject({ active: false, months: 1 })
  expect((await app.stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
})
