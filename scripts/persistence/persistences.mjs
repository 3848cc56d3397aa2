// The persistence of each client at a store's URL.
import { postgresPersistence, redisPersistence, s3Persistence } from 'backlot/adapter'

const CLIENTS = {
  async ioredis(url) {
    const { Redis } = await import('ioredis')
    const redis = new Redis(url)
    // The server is killed now and then; the client connects again by itself.
    redis.on('error', () => undefined)
    return redisPersistence(redis)
  },
  async redis(url) {
    const { createClient } = await import('redis')
    const redis = createClient({ url })
    redis.on('error', () => undefined)
    await redis.connect()
    return redisPersistence(redis)
  },
  async pg(url) {
    const { default: pg } = await import('pg')
    const pool = new pg.Pool({ connectionString: url, max: 2 })
    pool.on('error', () => undefined)
    return postgresPersistence(pool)
  },
  async s3(url) {
    const { S3 } = await import('@aws-sdk/client-s3')
    const credentials = {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    }
    return s3Persistence(new S3({ endpoint: url, region: 'us-east-1', forcePathStyle: true, credentials }), {
      bucket: 'box',
    })
  },
}

/** Returns the persistence of a client. */
export function persistenceOf(client, url) {
  return CLIENTS[client](url)
}
