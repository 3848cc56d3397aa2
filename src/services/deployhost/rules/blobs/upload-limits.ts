import { badRequest } from '#deployhost/errors.ts'
import { blobTooLarge, contentTypeNotAllowed, pathnameMismatch } from '#deployhost/errors/blobs.ts'
import * as v from 'valibot'

const optional = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema))

/** The payload of a token for one upload, as the server of an application signs it. */
export const UploadLimits = v.object({
  pathname: v.string(),
  /** Epoch milliseconds. */
  validUntil: v.number(),
  maximumSizeInBytes: optional(v.number()),
  allowedContentTypes: optional(v.array(v.string())),
  addRandomSuffix: optional(v.boolean()),
  allowOverwrite: optional(v.boolean()),
  cacheControlMaxAge: optional(v.number()),
  ifMatch: optional(v.string()),
  onUploadCompleted: optional(v.object({ callbackUrl: v.string(), tokenPayload: optional(v.string()) })),
})

/** The limits of a token for one upload, or of a signed URL. */
export type UploadLimits = v.InferOutput<typeof UploadLimits>

/**
 * Returns the limits in a JSON text.
 *
 * @throws 400 for another text.
 */
export function parseLimits(text: string): UploadLimits {
  try {
    return v.parse(UploadLimits, JSON.parse(text))
  } catch {
    throw badRequest('Invalid token payload')
  }
}

/** @throws 403 for another pathname or a type that is not allowed. */
export function requireWithinLimits(
  limits: UploadLimits,
  { pathname, contentType }: { readonly pathname: string; readonly contentType: string },
): void {
  if (limits.pathname !== pathname) throw pathnameMismatch()
  const { allowedContentTypes: allowed } = limits
  if (allowed === undefined || allowed === null || isAllowedType(contentType, allowed)) return
  throw contentTypeNotAllowed(contentType)
}

/** @throws 400 for more bytes than are allowed. */
export function requireAllowedSize({ maximumSizeInBytes: most }: UploadLimits, size: number): void {
  if (most !== undefined && most !== null && size > most) throw blobTooLarge(most)
}

/** Returns whether a list has a media type, or all types of its kind: `image/*`. */
function isAllowedType(contentType: string, allowed: readonly string[]): boolean {
  const essence = (contentType.split(';')[0] ?? '').trim()
  return allowed.includes(essence) || allowed.includes(`${essence.split('/')[0]}/*`)
}
