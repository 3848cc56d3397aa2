import type { VersionChange } from './change.ts'

/**
 * Products lose a member that nothing uses any more, and two members of charges can no longer be expanded.
 * https://docs.stripe.com/changelog/2023-08-16
 */
export const leanProducts: VersionChange = {
  version: '2023-08-16',
  objects: {
    product: (product) => ({ ...product, attributes: [] }),
  },
  expandable: { charge: { destination: ['account'], dispute: ['dispute'] } },
}
