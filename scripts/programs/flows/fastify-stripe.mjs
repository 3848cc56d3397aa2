// A Fastify server sells in Checkout, and answers what became of the session.
import assert from 'node:assert/strict'
import fastify from 'fastify'
import fastifyStripe from 'fastify-stripe'

export default async function flow({ payments, key }) {
  const app = fastify()
  app.register(fastifyStripe, { apiKey: key })
  app.post('/checkout', async () => {
    const { id, url } = await app.stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price_data: { currency: 'eur', unit_amount: 1200, product_data: { name: 'Mug' } }, quantity: 2 }],
      success_url: 'https://shop.test/done?session={CHECKOUT_SESSION_ID}',
    })
    return { id, url }
  })
  app.get('/orders/:id', async ({ params }) => {
    const {
      payment_status: status,
      amount_total: total,
      line_items: lines,
    } = await app.stripe.checkout.sessions.retrieve(params.id, { expand: ['line_items'] })
    return { status, total, lines: lines.data.length }
  })
  const { id } = (await app.inject({ method: 'POST', url: '/checkout' })).json()
  const order = async () => (await app.inject(`/orders/${id}`)).json()
  assert.deepEqual(await order(), { status: 'unpaid', total: 2400, lines: 1 })
  const { url } = payments.pay(id)
  assert.equal(url, `https://shop.test/done?session=${id}`)
  assert.deepEqual(await order(), { status: 'paid', total: 2400, lines: 1 })
  await app.close()
}
