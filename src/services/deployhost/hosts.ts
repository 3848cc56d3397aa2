import type { VendorHost } from '#core/vendor-hosts.ts'

/** The vendor's hosts. */
export const hosts: readonly VendorHost[] = [
  { name: 'api', host: 'api.vercel.com' },
  { name: 'edge-config', host: 'edge-config.vercel.com' },
  { name: 'oidc', host: 'oidc.vercel.com', paths: { '/': '/oidc' } },
  {
    name: 'site',
    host: 'vercel.com',
    paths: { '/oauth': '/oauth', '/.well-known': '/.well-known', '/api/logs': '/api/logs' },
  },
]
