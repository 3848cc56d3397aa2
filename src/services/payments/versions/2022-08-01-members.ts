import type { VersionChange } from './change.ts'

/**
 * Products have no caption, and customers no default currency beside their currency.
 * https://docs.stripe.com/changelog/2022-08-01
 */
export const orders: VersionChange = {
  version: '2022-08-01',
  objects: {
    customer: (customer) => ({ ...customer, default_currency: customer['currency'] ?? null }),
    product: (product) => ({ ...product, caption: null }),
  },
}
