import type { CloudCall } from '../../call.ts'
import { uriEncode } from '../../signature/sign.ts'

/** Returns the URL of an object as answers to writes contain it. The slashes of its key are encoded, as the vendor does. */
export function objectUrl({ origin }: Pick<CloudCall, 'origin'>, bucket: string, key: string): string {
  return `${origin}/${bucket}/${uriEncode(key)}`
}
