import { createHash, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  NameConstraints,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_nameConstraints,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
} from '@peculiar/asn1-x509'
import { DAY, MINUTE } from '../duration.ts'
import { wallNow } from '../real-time.ts'

// No common name: OpenSSL and GnuTLS hold that of a server without alternative names of hosts against the constraints,
// as if it were a host.
const ORGANIZATION = '2.5.4.10'
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'

/** A key that signs, and the name of the authority that it signs as. */
export interface Signer {
  /** A P-256 key, in PEM. */
  readonly key: string
  readonly name: string
}

/**
 * Returns the certificate of an authority, in PEM, signed by its own key.
 *
 * @param permitted the hosts, with all names below each, and the blocks of addresses (`127.0.0.0/8`) that it may sign
 * for, and nothing beside them; null for an authority that signs for every host
 */
export function authorityCertificate(
  authority: Signer,
  { days, permitted }: { readonly days: number; readonly permitted: readonly string[] | null },
): string {
  return certificate(authority, authority, days, [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign), true),
    ...(permitted === null ? [] : [extension(id_ce_nameConstraints, constraintsTo(permitted), true)]),
  ])
}

/** Returns the certificate of a TLS server, in PEM, for names and addresses: `*.localhost`, `127.0.0.1`. */
export function serverCertificateOf(
  authority: Signer,
  { key, names, days }: { readonly key: string; readonly names: readonly string[]; readonly days: number },
): string {
  return certificate({ key, name: 'backlot' }, authority, days, [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
    extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
    extension(id_ce_subjectAltName, new SubjectAlternativeName(names.map(generalName))),
  ])
}

/** RFC 5280 section 4.2.1.10. Without a block of addresses, every address would be permitted. */
function constraintsTo(permitted: readonly string[]): NameConstraints {
  const subtrees = permitted.map((each) => new GeneralSubtree({ base: generalName(each) }))
  return new NameConstraints({ permittedSubtrees: new GeneralSubtrees(subtrees) })
}

function generalName(text: string): GeneralName {
  return new GeneralName(isIP(text.replace(/\/\d+$/, '')) === 0 ? { dNSName: text } : { iPAddress: text })
}

function certificate(subject: Signer, issuer: Signer, days: number, own: readonly Extension[]): string {
  const publicKey = createPublicKey(subject.key)
  const algorithm = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 })
  // A minute earlier, for clocks that differ.
  const start = wallNow() - MINUTE
  const extensions = [
    ...own,
    extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyIdentifier(subject.key))),
    extension(
      id_ce_authorityKeyIdentifier,
      new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(keyIdentifier(issuer.key)) }),
    ),
  ]
  const content = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(),
    signature: algorithm,
    issuer: named(issuer.name),
    validity: new Validity({ notBefore: new Date(start), notAfter: new Date(start + days * DAY) }),
    subject: named(subject.name),
    subjectPublicKeyInfo: AsnConvert.parse(publicKey.export({ type: 'spki', format: 'der' }), SubjectPublicKeyInfo),
    extensions: new Extensions(extensions),
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(content)), createPrivateKey(issuer.key))
  const signed = new Certificate({
    tbsCertificate: content,
    signatureAlgorithm: algorithm,
    signatureValue: bytesOf(signature),
  })
  const lines =
    Buffer.from(AsnConvert.serialize(signed))
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function extension(extnID: string, value: object, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) })
}

function named(organization: string): Name {
  const value = new AttributeValue({ utf8String: organization })
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: ORGANIZATION, value })])])
}

/** RFC 5280 section 4.2.1.2, the first method, of the whole key's description. */
function keyIdentifier(key: string): ArrayBuffer {
  const described = createPublicKey(key).export({ type: 'spki', format: 'der' })
  return bytesOf(createHash('sha1').update(described).digest())
}

/** A positive number of sixteen bytes. RFC 5280 section 4.1.2.2 */
function serialNumber(): ArrayBuffer {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytesOf(bytes)
}

function bytesOf(buffer: Buffer): ArrayBuffer {
  const bytes = new ArrayBuffer(buffer.length)
  new Uint8Array(bytes).set(buffer)
  return bytes
}
