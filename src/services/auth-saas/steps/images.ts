import { formBoundary, formParts, MalformedForm } from '#core/http/form-data.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import type { UploadedImage } from '#auth-saas/rules/images.ts'
import { paramMissing, clerkFailure } from '#auth-saas/errors.ts'

/** The size that the vendor allows for an image: 10 MB. */
const LARGEST = 10 * 1024 * 1024

/** The types of the vendor's images. */
const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml', 'image/x-icon']

/**
 * Reads the image in the member `file` of a form, and adds it as `image`.
 *
 * @throws 400 for a body that is no form, 413 for a large image, 415 for another type, 422 without a file.
 */
export async function loadUploadedImage(call: AuthCall): Promise<{ readonly image: UploadedImage }> {
  const boundary = formBoundary(call.header('content-type'))
  if (boundary === null) throw unreadable('The request body must be multipart/form-data.')
  const fields: Record<string, string> = {}
  let image: { readonly bytes: Uint8Array; readonly type: string } | undefined
  try {
    for await (const part of formParts(once(call.bytes), boundary)) {
      const bytes = await collect(part.pieces)
      if (part.name === 'file') image = { bytes, type: part.contentType ?? 'application/octet-stream' }
      else if (part.name !== '__proto__') fields[part.name] = Buffer.from(bytes).toString('utf8')
    }
  } catch (error) {
    if (error instanceof MalformedForm) throw unreadable(error.message)
    throw error
  }
  if (image === undefined) throw paramMissing('file')
  if (image.bytes.length > LARGEST) {
    throw clerkFailure(
      413,
      'image_too_large',
      'Image too large',
      'The image being uploaded is more than 10MB. Please choose a smaller one.',
    )
  }
  const type = typeOf(image.bytes) ?? image.type
  if (!TYPES.includes(type)) {
    throw clerkFailure(
      415,
      'unsupported_content_type',
      'Image type not supported',
      `The image type ${type} is not supported.`,
    )
  }
  return { image: { bytes: image.bytes, type, fields } }
}

function unreadable(reason: string): Error {
  return clerkFailure(400, 'request_body_invalid', 'Request body invalid', reason)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** Returns the type that the first bytes of an image tell; undefined for none that is known. */
function typeOf(bytes: Uint8Array): string | undefined {
  const hex = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  if (hex.startsWith('89504e47')) return 'image/png'
  if (hex.startsWith('ffd8ff')) return 'image/jpeg'
  if (hex.startsWith('474946')) return 'image/gif'
  return hex.startsWith('52494646') && hex.endsWith('57454250') ? 'image/webp' : undefined
}
