import type { VendorHost } from '#core/vendor-hosts.ts'

/** The vendor's hosts. */
export const hosts: readonly VendorHost[] = [
  { name: 'site', host: 'login.microsoftonline.com' },
  { name: 'site', host: 'login.microsoft.com' },
  { name: 'site', host: 'login.windows.net' },
  { name: 'issuer', host: 'sts.windows.net' },
  { name: 'graph', host: 'graph.microsoft.com', paths: { '/v1.0': '/v1.0', '/beta': '/beta', '/oidc': '/oidc' } },
  { name: 'device', host: 'microsoft.com', paths: { '/devicelogin': '/devicelogin' } },
  { name: 'device', host: 'www.microsoft.com', paths: { '/devicelogin': '/devicelogin' } },
]
