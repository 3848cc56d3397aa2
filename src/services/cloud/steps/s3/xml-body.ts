import type * as v from 'valibot'
import { declareInput } from '#core/route-input.ts'
import type { CloudCall } from '#cloud/call.ts'
import { readDocument } from '#cloud/protocols/read-xml.ts'
import { bytesOfUpload, receiveUpload } from './upload.ts'

/**
 * Returns a step that parses the XML body and adds it as `body`.
 *
 * @throws `MalformedXML` when it does not fit, and the failures of a body that does not match its checksums.
 */
export function xmlBody<S extends v.GenericSchema>(root: string, schema: S) {
  const step = async (call: CloudCall): Promise<{ readonly body: v.InferOutput<S> }> => {
    const sent = await receiveUpload(call)
    return { body: await readDocument(bytesOfUpload(sent.upload).toString('utf8'), root, schema) }
  }
  return declareInput(step, { media: 'xml', schema, root })
}
