import type { VendorHost } from '#core/vendor-hosts.ts'

/** The vendor's hosts. */
export const hosts: readonly VendorHost[] = [
  { name: 'api', host: 'api.vercel.com' },
  { name: 'edge-config', host: 'edge-config.vercel.com' },
  { name: 'oidc', host: 'oidc.vercel.com', paths: { '/': '/oidc' } },
  {
    name: 'site',
    host: 'vercel.com',
    paths: {
      '/oauth': '/oauth',
      '/.well-known': '/.well-known',
      '/api/logs': '/api/logs',
      '/api/blob': '/api/blob',
    },
  },
  // The host of Blob's API before version 1.0.2 of the vendor's client.
  { name: 'blob', host: 'blob.vercel-storage.com', paths: { '/': '/api/blob' } },
  { name: 'public-blobs', host: '*.public.blob.vercel-storage.com', paths: { '/': '/blob/public' } },
  { name: 'private-blobs', host: '*.private.blob.vercel-storage.com', paths: { '/': '/blob/private' } },
]
