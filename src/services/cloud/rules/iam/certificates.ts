import { X509Certificate, createPrivateKey, type KeyObject } from 'node:crypto'
import { keyPairMismatch, malformedCertificate } from '#cloud/errors/iam.ts'

/** Parses a certificate in PEM. @throws `MalformedCertificate`. */
export function parseCertificate(pem: string): X509Certificate {
  if (!pem.trimStart().startsWith('-----BEGIN CERTIFICATE-----')) throw malformedCertificate()
  try {
    return new X509Certificate(pem)
  } catch {
    throw malformedCertificate()
  }
}

/**
 * Checks a server certificate with its chain and its private key.
 *
 * @throws `MalformedCertificate` and `KeyPairMismatch`.
 */
export function checkServerCertificate(body: string, chain: string | null, privateKey: string): X509Certificate {
  const certificate = parseCertificate(body)
  if (chain !== null) parseCertificate(chain)
  if (!certificate.checkPrivateKey(parsePrivateKey(privateKey))) throw keyPairMismatch()
  return certificate
}

function parsePrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw malformedCertificate()
  }
}
