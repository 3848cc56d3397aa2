import type { VendorHost } from '#core/vendor-hosts.ts'
import { dnsSuffix } from './rules/account.ts'

const CHINESE = 'amazonaws.com.cn'

/** Returns the vendor's hosts, of every region. URLs without a region of their own have that of the seed. */
export function hosts({ region }: { readonly region: string }): readonly VendorHost[] {
  const usual = dnsSuffix(region)
  const regional = (suffix: string): readonly VendorHost[] => [
    { name: 's3', host: `s3.*.${suffix}`, ...(suffix === usual ? { default: `s3.${region}.${suffix}` } : {}) },
    { name: 's3', host: `s3.dualstack.*.${suffix}` },
    { name: 'bucket', host: `*.s3.*.${suffix}` },
    { name: 'bucket', host: `*.s3.dualstack.*.${suffix}` },
    { name: 'bucket', host: `*.s3-website.*.${suffix}` },
    { name: 'sqs', host: `sqs.*.${suffix}`, ...(suffix === usual ? { default: `sqs.${region}.${suffix}` } : {}) },
    { name: 'sts', host: `sts.*.${suffix}`, ...(suffix === usual ? { default: `sts.${region}.${suffix}` } : {}) },
  ]
  const other = usual === CHINESE ? 'amazonaws.com' : CHINESE
  return [
    ...regional(usual),
    { name: 's3', host: 's3.amazonaws.com' },
    { name: 'bucket', host: '*.s3.amazonaws.com' },
    { name: 'bucket', host: '*.s3-website-*.amazonaws.com' },
    { name: 'sqs', host: 'queue.amazonaws.com' },
    { name: 'sqs', host: '*.queue.amazonaws.com' },
    { name: 'iam', host: 'iam.amazonaws.com' },
    { name: 'iam', host: 'iam.us-gov.amazonaws.com' },
    { name: 'sts', host: 'sts.amazonaws.com' },
    ...regional(other),
    { name: 'iam', host: 'iam.cn-north-1.amazonaws.com.cn' },
  ]
}
