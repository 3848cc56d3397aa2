import type { CloudCall } from '../../call.ts'
import { uriEncode } from '../../signature/sign.ts'

/** Where an object is, as the answers to writes say it: the slashes of its key are encoded, as the vendor's are. */
export function objectUrl({ origin }: Pick<CloudCall, 'origin'>, bucket: string, key: string): string {
  return `${origin}/${bucket}/${uriEncode(key)}`
}
