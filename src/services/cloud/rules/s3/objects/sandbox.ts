import type { Bucket } from '#cloud/schema/s3.ts'

/**
 * Returns the headers of an object, with those that keep a browser from running the object when it could. The object
 * would run with the origin of the instance, and could call its control plane and its API. A bucket with a website
 * configuration serves its objects without these headers. https://www.w3.org/TR/CSP3/#directive-sandbox
 */
export function withSandbox(
  bucket: Bucket,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if ((bucket.configurations.website ?? null) !== null || !canRun(headers['content-type'] ?? '')) return headers
  return { ...headers, 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' }
}

/**
 * Returns whether a browser may show content of a type as a document with scripts: HTML and XML, several documents in
 * one body, and types that browsers replace by what the bytes look like. https://mimesniff.spec.whatwg.org/
 */
function canRun(contentType: string): boolean {
  // When a header has several types, browsers take the last valid one.
  if (contentType.includes(',')) return true
  const [essence = ''] = contentType.toLowerCase().split(';')
  const type = essence.trim()
  return !/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type) || RUNNABLE.test(type)
}

const RUNNABLE = /^(multipart|unknown)\/|[/+](html|xml|xsl|xslt|unknown)$|^message\/rfc822$/
