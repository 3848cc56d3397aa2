/** The orders by number. A real shop has a database here. */
const orders = new Map()

/** Adds an order that is not paid yet. */
export function placeOrder(session) {
  const order = { number: orders.size + 1, session, status: 'open', paymentIntent: null }
  orders.set(order.number, order)
  return order
}

/** Returns an order; undefined for a number that no order has. */
export function findOrder(number) {
  return orders.get(Number(number))
}

/** Marks the order of a paid session. An event can come twice, so an order that is no longer open stays as it is. */
export function fulfillOrder({ metadata, payment_intent: paymentIntent }) {
  const order = findOrder(metadata.order)
  if (order === undefined || order.status !== 'open') return
  order.status = 'paid'
  order.paymentIntent = paymentIntent
}

/** Marks the order of a refunded payment. */
export function cancelOrder(paymentIntent) {
  for (const order of orders.values()) if (order.paymentIntent === paymentIntent) order.status = 'refunded'
}

/** Returns the number that the next order will have. */
export function nextNumber() {
  return orders.size + 1
}
