import { expect, it } from 'vitest'
import { operationName } from './operation-name.ts'

it.each([
  ['s3:GetObject', 'GET', 'REST.GET.OBJECT'],
  ['s3:HeadBucket', 'HEAD', 'REST.HEAD.BUCKET'],
  ['s3:ListObjectsV2', 'GET', 'REST.GET.BUCKET'],
  ['s3:ListObjectVersions', 'GET', 'REST.GET.BUCKETVERSIONS'],
  ['s3:CopyObject', 'PUT', 'REST.COPY.OBJECT'],
  ['s3:UploadPart', 'PUT', 'REST.PUT.PART'],
  ['s3:CompleteMultipartUpload', 'POST', 'REST.POST.UPLOAD'],
  ['s3:DeleteObjects', 'POST', 'REST.POST.MULTI_OBJECT_DELETE'],
  ['s3:PutObjectTagging', 'PUT', 'REST.PUT.OBJECT_TAGGING'],
  ['s3:GetBucketTagging', 'GET', 'REST.GET.TAGGING'],
  ['s3:PutBucketLifecycleConfiguration', 'PUT', 'REST.PUT.LIFECYCLE'],
  ['s3:GetPublicAccessBlock', 'GET', 'REST.GET.PUBLIC_ACCESS_BLOCK'],
  ['s3:GetBucketPolicy', 'GET', 'REST.GET.BUCKETPOLICY'],
  ['s3:ServeWebsite', 'GET', 'WEBSITE.GET.OBJECT'],
])('%s (%s) is %s in an access log', (operation, method, name) => {
  expect(operationName(operation, method)).toBe(name)
})
