import { createHash, verify, type KeyObject } from 'node:crypto'
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

/** The keys and algorithms by which a signature is accepted. */
export interface SignatureRules {
  /** The public keys of the signer; a signature by any of them is valid. */
  readonly keys: readonly KeyObject[]
  /** True for a service that still accepts SHA-1. */
  readonly acceptsSha1: boolean
}

/** The result of a check; `flaw` says why a signature that is there is not valid: `its digest is wrong`. */
export type SignatureCheck = 'valid' | 'missing' | { readonly flaw: string }

/**
 * Checks the enveloped signature of an element: a child that refers to the element by its `ID`, which no other element
 * of the document has, and signs it in exclusive canonical form. https://www.w3.org/TR/xmldsig-core1/
 */
export function checkSignature(element: XmlElement, rules: SignatureRules): SignatureCheck {
  const [signature, second] = childrenOf(element, DSIG, 'Signature')
  if (signature === undefined) return 'missing'
  const info = childOf(signature, DSIG, 'SignedInfo')
  const [reference, other] = childrenOf(info, DSIG, 'Reference')
  if (second !== undefined || info === undefined || reference === undefined || other !== undefined) {
    return { flaw: 'its signature has not exactly one reference' }
  }
  if (!refersTo(reference, element)) return { flaw: 'its signature is of another element' }
  const flaw = digestFlaw(reference, element, signature, rules) ?? valueFlaw(signature, info, rules)
  return flaw === null ? 'valid' : { flaw }
}

function refersTo(reference: XmlElement, element: XmlElement): boolean {
  const id = attributeOf(element, 'ID')
  if (id === undefined || id === '' || attributeOf(reference, 'URI') !== `#${id}`) return false
  let root = element
  while (root.parent !== null) root = root.parent
  // A second element of the same id could be what a reader takes for the signed one.
  return [...elementsWithin(root)].filter((each) => attributeOf(each, 'ID') === id).length === 1
}

function digestFlaw(
  reference: XmlElement,
  element: XmlElement,
  signature: XmlElement,
  { acceptsSha1 }: SignatureRules,
): string | null {
  const transforms = childrenOf(childOf(reference, DSIG, 'Transforms'), DSIG, 'Transform')
  const names = transforms.map((transform) => attributeOf(transform, 'Algorithm') ?? '')
  const areEnveloped = names.every((name) => name === ENVELOPED || name === EXCLUSIVE)
  if (!areEnveloped || !names.includes(ENVELOPED) || !names.includes(EXCLUSIVE)) {
    return 'its transforms are not those of an enveloped signature'
  }
  const hash = DIGEST_HASHES[algorithmOf(reference, 'DigestMethod')]
  if (hash === undefined || (hash === 'sha1' && !acceptsSha1)) return 'the algorithm of its digest is not accepted'
  const canonical = canonicalXml(element, { inclusive: transforms.flatMap(inclusivePrefixes), without: signature })
  const digest = createHash(hash).update(canonical).digest('base64')
  return digest === compact(childOf(reference, DSIG, 'DigestValue')) ? null : 'its digest is wrong'
}

function valueFlaw(signature: XmlElement, info: XmlElement, { keys, acceptsSha1 }: SignatureRules): string | null {
  if (algorithmOf(info, 'CanonicalizationMethod') !== EXCLUSIVE) return 'its canonical form is not exclusive'
  const hash = SIGNATURE_HASHES[algorithmOf(info, 'SignatureMethod')]
  if (hash === undefined || (hash === 'sha1' && !acceptsSha1)) return 'the algorithm of its signature is not accepted'
  const inclusive = inclusivePrefixes(childOf(info, DSIG, 'CanonicalizationMethod'))
  const signed = Buffer.from(canonicalXml(info, { inclusive }))
  const value = Buffer.from(compact(childOf(signature, DSIG, 'SignatureValue')), 'base64')
  // The signatures of XML with elliptic curves are the two numbers, one after the other.
  const isSigned = keys.some((key) => verify(hash, signed, { key, dsaEncoding: 'ieee-p1363' }, value))
  return isSigned ? null : 'its signature is wrong'
}

function algorithmOf(element: XmlElement, method: string): string {
  return attributeOf(childOf(element, DSIG, method), 'Algorithm') ?? ''
}

function inclusivePrefixes(method: XmlElement | undefined): string[] {
  const list = attributeOf(childOf(method, EXCLUSIVE, 'InclusiveNamespaces'), 'PrefixList') ?? ''
  return list.split(/\s+/).filter((prefix) => prefix !== '')
}

/** Returns the text of an element without any white space; empty for no element. */
function compact(element: XmlElement | undefined): string {
  return (textWithin(element) ?? '').replaceAll(/\s/g, '')
}
