import type { VendorHost } from '#core/vendor-hosts.ts'

/** The vendor's hosts. */
export const hosts: readonly VendorHost[] = [
  { name: 'api', host: 'api.stripe.com' },
  {
    name: 'files',
    host: 'files.stripe.com',
    paths: { '/v1/files': '/v1/files', '/v1/quotes': '/v1/quotes', '/links': '/links' },
  },
  { name: 'checkout', host: 'checkout.stripe.com', paths: { '/c': '/c' } },
  { name: 'links', host: 'buy.stripe.com', paths: { '/': '/b' } },
  { name: 'billing', host: 'billing.stripe.com', paths: { '/p': '/p' } },
  { name: 'invoices', host: 'invoice.stripe.com', paths: { '/i': '/i' } },
  { name: 'receipts', host: 'pay.stripe.com', paths: { '/receipts': '/receipts', '/credit_notes': '/credit_notes' } },
  { name: 'hooks', host: 'hooks.stripe.com', paths: { '/3ds': '/3ds', '/redirect': '/redirect' } },
  { name: 'redirects', host: 'pm-redirects.stripe.com', paths: { '/authorize': '/authorize' } },
  { name: 'verification', host: 'payments.stripe.com', paths: { '/microdeposits': '/microdeposits' } },
  {
    name: 'connect',
    host: 'connect.stripe.com',
    paths: { '/setup': '/setup', '/express': '/express', '/oauth': '/oauth' },
  },
  { name: 'script', host: 'js.stripe.com', pages: true },
]
