import type { VendorHost } from '#core/vendor-hosts.ts'

/** The vendor's hosts. */
export const hosts: readonly VendorHost[] = [
  { name: 'api', host: 'cloud.mongodb.com' },
  { name: 'data', host: 'data.mongodb-api.com', paths: { '/app': '/app' } },
  { name: 'data', host: '*.data.mongodb-api.com', paths: { '/app': '/app' } },
  {
    name: 'cluster',
    host: '*.mongodb.net',
    default: 'cluster0.backlot.mongodb.net',
    records: { srv: { '_mongodb._tcp': 27017 }, txt: ['authSource=admin&replicaSet=rs0'] },
  },
]
