import type { VendorHost } from '../../core/vendor-hosts.ts'

/** The vendor's hosts. */
export const hosts: readonly VendorHost[] = [
  { name: 'site', host: 'github.com' },
  { name: 'api', host: 'api.github.com' },
  { name: 'uploads', host: 'uploads.github.com' },
  { name: 'avatars', host: 'avatars.githubusercontent.com', paths: { '/': '/avatars' } },
  { name: 'raw', host: 'raw.githubusercontent.com', paths: { '/': '/raw' } },
]
