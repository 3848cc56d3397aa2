import { createHash, verify, X509Certificate } from 'node:crypto'
import { canonicalXml } from './canonical-xml.ts'
import { attributeOf, childOf, childrenOf, elementsWithin, textWithin, type XmlElement } from './xml-tree.ts'

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = `${DSIG}enveloped-signature`

const SIGNATURE_HASHES: Readonly<Record<string, string>> = {
  [`${DSIG}rsa-sha1`]: 'sha1',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256': 'sha256',
}

const DIGEST_HASHES: Readonly<Record<string, string>> = {
  [`${DSIG}sha1`]: 'sha1',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
}

/**
 * Returns whether an element has a valid signature of its own by one of the certificates: a child that refers to the
 * element by its `ID`, which no other element of the document has, and signs it in exclusive canonical form.
 * https://www.w3.org/TR/xmldsig-core1/
 */
export function hasValidSignature(element: XmlElement, certificates: readonly string[]): boolean {
  const signature = childOf(element, DSIG, 'Signature')
  const signedInfo = childOf(signature, DSIG, 'SignedInfo')
  const references = childrenOf(signedInfo, DSIG, 'Reference')
  const reference = references[0]
  if (signature === undefined || signedInfo === undefined || reference === undefined) return false
  if (references.length !== 1 || !refersTo(reference, element)) return false
  return (
    hasDigest(reference, element, signature) && certificates.some((each) => isSignedBy(signature, signedInfo, each))
  )
}

function refersTo(reference: XmlElement, element: XmlElement): boolean {
  const id = attributeOf(element, 'ID')
  if (id === undefined || id === '' || attributeOf(reference, 'URI') !== `#${id}`) return false
  let root = element
  while (root.parent !== null) root = root.parent
  // A second element of the same id could be what a reader takes for the signed one.
  return [...elementsWithin(root)].filter((each) => attributeOf(each, 'ID') === id).length === 1
}

function hasDigest(reference: XmlElement, element: XmlElement, signature: XmlElement): boolean {
  const transforms = childrenOf(childOf(reference, DSIG, 'Transforms'), DSIG, 'Transform')
  const names = transforms.map((transform) => attributeOf(transform, 'Algorithm'))
  if (!names.every((name) => name === ENVELOPED || name === EXCLUSIVE)) return false
  const hash = DIGEST_HASHES[attributeOf(childOf(reference, DSIG, 'DigestMethod'), 'Algorithm') ?? '']
  if (hash === undefined) return false
  const inclusive = inclusivePrefixes(transforms.find((each) => attributeOf(each, 'Algorithm') === EXCLUSIVE))
  const canonical = canonicalXml(element, { inclusive, without: names.includes(ENVELOPED) ? signature : undefined })
  return createHash(hash).update(canonical).digest('base64') === compact(childOf(reference, DSIG, 'DigestValue'))
}

function isSignedBy(signature: XmlElement, signedInfo: XmlElement, certificate: string): boolean {
  const method = childOf(signedInfo, DSIG, 'CanonicalizationMethod')
  const hash = SIGNATURE_HASHES[attributeOf(childOf(signedInfo, DSIG, 'SignatureMethod'), 'Algorithm') ?? '']
  if (attributeOf(method, 'Algorithm') !== EXCLUSIVE || hash === undefined) return false
  const signed = Buffer.from(canonicalXml(signedInfo, { inclusive: inclusivePrefixes(method) }))
  const value = Buffer.from(compact(childOf(signature, DSIG, 'SignatureValue')), 'base64')
  // The signatures of XML with elliptic curves are the two numbers, one after the other.
  const key = { key: new X509Certificate(certificate).publicKey, dsaEncoding: 'ieee-p1363' } as const
  return verify(hash, signed, key, value)
}

function inclusivePrefixes(method: XmlElement | undefined): string[] {
  const list = attributeOf(childOf(method, EXCLUSIVE, 'InclusiveNamespaces'), 'PrefixList') ?? ''
  return list.split(/\s+/).filter((prefix) => prefix !== '')
}

/** Returns the text of an element without any white space; empty for no element. */
function compact(element: XmlElement | undefined): string {
  return (textWithin(element) ?? '').replaceAll(/\s/g, '')
}
