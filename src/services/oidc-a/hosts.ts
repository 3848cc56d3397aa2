import type { VendorHost } from '#core/vendor-hosts.ts'

/** The vendor's hosts. */
export const hosts: readonly VendorHost[] = [
  { name: 'site', host: 'accounts.google.com' },
  {
    name: 'oauth',
    host: 'oauth2.googleapis.com',
    paths: {
      '/token': '/oauth2/token',
      '/revoke': '/oauth2/revoke',
      '/device/code': '/device/code',
      '/tokeninfo': '/tokeninfo',
    },
  },
  { name: 'userinfo', host: 'openidconnect.googleapis.com', paths: { '/v1/userinfo': '/v1/userinfo' } },
  {
    name: 'api',
    host: 'www.googleapis.com',
    paths: {
      '/oauth2': '/oauth2',
      '/userinfo/v2': '/userinfo/v2',
      '/robot/v1': '/robot/v1',
      '/service_accounts/v1': '/service_accounts/v1',
    },
  },
  { name: 'iam', host: 'iamcredentials.googleapis.com', paths: { '/v1/projects': '/v1/projects' } },
  { name: 'device', host: 'www.google.com', paths: { '/device': '/device' } },
]
