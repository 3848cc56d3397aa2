import type { VendorHost } from '#core/vendor-hosts.ts'

/** The vendor's hosts. */
export const hosts: readonly VendorHost[] = [
  { name: 'api', host: 'api.resend.com' },
  { name: 'unsubscribe', host: 'unsubscribe.resend.com', paths: { '/unsubscribe': '/unsubscribe' } },
]
