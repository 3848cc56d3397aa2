// The clients of each kind, as their packages declare them: what the type check of `npm run test:persistence` reads.
import { S3 } from '@aws-sdk/client-s3'
import { postgresPersistence, redisPersistence, s3Persistence } from 'backlot/adapter'
import { Cluster, Redis } from 'ioredis'
import pg from 'pg'
import { createClient, createCluster } from 'redis'

/** @type {import('backlot/adapter').SharedPersistence[]} */
export const persistences = [
  redisPersistence(new Redis()),
  redisPersistence(new Cluster([])),
  redisPersistence(createClient()),
  redisPersistence(createCluster({ rootNodes: [] })),
  postgresPersistence(new pg.Pool()),
  postgresPersistence(new pg.Client()),
  s3Persistence(new S3({}), { bucket: 'box' }),
]
