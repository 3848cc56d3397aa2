// Requests of a Lowdefy application, as its pages write them.
import assert from 'node:assert/strict'
import { Stripe as connector } from '@lowdefy/connection-stripe/connections'

export default async function flow({ key }) {
  const connection = { secretKey: key, apiVersion: '2023-08-16' }
  const ask = (request) => connector.requests.StripeRequest({ request, connection })
  const customer = await ask({ customers: { create: [{ email: 'ada@example.com' }] } })
  const invoice = await ask({
    invoices: { create: [{ customer: customer.id, collection_method: 'send_invoice', days_until_due: 14 }] },
  })
  await ask({
    invoiceItems: { create: [{ customer: customer.id, invoice: invoice.id, amount: 2500, currency: 'usd' }] },
  })
  const sent = await ask({ invoices: { sendInvoice: [invoice.id] } })
  assert.equal(sent.status, 'open')
  const paid = await ask({ invoices: { pay: [invoice.id, { paid_out_of_band: true }] } })
  assert.deepEqual([paid.status, paid.paid, paid.total], ['paid', true, 2500])
}
