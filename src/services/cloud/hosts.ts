import type { VendorHost } from '#core/vendor-hosts.ts'

/** Returns the vendor's hosts, of every region. URLs without a region of their own have that of the seed. */
export function hosts({ region }: { readonly region: string }): readonly VendorHost[] {
  return [
    { name: 's3', host: 's3.*.amazonaws.com', default: `s3.${region}.amazonaws.com` },
    { name: 's3', host: 's3.amazonaws.com' },
    { name: 's3', host: 's3.dualstack.*.amazonaws.com' },
    { name: 'bucket', host: '*.s3.*.amazonaws.com' },
    { name: 'bucket', host: '*.s3.amazonaws.com' },
    { name: 'bucket', host: '*.s3.dualstack.*.amazonaws.com' },
    { name: 'sqs', host: 'sqs.*.amazonaws.com', default: `sqs.${region}.amazonaws.com` },
    { name: 'sqs', host: 'queue.amazonaws.com' },
    { name: 'sqs', host: '*.queue.amazonaws.com' },
    { name: 'iam', host: 'iam.amazonaws.com' },
    { name: 'sts', host: 'sts.*.amazonaws.com', default: `sts.${region}.amazonaws.com` },
    { name: 'sts', host: 'sts.amazonaws.com' },
  ]
}
