import type { CloudCall } from '#cloud/call.ts'
import { dnsSuffix } from '../../account.ts'
import { settingsOf } from '../../settings.ts'
import { uriEncode } from '#cloud/signature/sign.ts'

/**
 * Returns the URL of an object as answers to writes contain it. The slashes of its key are encoded, as the vendor does.
 */
export function objectUrl(
  { origin, urls, rows }: Pick<CloudCall, 'origin' | 'urls' | 'rows'>,
  bucket: string,
  key: string,
): string {
  if (urls.real) {
    const region = rows.buckets.get(bucket)?.region ?? settingsOf({ rows }).region
    return `https://${bucket}.s3.${region}.${dnsSuffix(region)}/${uriEncode(key)}`
  }
  return `${origin}/${bucket}/${uriEncode(key)}`
}
