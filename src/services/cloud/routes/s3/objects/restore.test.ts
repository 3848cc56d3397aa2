import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, RestoreObjectCommand } from '@aws-sdk/client-s3'
import { expect } from 'vitest'
import { cloudTest } from '#cloud/cloud.fixture.ts'

const object = { Bucket: 'photos', Key: 'old' }

const it = cloudTest({ s3: { buckets: [{ name: 'photos' }] } }).extend(
  'restore',
  ({ s3 }) =>
    (Tier?: 'Standard' | 'Bulk' | 'Expedited', Days = 2) =>
      s3.send(new RestoreObjectCommand({ ...object, RestoreRequest: { Days, GlacierJobParameters: { Tier } } })),
)

it('makes an archived object readable after the time of its tier, for some days', async ({ cloud, s3, restore }) => {
  await s3.send(new PutObjectCommand({ ...object, Body: 'bytes', StorageClass: 'GLACIER' }))
  const read = async () => (await s3.send(new GetObjectCommand(object))).Body?.transformToString()
  const told = async () => (await s3.send(new HeadObjectCommand(object))).Restore
  await expect(read()).rejects.toMatchObject({ name: 'InvalidObjectState' })
  expect(await told()).toBeUndefined()
  expect((await restore('Standard')).$metadata.httpStatusCode).toBe(202)
  expect(await told()).toBe('ongoing-request="true"')
  await expect(restore()).rejects.toMatchObject({
    name: 'RestoreAlreadyInProgress',
    $metadata: { httpStatusCode: 409 },
  })
  await expect(read()).rejects.toMatchObject({ name: 'InvalidObjectState' })

  cloud.clock.advance('5h')
  expect(await read()).toBe('bytes')
  expect(await told()).toMatch(/^ongoing-request="false", expiry-date="\w{3}, \d\d \w{3} \d{4} 00:00:00 GMT"$/)
  expect((await restore('Standard', 5)).$metadata.httpStatusCode).toBe(200)
  cloud.clock.advance('4d')
  expect(await read()).toBe('bytes')
  cloud.clock.advance('3d')
  await expect(read()).rejects.toMatchObject({ name: 'InvalidObjectState' })
})

it('refuses objects that are not archived, and tiers that their class does not have', async ({ s3, restore }) => {
  await s3.send(new PutObjectCommand({ ...object, Body: 'bytes' }))
  await expect(restore()).rejects.toMatchObject({ name: 'InvalidObjectState', $metadata: { httpStatusCode: 403 } })
  await s3.send(new PutObjectCommand({ ...object, Body: 'bytes', StorageClass: 'DEEP_ARCHIVE' }))
  await expect(restore('Expedited')).rejects.toMatchObject({ name: 'InvalidObjectState' })
})
