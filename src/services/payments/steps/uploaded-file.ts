import { formBoundary, formParts, MalformedForm } from '#core/http/form-data.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'

/** The file in a form; null for a form without one. */
interface UploadedFile {
  readonly bytes: Uint8Array
  readonly filename: string | null
}

/** A form of `multipart/form-data`, read. */
export interface UploadForm {
  /** The other members, as a form of `application/x-www-form-urlencoded`. */
  readonly fields: string
  readonly file: UploadedFile | null
}

/**
 * Reads a form of `multipart/form-data`, whose member `file` is a file, and adds it as `upload`.
 *
 * @throws 400 for another body.
 */
export async function loadUpload(call: PaymentsCall): Promise<{ readonly upload: UploadForm }> {
  const boundary = formBoundary(call.header('content-type'))
  if (boundary === null) {
    throw invalidRequest(
      "Invalid request: file uploads must be sent as 'multipart/form-data'. See https://stripe.com/docs/file-upload",
    )
  }
  const fields = new URLSearchParams()
  let file: UploadedFile | null = null
  try {
    for await (const { name, filename, pieces } of formParts(once(call.bytes), boundary)) {
      const all = await collect(pieces)
      if (name === 'file') file = { bytes: new Uint8Array(all), filename }
      else fields.append(name, all.toString('utf8'))
    }
  } catch (error) {
    if (error instanceof MalformedForm) throw invalidRequest(`Invalid request: ${error.message}.`)
    throw error
  }
  return { upload: { fields: fields.toString(), file } }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
