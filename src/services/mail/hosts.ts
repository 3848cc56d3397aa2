import type { VendorHost } from '#core/vendor-hosts.ts'

/** The vendor's hosts. */
export const hosts: readonly VendorHost[] = [
  { name: 'api', host: 'api.resend.com' },
  { name: 'unsubscribe', host: 'unsubscribe.resend.com', paths: { '/unsubscribe': '/unsubscribe' } },
  // The links and pixels of tracked emails.
  { name: 'tracking', host: 'us-east-1.resend-clicks.com', paths: { '/CL0': '/CL0', '/CI0': '/CI0' } },
]
