import {
  DeleteBucketInventoryConfigurationCommand,
  GetBucketAnalyticsConfigurationCommand,
  GetBucketIntelligentTieringConfigurationCommand,
  GetBucketInventoryConfigurationCommand,
  GetBucketMetricsConfigurationCommand,
  ListBucketAnalyticsConfigurationsCommand,
  ListBucketIntelligentTieringConfigurationsCommand,
  ListBucketInventoryConfigurationsCommand,
  ListBucketMetricsConfigurationsCommand,
  PutBucketAnalyticsConfigurationCommand,
  PutBucketIntelligentTieringConfigurationCommand,
  PutBucketInventoryConfigurationCommand,
  PutBucketMetricsConfigurationCommand,
  type InventoryConfiguration,
} from '@aws-sdk/client-s3'
import { describe, expect } from 'vitest'
import { cloudTest } from '#cloud/cloud.fixture.ts'

const Bucket = 'photos'

const it = cloudTest({ s3: { buckets: [{ name: Bucket }] } })

const inventory = (Id: string): InventoryConfiguration => ({
  Id,
  IsEnabled: true,
  IncludedObjectVersions: 'All',
  Destination: { S3BucketDestination: { Bucket: 'arn:aws:s3:::reports', Format: 'CSV' } },
  OptionalFields: ['Size', 'ETag'],
  Schedule: { Frequency: 'Daily' },
})

describe('the inventories of a bucket', () => {
  it('are stored by id, listed by it, and deleted once', async ({ s3 }) => {
    for (const Id of ['weekly', 'daily']) {
      await s3.send(new PutBucketInventoryConfigurationCommand({ Bucket, Id, InventoryConfiguration: inventory(Id) }))
    }
    const { InventoryConfiguration: stored } = await s3.send(
      new GetBucketInventoryConfigurationCommand({ Bucket, Id: 'daily' }),
    )
    expect(stored).toEqual(inventory('daily'))
    const list = await s3.send(new ListBucketInventoryConfigurationsCommand({ Bucket }))
    expect(list).toMatchObject({ IsTruncated: false })
    expect(list.InventoryConfigurationList?.map(({ Id }) => Id)).toEqual(['daily', 'weekly'])
    const remove = () => s3.send(new DeleteBucketInventoryConfigurationCommand({ Bucket, Id: 'daily' }))
    await remove()
    await expect(remove()).rejects.toMatchObject({ name: 'NoSuchConfiguration', $metadata: { httpStatusCode: 404 } })
  })

  it.for([
    ['another id in the document', { ...inventory('other') }, 'IdMismatch'],
    [
      'a destination that is no ARN',
      { ...inventory('daily'), Destination: { S3BucketDestination: { Bucket: 'reports', Format: 'CSV' } } },
      'InvalidS3DestinationBucket',
    ],
    ['an unknown field', { ...inventory('daily'), OptionalFields: ['Colour'] }, 'MalformedXML'],
    ['an unknown frequency', { ...inventory('daily'), Schedule: { Frequency: 'Hourly' } }, 'MalformedXML'],
  ] as const)('refuse %s', async ([, configuration, code], { s3 }) => {
    const put = new PutBucketInventoryConfigurationCommand({
      Bucket,
      Id: 'daily',
      InventoryConfiguration: configuration as unknown as InventoryConfiguration, // wrong on purpose
    })
    await expect(s3.send(put)).rejects.toMatchObject({ name: code, $metadata: { httpStatusCode: 400 } })
  })
})

it('lists metrics a hundred at a time', async ({ s3 }) => {
  for (let number = 100; number < 201; number++) {
    const Id = `m-${number}`
    await s3.send(
      new PutBucketMetricsConfigurationCommand({
        Bucket,
        Id,
        MetricsConfiguration: { Id, Filter: { Prefix: 'logs/' } },
      }),
    )
  }
  const first = await s3.send(new ListBucketMetricsConfigurationsCommand({ Bucket }))
  expect(first).toMatchObject({ IsTruncated: true, MetricsConfigurationList: { length: 100 } })
  const second = await s3.send(
    new ListBucketMetricsConfigurationsCommand({ Bucket, ContinuationToken: first.NextContinuationToken }),
  )
  expect(second).toMatchObject({
    IsTruncated: false,
    ContinuationToken: first.NextContinuationToken,
    MetricsConfigurationList: [{ Id: 'm-200', Filter: { Prefix: 'logs/' } }],
  })
  const missing = new GetBucketMetricsConfigurationCommand({ Bucket, Id: 'm-1' })
  await expect(s3.send(missing)).rejects.toMatchObject({ name: 'NoSuchConfiguration' })
})

it('stores analytics and intelligent tiering', async ({ s3 }) => {
  const AnalyticsConfiguration = {
    Id: 'cold',
    Filter: { And: { Prefix: 'a/', Tags: [{ Key: 'team', Value: 'blue' }] } },
    StorageClassAnalysis: {},
  }
  await s3.send(new PutBucketAnalyticsConfigurationCommand({ Bucket, Id: 'cold', AnalyticsConfiguration }))
  const analytics = await s3.send(new GetBucketAnalyticsConfigurationCommand({ Bucket, Id: 'cold' }))
  expect(analytics.AnalyticsConfiguration).toMatchObject({ Id: 'cold', Filter: AnalyticsConfiguration.Filter })
  const listed = await s3.send(new ListBucketAnalyticsConfigurationsCommand({ Bucket }))
  expect(listed.AnalyticsConfigurationList).toHaveLength(1)

  const IntelligentTieringConfiguration = {
    Id: 'tiers',
    Filter: { Prefix: 'a/' },
    Status: 'Enabled' as const,
    Tierings: [{ Days: 90, AccessTier: 'ARCHIVE_ACCESS' as const }],
  }
  const put = (Id: string) =>
    s3.send(new PutBucketIntelligentTieringConfigurationCommand({ Bucket, Id, IntelligentTieringConfiguration }))
  await put('tiers')
  await expect(put('others')).rejects.toMatchObject({ name: 'MalformedXML' })
  const tiers = await s3.send(new GetBucketIntelligentTieringConfigurationCommand({ Bucket, Id: 'tiers' }))
  expect(tiers.IntelligentTieringConfiguration).toEqual(IntelligentTieringConfiguration)
  const all = await s3.send(new ListBucketIntelligentTieringConfigurationsCommand({ Bucket }))
  expect(all.IntelligentTieringConfigurationList).toEqual([IntelligentTieringConfiguration])
})
