import type { CloudCall } from '#cloud/call.ts'
import { invalidRequest, malformedXml } from '#cloud/errors/s3.ts'
import { readDocument } from '#cloud/protocols/read-xml.ts'
import { startChecksum } from '#cloud/rules/s3/uploads/checksums.ts'
import { completionDocument, type Completion } from '#cloud/rules/s3/uploads/complete-upload.ts'
import { algorithmOf, findUpload } from '#cloud/rules/s3/uploads/multipart-upload.ts'
import type { Bucket } from '#cloud/schema/s3.ts'

/**
 * A step that reads the list of parts and adds it as `completion`. Checksums in the headers are those of the object,
 * not of the list.
 *
 * @throws `NoSuchUpload`, `MalformedXML`, and `InvalidRequest` for an empty body.
 */
export async function parseCompletion(
  call: CloudCall & { readonly bucket: Bucket; readonly key: string },
): Promise<{ readonly completion: Completion }> {
  if (call.file !== null) throw malformedXml()
  const isKnown = call.rows.completedUploads.find('uploadId', call.query.get('uploadId') ?? '') !== undefined
  if (!isKnown) findUpload(call, call.bucket, call.key)
  if (call.text.trim() === '') throw invalidRequest('You must specify at least one part')
  const { Part: listed } = await readDocument(call.text, 'CompleteMultipartUpload', completionDocument)
  const upload = call.rows.multipartUploads.find('uploadId', call.query.get('uploadId') ?? '')
  const composite = upload?.checksumType === 'COMPOSITE' ? await startChecksum(algorithmOf(upload)) : null
  return { completion: { listed, composite } }
}
