import { Hono } from 'hono'
import { mongo } from 'mongoose'
import { addToCart, placeOrder, Refused, type Shop } from './shop.ts'

/** The API of a shop. */
export function appOf(shop: Shop) {
  const { Cart, Order, Summary } = shop
  return new Hono()
    .get('/carts/:customer', async (c) => {
      const cart = await Cart.findOne({ customer: c.req.param('customer') }, { _id: 0, items: 1 })
      return c.json({ items: cart?.items ?? [] })
    })
    .post('/carts/:customer/items', async (c) => {
      const cart = await addToCart(shop, c.req.param('customer'), await c.req.json())
      return c.json({ items: cart.items }, 201)
    })
    .post('/orders', async (c) => {
      const { customer, reference } = await c.req.json<{ customer: string; reference: string }>()
      return c.json(await placeOrder(shop, customer, reference), 201)
    })
    .post('/orders/:reference/payment', async (c) => {
      const { modifiedCount } = await Order.updateOne({ reference: c.req.param('reference') }, { status: 'paid' })
      return c.body(null, modifiedCount === 1 ? 204 : 404)
    })
    .get('/customers/:customer/orders', async (c) =>
      c.json(await Summary.find({ customer: c.req.param('customer') }).distinct('text')),
    )
    .onError((error, c) => {
      if (error instanceof Refused) return c.json({ error: error.message }, 409)
      if (error instanceof mongo.MongoServerError && error.code === 11000)
        return c.json({ error: 'placed already' }, 409)
      throw error
    })
}
