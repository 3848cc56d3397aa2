import type { Answer } from '#core/answer.ts'
import { NAMESPACES } from './wire.ts'
import { writeXml, type XmlValue } from './xml.ts'

/** Returns an S3 answer with an XML document. */
export function xmlAnswer(
  root: string,
  content: XmlValue,
  headers: Readonly<Record<string, string>> = {},
): Answer<string> {
  return {
    status: 200,
    headers: { 'content-type': 'application/xml', ...headers },
    body: writeXml(root, content, { xmlns: NAMESPACES.s3 }),
  }
}
