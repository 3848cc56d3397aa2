import type { VendorHost } from '../../core/vendor-hosts.ts'

/** The name of the instance in the hosts of its frontend API and account portal. */
const INSTANCE = 'backlot-stand-in-00'

/** The vendor's hosts. Any host of a frontend API is the instance, as an application takes it from its own publishable key. */
export const hosts: readonly VendorHost[] = [
  { name: 'site', host: '*.clerk.accounts.dev', instance: `${INSTANCE}.clerk.accounts.dev` },
  { name: 'api', host: 'api.clerk.com' },
  { name: 'api', host: 'api.clerk.dev' },
  { name: 'portal', host: '*.accounts.dev', instance: `${INSTANCE}.accounts.dev` },
  { name: 'images', host: 'img.clerk.com', paths: { '/': '/images' } },
]
