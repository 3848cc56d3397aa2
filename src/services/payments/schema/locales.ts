const SHARED_LOCALES = [
  'auto',
  ...'bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'.split(
    ' ',
  ),
]

/** The languages of Checkout. https://docs.stripe.com/api/checkout/sessions/create */
export const CHECKOUT_LOCALES: readonly string[] = [...SHARED_LOCALES, 'hi-IN'].sort()

/** The languages of the customer portal. https://docs.stripe.com/api/customer_portal/sessions/create */
export const PORTAL_LOCALES: readonly string[] = [
  ...SHARED_LOCALES,
  'en-AU',
  'en-CA',
  'en-IE',
  'en-IN',
  'en-NZ',
  'en-SG',
].sort()
