import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { Attributes, CertificationRequest, CertificationRequestInfo } from '@peculiar/asn1-csr'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  Attribute,
  AttributeTypeAndValue,
  AttributeValue,
  Certificate,
  Extension,
  Extensions,
  GeneralName,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
  id_ce_subjectAltName,
} from '@peculiar/asn1-x509'
import type { KeyPair } from '#oauth/jwt/keys.ts'

// Certificates and requests for them, as the vendor makes them: https://datatracker.ietf.org/doc/html/rfc5280 and
// https://datatracker.ietf.org/doc/html/rfc2986

/** The object identifiers of the parts of a name, in the vendor's order and words. */
const NAME_PARTS = {
  countryName: '2.5.4.6',
  stateOrProvinceName: '2.5.4.8',
  localityName: '2.5.4.7',
  organizationName: '2.5.4.10',
  organizationalUnitName: '2.5.4.11',
  commonName: '2.5.4.3',
  emailAddress: '1.2.840.113549.1.9.1',
} as const

/** A name in a certificate; parts other than the vendor's are left out. */
export type CertificateName = Readonly<Record<string, string>>

const SHA256_WITH_RSA = new AlgorithmIdentifier({ algorithm: '1.2.840.113549.1.1.11', parameters: null })
const EXTENSION_REQUEST = '1.2.840.113549.1.9.14'

/** The functions of this file, for the JSON of keys. A step loads them, as the library is large and few need it. */
export interface WithCertificates {
  readonly certificates: {
    readonly selfSigned: typeof selfSigned
    readonly certificateRequest: typeof certificateRequest
  }
}

/** Returns a certificate that a key pair has signed about itself: DER. Times are epoch milliseconds. */
export function selfSigned(
  pair: KeyPair,
  name: CertificateName,
  { from, to, serial }: { readonly from: number; readonly to: number; readonly serial: number },
): Buffer {
  const content = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(serial),
    signature: SHA256_WITH_RSA,
    issuer: nameOf(name),
    validity: new Validity({ notBefore: new Date(from), notAfter: new Date(to) }),
    subject: nameOf(name),
    subjectPublicKeyInfo: publicKeyOf(pair),
  })
  return serialized(
    new Certificate({
      tbsCertificate: content,
      signatureAlgorithm: SHA256_WITH_RSA,
      signatureValue: signatureOf(pair, content),
    }),
  )
}

/** Returns a request for a certificate of a key pair: DER. */
export function certificateRequest(pair: KeyPair, name: CertificateName, dnsNames: readonly string[]): Buffer {
  const content = new CertificationRequestInfo({
    version: 0,
    subject: nameOf(name),
    subjectPKInfo: publicKeyOf(pair),
    attributes: new Attributes(dnsNames.length === 0 ? [] : [requestedNames(dnsNames)]),
  })
  return serialized(
    new CertificationRequest({
      certificationRequestInfo: content,
      signatureAlgorithm: SHA256_WITH_RSA,
      signature: signatureOf(pair, content),
    }),
  )
}

function requestedNames(dnsNames: readonly string[]): Attribute {
  const names = new SubjectAlternativeName(dnsNames.map((dNSName) => new GeneralName({ dNSName })))
  const extnValue = new OctetString(AsnConvert.serialize(names))
  const extensions = new Extensions([new Extension({ extnID: id_ce_subjectAltName, extnValue })])
  return new Attribute({ type: EXTENSION_REQUEST, values: [AsnConvert.serialize(extensions)] })
}

function nameOf(name: CertificateName): Name {
  const parts = Object.entries(NAME_PARTS).flatMap(([part, type]) => {
    const text = name[part]
    if (text === undefined) return []
    const value = new AttributeValue({ [textFormOf(part)]: text })
    return [new RelativeDistinguishedName([new AttributeTypeAndValue({ type, value })])]
  })
  return new Name(parts)
}

function textFormOf(part: string): 'ia5String' | 'printableString' | 'utf8String' {
  if (part === 'emailAddress') return 'ia5String'
  return part === 'countryName' ? 'printableString' : 'utf8String'
}

function publicKeyOf({ jwk }: KeyPair): SubjectPublicKeyInfo {
  const der = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'der' })
  return AsnConvert.parse(der, SubjectPublicKeyInfo)
}

/** Returns the bytes of a number, with a zero before them so that it is positive. RFC 5280 section 4.1.2.2 */
function serialNumber(serial: number): ArrayBuffer {
  const hex = serial.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return new Uint8Array((bytes[0] ?? 0) < 0x80 ? bytes : [0, ...bytes]).buffer
}

function signatureOf({ jwk }: KeyPair, content: object): ArrayBuffer {
  const signature = sign('sha256', serialized(content), createPrivateKey({ key: jwk, format: 'jwk' }))
  return new Uint8Array(signature).buffer
}

function serialized(value: object): Buffer {
  return Buffer.from(AsnConvert.serialize(value))
}
