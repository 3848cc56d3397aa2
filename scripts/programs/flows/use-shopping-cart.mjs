// A cart is filled in the browser; the server checks it against its inventory, and sells it in Checkout.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import Stripe from 'stripe'

const require = createRequire(import.meta.url)
const { createShoppingCartStore, actions } = require('use-shopping-cart/core')
const { formatLineItems, validateCartItems } = require('use-shopping-cart/utilities')

export default async function flow({ payments, key }) {
  const stripe = new Stripe(key)
  const product = await stripe.products.create({ name: 'Mug' })
  const price = await stripe.prices.create({ currency: 'usd', unit_amount: 1200, product: product.id })
  const inventory = [{ id: price.id, name: 'Mug', price: 1200, currency: 'usd' }]
  const store = createShoppingCartStore({
    cartMode: 'checkout-session',
    stripe: 'pk_test_programs',
    currency: 'USD',
    shouldPersist: false,
  })
  store.dispatch(actions.addItem(inventory[0], { count: 2 }))
  const { cartDetails, totalPrice } = store.getState()
  assert.equal(totalPrice, 2400)
  for (const items of [validateCartItems(inventory, cartDetails), formatLineItems(cartDetails)]) {
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: items,
      success_url: 'https://shop.test',
    })
    assert.equal(session.amount_total, totalPrice)
    payments.pay(session.id)
    assert.equal((await stripe.checkout.sessions.retrieve(session.id)).payment_status, 'paid')
  }
}
