import { Schema, type Connection } from 'mongoose'

const item = { _id: false, sku: { type: String, required: true }, quantity: { type: Number, required: true, min: 1 } }

const productSchema = new Schema({
  sku: { type: String, required: true, unique: true },
  /** In cents. */
  price: { type: Number, required: true },
  stock: { type: Number, required: true },
})

const cartSchema = new Schema({
  customer: { type: String, required: true, unique: true },
  items: [item],
  /** A cart is deleted half an hour after its last change. */
  touchedAt: { type: Date, expires: '30m' },
})

const orderSchema = new Schema({
  /** The customer's own number of the order: an order that is sent twice is placed once. */
  reference: { type: String, required: true, unique: true },
  customer: { type: String, required: true },
  items: [{ ...item, price: { type: Number, required: true } }],
  total: { type: Number, required: true },
  status: { type: String, enum: ['open', 'paid'], default: 'open' },
})

/** A customer with the orders in short, made from the orders by a change stream. */
const summarySchema = new Schema({
  _id: Schema.Types.ObjectId,
  customer: { type: String, required: true },
  text: { type: String, required: true },
})

/** The place in a change stream up to which its changes are done. */
const bookmarkSchema = new Schema({ _id: String, token: Schema.Types.Mixed })

/** Returns the models of a shop. */
export function shopOf(connection: Connection) {
  return {
    connection,
    Product: connection.model('Product', productSchema),
    Cart: connection.model('Cart', cartSchema),
    Order: connection.model('Order', orderSchema),
    Summary: connection.model('Summary', summarySchema),
    Bookmark: connection.model('Bookmark', bookmarkSchema),
  }
}

/** The models of a shop, and the connection that they use. */
export type Shop = ReturnType<typeof shopOf>

/** Creates the indexes that are missing: once when a service starts, in a test after each reset. */
export async function createIndexes({ Product, Cart, Order }: Shop): Promise<void> {
  for (const model of [Product, Cart, Order]) await model.createIndexes()
}

/** Thrown for a request that the state of the shop does not allow. */
export class Refused extends Error {
  override name = 'Refused'
}

/** Puts a quantity of a product into the cart of a customer. */
export function addToCart({ Cart }: Shop, customer: string, item: { sku: string; quantity: number }) {
  return Cart.findOneAndUpdate(
    { customer },
    // The time of the server, because its clock deletes the cart.
    { $push: { items: item }, $currentDate: { touchedAt: true } },
    { upsert: true, returnDocument: 'after', runValidators: true },
  )
}

/**
 * Turns the cart of a customer into an order and takes its items from the stock: all of it, or nothing. The driver runs
 * the transaction again when it meets another one (`WriteConflict`).
 *
 * @throws Refused when there is no cart, or less in stock than it has.
 */
export function placeOrder({ connection, Product, Cart, Order }: Shop, customer: string, reference: string) {
  return connection.transaction(async (session) => {
    const cart = await Cart.findOneAndDelete({ customer }, { session })
    if (cart === null) throw new Refused('the cart is empty')
    const items = []
    for (const { sku, quantity } of cart.items) {
      const enough = { sku, stock: { $gte: quantity } }
      const product = await Product.findOneAndUpdate(enough, { $inc: { stock: -quantity } }, { session })
      if (product === null) throw new Refused(`there are not ${quantity} of ${sku} in stock`)
      items.push({ sku, quantity, price: product.price })
    }
    const total = items.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
    const [order] = await Order.create([{ reference, customer, items, total }], { session })
    return order
  })
}

/**
 * Keeps a summary of each order, until the signal aborts: of the orders that change from now on, and the next time from
 * where it ended.
 */
export async function summarizeOrders(
  { connection, Order, Summary, Bookmark }: Shop,
  signal: AbortSignal,
): Promise<void> {
  const bookmark = await Bookmark.findById('summaries').lean()
  const stream = connection
    .getClient()
    .db(connection.name)
    .collection(Order.collection.name)
    .watch([], {
      fullDocument: 'updateLookup',
      ...(bookmark?.token ? { resumeAfter: bookmark.token } : {}),
    })
  signal.addEventListener('abort', () => void stream.close(), { once: true })
  try {
    for await (const change of stream) {
      if ('fullDocument' in change && change.fullDocument) {
        const { _id, customer, items, total, status } = Order.hydrate(change.fullDocument)
        const text = `${items.length} items, ${total / 100} €, ${status}`
        await Summary.updateOne({ _id }, { customer, text }, { upsert: true })
      }
      // Written last: a change whose summary was interrupted is read again.
      await Bookmark.updateOne({ _id: 'summaries' }, { token: change._id }, { upsert: true })
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
