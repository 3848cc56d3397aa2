import { empty } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { xmlAnswer } from '#cloud/protocols/rest-xml.ts'
import {
  analyticsSchema,
  checkInventory,
  deleteNamedConfiguration,
  findNamedConfiguration,
  intelligentTieringSchema,
  inventorySchema,
  metricsSchema,
  namedConfigurationsPage,
  putNamedConfiguration,
} from '#cloud/rules/s3/buckets/named-configurations.ts'
import type { NamedConfiguration } from '#cloud/schema/s3.ts'
import { loadBucket } from '#cloud/steps/s3/load-bucket.ts'
import { xmlBody } from '#cloud/steps/s3/xml-body.ts'

const { get, put, del } = routesFor<CloudCall>()

/** Returns the routes that read and delete the configurations of one kind, `Metrics`. */
function readRoutes(kind: NamedConfiguration, name: string, subresource: string, listRoot: string) {
  const read = loadBucket(`s3:Get${name}Configuration`)
  const root = `${name}Configuration`
  return [
    get(`s3:GetBucket${name}Configuration`, `/:bucket?${subresource}&id`, read, ({ bucket, query }) =>
      xmlAnswer(root, findNamedConfiguration(bucket, kind, query.get('id'))),
    ),
    get(`s3:ListBucket${name}Configurations`, `/:bucket?${subresource}`, read, ({ bucket, query }) => {
      const after = query.get('continuation-token')
      const { configurations, token } = namedConfigurationsPage(bucket, kind, after)
      return xmlAnswer(listRoot, {
        IsTruncated: token !== null,
        ContinuationToken: after,
        NextContinuationToken: token,
        [root]: configurations,
      })
    }),
    del(
      `s3:DeleteBucket${name}Configuration`,
      `/:bucket?${subresource}&id`,
      loadBucket(`s3:Put${name}Configuration`),
      (call) => {
        deleteNamedConfiguration(call, call.bucket, kind, call.query.get('id'))
        return empty()
      },
    ),
  ]
}

/**
 * The configurations of which a bucket has several. They are stored and returned: no reports are written, nothing is
 * measured, and no object changes its tier.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
 */
export const namedConfigurationRoutes = [
  ...readRoutes('metrics', 'Metrics', 'metrics', 'ListMetricsConfigurationsResult'),
  put(
    's3:PutBucketMetricsConfiguration',
    '/:bucket?metrics&id',
    loadBucket('s3:PutMetricsConfiguration'),
    xmlBody('MetricsConfiguration', metricsSchema),
    (call) => {
      putNamedConfiguration(call, call.bucket, 'metrics', call.query.get('id'), call.body)
      return empty()
    },
  ),
  ...readRoutes('inventory', 'Inventory', 'inventory', 'ListInventoryConfigurationsResult'),
  put(
    's3:PutBucketInventoryConfiguration',
    '/:bucket?inventory&id',
    loadBucket('s3:PutInventoryConfiguration'),
    xmlBody('InventoryConfiguration', inventorySchema),
    (call) => {
      checkInventory(call.body)
      putNamedConfiguration(call, call.bucket, 'inventory', call.query.get('id'), call.body)
      return empty()
    },
  ),
  ...readRoutes('analytics', 'Analytics', 'analytics', 'ListBucketAnalyticsConfigurationResult'),
  put(
    's3:PutBucketAnalyticsConfiguration',
    '/:bucket?analytics&id',
    loadBucket('s3:PutAnalyticsConfiguration'),
    xmlBody('AnalyticsConfiguration', analyticsSchema),
    (call) => {
      putNamedConfiguration(call, call.bucket, 'analytics', call.query.get('id'), call.body)
      return empty()
    },
  ),
  ...readRoutes(
    'intelligentTiering',
    'IntelligentTiering',
    'intelligent-tiering',
    'ListBucketIntelligentTieringConfigurationsOutput',
  ),
  put(
    's3:PutBucketIntelligentTieringConfiguration',
    '/:bucket?intelligent-tiering&id',
    loadBucket('s3:PutIntelligentTieringConfiguration'),
    xmlBody('IntelligentTieringConfiguration', intelligentTieringSchema),
    (call) => {
      putNamedConfiguration(call, call.bucket, 'intelligentTiering', call.query.get('id'), call.body)
      return empty()
    },
  ),
]
