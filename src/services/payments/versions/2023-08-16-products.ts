import type { VersionChange } from './change.ts'

/**
 * Products and charges lose members that nothing uses any more.
 * https://docs.stripe.com/changelog/2023-08-16
 */
export const leanProducts: VersionChange = {
  version: '2023-08-16',
  objects: {
    product: (product) => ({ ...product, attributes: [] }),
    charge: (charge, { rows }) => {
      const { id, transfer_data: transfer } = charge
      const disputes = typeof id === 'string' ? rows.disputes.list('charge', id) : []
      const destination =
        typeof transfer === 'object' && transfer !== null ? 'destination' in transfer && transfer.destination : null
      return { ...charge, destination, dispute: disputes.at(-1)?.id ?? null }
    },
  },
  expandable: { charge: { destination: ['account'], dispute: ['dispute'] } },
}
