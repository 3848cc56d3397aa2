import type { VersionChange } from './change.ts'

/** Products have no caption. https://docs.stripe.com/changelog/2022-08-01 */
export const orders: VersionChange = {
  version: '2022-08-01',
  objects: {
    product: (product) => ({ ...product, caption: null }),
  },
}
