import type { VendorHost } from '#core/vendor-hosts.ts'

/** The vendor's hosts. */
export const hosts: readonly VendorHost[] = [
  { name: 'site', host: 'appleid.apple.com' },
  { name: 'library', host: 'appleid.cdn-apple.com', paths: { '/appleauth': '/appleauth' } },
]
