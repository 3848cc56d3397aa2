import type { VendorHost } from '#core/vendor-hosts.ts'

/** The members of a cluster's replica set. */
const SHARDS = ['*-shard-00-00', '*-shard-00-01', '*-shard-00-02']

/** The vendor's hosts. */
export const hosts: readonly VendorHost[] = [
  { name: 'api', host: 'cloud.mongodb.com' },
  { name: 'data', host: 'data.mongodb-api.com', paths: { '/app': '/app' } },
  { name: 'data', host: '*.data.mongodb-api.com', paths: { '/app': '/app' } },
  {
    name: 'cluster',
    host: '*.mongodb.net',
    default: 'cluster0.backlot.mongodb.net',
    records: { srv: { '_mongodb._tcp': { port: 27_017, labels: SHARDS } }, txt: ['authSource=admin&replicaSet=rs0'] },
  },
]
