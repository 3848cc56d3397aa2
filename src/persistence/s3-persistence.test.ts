import { S3 } from '@aws-sdk/client-s3'
import { expect } from 'vitest'
import { serviceTest } from '#testkit/service-test.ts'
import type { State } from './persistence.ts'
import { s3Persistence } from './s3-persistence.ts'

const it = serviceTest('cloud', { seed: { cloud: { s3: { buckets: [{ name: 'box' }] } } } }).extend(
  's3',
  ({ cloud }) => {
    const credentials = {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    }
    return new S3({ endpoint: cloud.url, region: 'us-east-1', forcePathStyle: true, credentials, maxAttempts: 2 })
  },
)

const state: State = { format: 1, services: {} }

it('swaps the object of S3 only where the version is the saved one', async ({ s3 }) => {
  const [a, b] = [s3Persistence(s3, { bucket: 'box' }), s3Persistence(s3, { bucket: 'box' })]
  const none = await a.load()
  expect(none).toEqual({ data: null, version: null })
  const first = await a.save(state, { ifVersion: none.version })
  expect(await b.save(state, { ifVersion: none.version })).toBeNull()
  const second = await b.save(state, { ifVersion: first?.version })
  // The same content has another version.
  expect(second?.version).not.toEqual(first?.version)
  expect(await a.save(state, { ifVersion: first?.version })).toBeNull()
  expect(await a.load({ knownVersion: first?.version })).toEqual({ data: state, version: second?.version })
  expect(await a.load({ knownVersion: second?.version })).toEqual({ data: null, version: second?.version })
})

it('takes a save of S3 for done whose answer was lost and that the client sent again', async ({ s3, cloud }) => {
  const persistence = s3Persistence(s3, { bucket: 'box' })
  const again = s3Persistence(
    {
      getObject: (input) => s3.getObject(input),
      async putObject(input) {
        await s3.putObject(input)
        return s3.putObject(input)
      },
    },
    { bucket: 'box' },
  )
  const saved = await again.save(state, { ifVersion: null })
  expect(cloud.requests.map(({ status }) => status)).toEqual([200, 412, 200])
  expect(await persistence.load()).toEqual({ data: state, version: saved?.version })
})

it('reports a bucket of S3 that is missing, and a client without operations', async ({ s3 }) => {
  const persistence = s3Persistence(s3, { bucket: 'no-such-box' })
  await expect(persistence.load()).rejects.toThrow('bucket does not exist')
  await expect(persistence.save(state, { ifVersion: null })).rejects.toThrow('bucket does not exist')
  expect(() => s3Persistence({} as S3, { bucket: 'box' })).toThrow('not an S3Client') // what a user may pass
})
