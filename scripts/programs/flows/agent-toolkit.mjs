// Agents sell by tools: those of LangChain, and those of a server of the Model Context Protocol.
import assert from 'node:assert/strict'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { StripeAgentToolkit as LangChainToolkit } from '@stripe/agent-toolkit/langchain'
import { StripeAgentToolkit as ContextServer } from '@stripe/agent-toolkit/modelcontextprotocol'

const configuration = {
  actions: {
    customers: { create: true, read: true },
    products: { create: true, read: true },
    prices: { create: true, read: true },
    paymentLinks: { create: true },
    invoices: { create: true, update: true },
    invoiceItems: { create: true },
    refunds: { create: true },
    paymentIntents: { read: true },
    subscriptions: { read: true, update: true },
    balance: { read: true },
    coupons: { create: true, read: true },
    disputes: { read: true, update: true },
  },
}

export default async function flow({ payments, key }) {
  const { tools } = new LangChainToolkit({ secretKey: key, configuration })
  const use = async (method, input) =>
    JSON.parse(await tools.find((each) => each.method === method || each.name === method).invoke(input))
  const product = await use('create_product', { name: 'Mug' })
  const price = await use('create_price', { product: product.id, unit_amount: 1200, currency: 'usd' })
  const link = await use('create_payment_link', { price: price.id, quantity: 2 })
  await fetch(link.url, { redirect: 'manual' })
  const customer = await use('create_customer', { name: 'Ada', email: 'ada@example.com' })
  const invoice = await use('create_invoice', { customer: customer.id, days_until_due: 14 })
  await use('create_invoice_item', { customer: customer.id, price: price.id, invoice: invoice.id })
  assert.equal((await use('finalize_invoice', { invoice: invoice.id })).status, 'open')

  const server = new ContextServer({ secretKey: key, configuration })
  const client = new Client({ name: 'programs', version: '1.0.0' })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(far), client.connect(near)])
  const ask = async (name, input) => JSON.parse((await client.callTool({ name, arguments: input })).content[0].text)
  assert.equal((await ask('list_customers', { limit: 1 }))[0].id, customer.id)
  const session = payments.requests.filter(({ operation }) => operation === 'payment-link/page')
  assert.equal(session.length, 1)
  assert.equal((await ask('list_products', {})).length, 1)
  assert.equal((await ask('retrieve_balance', {})).object, 'balance')
}
