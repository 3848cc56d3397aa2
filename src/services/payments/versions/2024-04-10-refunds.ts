import type { VersionChange } from './change.ts'

/** Charges leave out the refunds that are not expanded. https://docs.stripe.com/changelog/2024-04-10 */
export const leanCharges: VersionChange = {
  version: '2024-04-10',
  objects: { charge: (charge) => ({ refunds: null, ...charge }) },
}
