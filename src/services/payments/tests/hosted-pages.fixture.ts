import type { MountedClient } from '#testkit/mounted-pages.ts'

/** Creates an object with a form, or acts on one; returns its id and the first URL of a page in it. */
type Create = (path: string, form?: Record<string, string>) => Promise<{ readonly id: string; readonly page: string }>

/** Creates what each of the pages that customers see needs, beside the starter; returns the URLs of the pages. */
export async function hostedPages({ send }: MountedClient): Promise<string[]> {
  const create: Create = async (path, form = {}) => {
    const made = await send('POST', `/v1/${path}`, new URLSearchParams(form))
    const [page = ''] = PAGE.exec(JSON.stringify(made)) ?? []
    return { id: String(made['id']), page }
  }
  const customer = await create('customers', { email: 'ada@example.com', name: 'Ada' })
  return [
    ...(await checkoutPages(create)),
    await invoicePage(create, customer.id),
    ...(await portalPages(create, customer.id)),
    ...(await bankPages(create, customer.id)),
    CONNECT_PAGE,
  ]
}

/** The page on which an account is connected, which is no member of an object. */
const CONNECT_PAGE =
  '/oauth/authorize?response_type=code&client_id=ca_backlot&scope=read_write&redirect_uri=http://localhost:3000/connected'

/** The URL of a page below the instance, whatever the member of the object that has it. */
const PAGE = /https?:[^"]+\/(?:3ds|authorize|b|c\/pay|i|microdeposits|p\/session|receipts)\/[^"]+/

/** Checkout, with as many of its parts as one session has, and a payment link. */
async function checkoutPages(create: Create): Promise<string[]> {
  const { id: product } = await create('products', { name: 'Mug' })
  const { id: price } = await create('prices', { product, unit_amount: '2000', currency: 'usd' })
  const items = { 'line_items[0][price]': price, 'line_items[0][quantity]': '1' }
  const session = await create('checkout/sessions', {
    ...items,
    mode: 'payment',
    success_url: 'http://localhost:3000/thanks',
    cancel_url: 'http://localhost:3000/cart',
    allow_promotion_codes: 'true',
    'shipping_address_collection[allowed_countries][0]': 'US',
  })
  return [session.page, (await create('payment_links', items)).page]
}

async function invoicePage(create: Create, customer: string): Promise<string> {
  await create('invoiceitems', { customer, amount: '2000', currency: 'usd' })
  const { id } = await create('invoices', {
    customer,
    collection_method: 'send_invoice',
    days_until_due: '30',
    pending_invoice_items_behavior: 'include',
  })
  return (await create(`invoices/${id}/finalize`)).page
}

/** The portal of a customer with a subscription, an invoice, two cards and a tax ID, who may change all of them. */
async function portalPages(create: Create, customer: string): Promise<string[]> {
  const { id: product } = await create('products', { name: 'Gold' })
  const monthly = { product, currency: 'usd', 'recurring[interval]': 'month' }
  const { id: price } = await create('prices', { ...monthly, unit_amount: '1500' })
  const { id: dearer } = await create('prices', { ...monthly, unit_amount: '2500' })
  const { id: card } = await create('payment_methods/pm_card_visa/attach', { customer })
  await create('payment_methods/pm_card_mastercard/attach', { customer })
  await create(`customers/${customer}/tax_ids`, { type: 'eu_vat', value: 'DE123456789' })
  await create('subscriptions', { customer, 'items[0][price]': price, default_payment_method: card })
  const { id: configuration } = await create('billing_portal/configurations', {
    'features[customer_update][enabled]': 'true',
    'features[customer_update][allowed_updates][0]': 'email',
    'features[customer_update][allowed_updates][1]': 'tax_id',
    'features[payment_method_update][enabled]': 'true',
    'features[invoice_history][enabled]': 'true',
    'features[subscription_cancel][enabled]': 'true',
    'features[subscription_update][enabled]': 'true',
    'features[subscription_update][default_allowed_updates][0]': 'price',
    'features[subscription_update][products][0][product]': product,
    'features[subscription_update][products][0][prices][0]': price,
    'features[subscription_update][products][0][prices][1]': dearer,
  })
  const return_url = 'http://localhost:3000/account'
  return [(await create('billing_portal/sessions', { customer, configuration, return_url })).page]
}

/** The pages at which a bank asks, and the receipt of a charge. */
async function bankPages(create: Create, customer: string): Promise<string[]> {
  const confirmed = { customer, confirm: 'true', return_url: 'http://localhost:3000/paid' }
  const payment = { ...confirmed, amount: '2000', currency: 'usd', 'expand[0]': 'latest_charge' }
  const asked = await create('payment_intents', { ...payment, payment_method: 'pm_card_threeDSecureRequired' })
  const paid = await create('payment_intents', { ...payment, payment_method: 'pm_card_visa' })
  const { id: account } = await create('payment_methods', {
    type: 'us_bank_account',
    'billing_details[name]': 'Ada',
    'us_bank_account[account_holder_type]': 'individual',
    'us_bank_account[account_number]': '000123456789',
    'us_bank_account[routing_number]': '110000000',
  })
  const setup = await create('setup_intents', { ...confirmed, payment_method: account })
  const wallet = { 'payment_method_data[type]': 'paypal', 'allowed_payment_method_types[0]': 'paypal' }
  const redirected = await create('payment_intents', { ...payment, ...wallet })
  return [asked.page, paid.page, setup.page, redirected.page]
}
