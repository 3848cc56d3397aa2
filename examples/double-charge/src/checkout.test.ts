import { sweep, type Emulator } from 'backlot'
import { withSweep, worldFixture } from 'backlot/vitest'
import Stripe from 'stripe'
import { expect, test as base } from 'vitest'
import { checkout, checkoutOnce, type Providers } from './checkout.ts'

const test = withSweep(base.extend(worldFixture(['payments', 'mail'])))

const order = { id: '4711', cents: 2500 }

type Services = { payments: Emulator<'payments'>; mail: Emulator<'mail'> }

function providersAt({ payments, mail }: Services): Providers {
  const { hostname, port } = new URL(payments.url)
  return { stripe: new Stripe('sk_test_shop', { host: hostname, port, protocol: 'http' }), mail: mail.url }
}

/** An order is charged at most once and has at most one receipt, in every case of the sweep. */
function once({ payments, mail }: Services): void {
  expect(payments.changes()['paymentIntents']?.added.length ?? 0).toBeLessThanOrEqual(1)
  expect(mail.changes()['emails']?.added.length ?? 0).toBeLessThanOrEqual(1)
}

test('the sweep finds that a receipt which cannot be sent charges the order twice', async ({ world }) => {
  const providers = providersAt(world)
  const swept = sweep(world, () => checkout(providers, order), { invariant: () => once(world) })
  await expect(swept).rejects.toThrow(/mail emails\/send 1 503: .*\n.*paymentIntents 2 instead of 1/)
})

test.sweep('the correction charges it once', { invariant: once }, async ({ world }) =>
  checkoutOnce(providersAt(world), order),
)
