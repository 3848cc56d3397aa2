import { X509Certificate } from 'node:crypto'
import { attributeOf, childrenOf, readXmlTree, textWithin, type XmlElement } from '#core/xml/xml-tree.ts'
import { invalidInput } from '#cloud/errors/iam.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const DSIG = 'http://www.w3.org/2000/09/xmldsig#'

/** An identity provider, as its metadata document describes it. */
export interface SamlMetadata {
  /** The provider's name, which its assertions have as `Issuer`. */
  readonly issuer: string
  /** The certificates of its signing keys, in PEM. */
  readonly certificates: readonly string[]
  /** Epoch milliseconds; null when the document does not expire. */
  readonly validUntil: number | null
}

/**
 * Parses the metadata document of an identity provider.
 *
 * @throws `InvalidInput` when it is none, or has no certificate.
 *   https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_saml.html
 */
export async function parseSamlMetadata(document: string): Promise<SamlMetadata> {
  const root = await readXmlTree(document)
  const issuer = attributeOf(root ?? undefined, 'entityID')
  if (root?.local !== 'EntityDescriptor' || root.namespace !== METADATA || issuer === undefined) throw unparsable()
  const certificates = childrenOf(root, METADATA, 'IDPSSODescriptor')
    .flatMap((descriptor) => childrenOf(descriptor, METADATA, 'KeyDescriptor'))
    .filter((key) => attributeOf(key, 'use') !== 'encryption')
    .flatMap(certificatesOf)
  if (certificates.length === 0) throw unparsable()
  const until = Date.parse(attributeOf(root, 'validUntil') ?? '')
  return { issuer, certificates, validUntil: Number.isNaN(until) ? null : until }
}

function certificatesOf(key: XmlElement): string[] {
  return childrenOf(key, DSIG, 'KeyInfo')
    .flatMap((info) => childrenOf(info, DSIG, 'X509Data'))
    .flatMap((data) => childrenOf(data, DSIG, 'X509Certificate'))
    .map((certificate) => pemOf(textWithin(certificate) ?? ''))
}

function pemOf(base64: string): string {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString()
  } catch {
    throw unparsable()
  }
}

function unparsable(): Error {
  return invalidInput('Could not parse metadata')
}
