// A shop that sells mugs: its visitors pay in Checkout, a webhook fulfills the order, and the shop refunds it.
import { createServer } from 'node:http'
import Stripe from 'stripe'
import { cancelOrder, findOrder, fulfillOrder, nextNumber, placeOrder } from './orders.js'

const { PORT = '3000', STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET = '', STRIPE_API_BASE } = process.env
const origin = process.env.ORIGIN ?? `http://127.0.0.1:${PORT}`
const stripe = new Stripe(STRIPE_SECRET_KEY, apiAt(STRIPE_API_BASE))

/** Points the client at another API than the vendor's, as in tests. */
function apiAt(base) {
  if (base === undefined) return {}
  const { hostname: host, port, protocol } = new URL(base)
  return { host, port, protocol: protocol.slice(0, -1) }
}

const routes = {
  'GET /': () =>
    html(`<h1>Mugs</h1>
      <form method="post" action="/buy"><p>A mug, $20.00</p><button>Buy</button></form>`),

  'POST /buy': async () => {
    const number = nextNumber()
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price_data: { currency: 'usd', unit_amount: 2000, product_data: { name: 'Mug' } }, quantity: 1 }],
      metadata: { order: String(number) },
      success_url: `${origin}/orders/${number}`,
      cancel_url: origin,
    })
    placeOrder(session.id)
    return { status: 303, headers: { location: session.url }, body: '' }
  },

  // The success page shows what the webhook has done: a visitor can open it without having paid.
  'GET /orders/:number': ({ number }) => {
    const order = findOrder(number)
    if (order === undefined) return html('<p>There is no such order.</p>', 404)
    const words = {
      open: 'We wait for your payment.',
      paid: 'Your mug is on its way.',
      refunded: 'Your money is on its way back.',
    }
    return html(`<h1>Order ${order.number}</h1><p>${words[order.status]}</p>
      ${order.status === 'paid' ? `<form method="post" action="/orders/${order.number}/return"><button>Send it back</button></form>` : ''}`)
  },

  'POST /orders/:number/return': async ({ number }) => {
    const order = findOrder(number)
    if (order?.status !== 'paid') return html('<p>This order cannot be sent back.</p>', 409)
    await stripe.refunds.create({ payment_intent: order.paymentIntent })
    return { status: 303, headers: { location: `/orders/${order.number}` }, body: '' }
  },

  'POST /webhook': ({ body, signature }) => {
    let event
    try {
      event = stripe.webhooks.constructEvent(body, signature, STRIPE_WEBHOOK_SECRET)
    } catch {
      return html('<p>This event is not signed by Stripe.</p>', 400)
    }
    const { object } = event.data
    if (event.type === 'checkout.session.completed' && object.payment_status === 'paid') fulfillOrder(object)
    if (event.type === 'charge.refunded') cancelOrder(object.payment_intent)
    return { status: 200, headers: {}, body: '' }
  },
}

createServer(async (request, response) => {
  const { pathname } = new URL(request.url, origin)
  const [, number] = /^\/orders\/(\d+)/.exec(pathname) ?? []
  const route = routes[`${request.method} ${pathname.replace(/^\/orders\/\d+/, '/orders/:number')}`]
  const signature = request.headers['stripe-signature'] ?? ''
  const { status, headers, body } =
    route === undefined
      ? html('<p>Not here.</p>', 404)
      : await route({ number, signature, body: await bodyOf(request) })
  response.writeHead(status, headers).end(body)
}).listen(Number(PORT), '127.0.0.1')

async function bodyOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function html(content, status = 200) {
  const body = `<!doctype html><html lang="en"><title>Mugs</title>${content}</html>`
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}
