import { X509Certificate, type KeyObject } from 'node:crypto'
import { checkSignature } from '#core/xml/xml-signature.ts'
import { attributeOf, childOf, childrenOf, readXmlTree, textWithin, type XmlElement } from '#core/xml/xml-tree.ts'
import type { AttributeMapping, EnterprisePerson } from '#auth-saas/schema/enterprise.ts'

// The service provider's part of SAML 2.0: http://docs.oasis-open.org/security/saml/v2.0/

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** How far the clocks of the two sides may differ: two minutes, in milliseconds. */
const SKEW = 120_000

/** Thrown for a response that proves nothing; the message says why. */
export class SamlFlaw extends Error {
  override name = 'SamlFlaw'
}

/** An identity provider, as its metadata describe it. */
export interface IdentityProvider {
  readonly entityId: string | null
  readonly ssoUrl: string | null
  /** PEM, or the base64 of DER. */
  readonly certificate: string | null
}

/** @throws SamlFlaw for text that is no metadata of an identity provider. */
export async function readMetadata(text: string): Promise<IdentityProvider> {
  const root = await reading(text)
  const entity = root.local === 'EntitiesDescriptor' ? childrenOf(root, METADATA, 'EntityDescriptor')[0] : root
  const [role] = entity === undefined ? [] : childrenOf(entity, METADATA, 'IDPSSODescriptor')
  if (entity === undefined || role === undefined) throw new SamlFlaw('the metadata describe no identity provider')
  const services = childrenOf(role, METADATA, 'SingleSignOnService')
  const service = services.find((each) => attributeOf(each, 'Binding') === REDIRECT) ?? services[0]
  const keys = childrenOf(role, METADATA, 'KeyDescriptor').filter((each) => attributeOf(each, 'use') !== 'encryption')
  const [certificate] = keys
    .flatMap((each) => childrenOf(each, SIGNATURE, 'KeyInfo'))
    .flatMap((each) => childrenOf(each, SIGNATURE, 'X509Data'))
    .flatMap((each) => childrenOf(each, SIGNATURE, 'X509Certificate'))
  return {
    entityId: attributeOf(entity, 'entityID') ?? null,
    ssoUrl: attributeOf(service, 'Location') ?? null,
    certificate: textWithin(certificate) ?? null,
  }
}

/** The addresses by which a connection is known to its provider. */
export interface ServiceProvider {
  readonly entityId: string
  readonly acsUrl: string
}

/** Returns the metadata of a connection, for its provider. */
export function serviceProviderMetadata({ entityId, acsUrl }: ServiceProvider): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${METADATA}" entityID="${attributeText(entityId)}">
  <md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${PROTOCOL}">
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:AssertionConsumerService Binding="${POST}" Location="${attributeText(acsUrl)}" index="1" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`
}

/** A request that asks a provider who somebody is. */
export interface AuthnRequest extends ServiceProvider {
  readonly id: string
  readonly ssoUrl: string
  readonly forceAuthn: boolean
  /** The address of the person, which the provider may fill in; null for none. */
  readonly subject: string | null
  /** Epoch milliseconds. */
  readonly now: number
}

/** Returns the request as XML. */
export function authnRequest(request: AuthnRequest): string {
  const { id, ssoUrl, entityId, acsUrl, forceAuthn, subject, now } = request
  const name =
    subject === null
      ? ''
      : `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${attributeText(subject)}</saml:NameID></saml:Subject>`
  return `<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${id}" Version="2.0" IssueInstant="${new Date(now).toISOString()}" Destination="${attributeText(ssoUrl)}" AssertionConsumerServiceURL="${attributeText(acsUrl)}" ProtocolBinding="${POST}"${forceAuthn ? ' ForceAuthn="true"' : ''}><saml:Issuer>${attributeText(entityId)}</saml:Issuer>${name}<samlp:NameIDPolicy Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress" AllowCreate="true"/></samlp:AuthnRequest>`
}

function attributeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** The values that a response must have, and the mapping of its attributes. */
export interface ExpectedResponse extends ServiceProvider {
  readonly idpEntityId: string | null
  readonly certificate: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly mapping: AttributeMapping
}

/** The content of a signed response. */
export interface ReadResponse {
  /** The id of the request that it answers; null for a sign-in that the provider has begun. */
  readonly inResponseTo: string | null
  readonly person: EnterprisePerson
}

/**
 * Checks a response, and returns the person whom its assertion names. Only what the provider's key has signed is read:
 * the whole response, or the assertion.
 *
 * @param encoded the parameter `SAMLResponse`, base64.
 * @throws SamlFlaw for a response that proves nothing.
 */
export async function readResponse(encoded: string, expected: ExpectedResponse): Promise<ReadResponse> {
  const root = await reading(Buffer.from(encoded, 'base64').toString('utf8'))
  if (root.local !== 'Response' || root.namespace !== PROTOCOL) throw new SamlFlaw('it is no response')
  const destination = attributeOf(root, 'Destination')
  if (destination !== undefined && destination !== '' && destination !== expected.acsUrl) {
    throw new SamlFlaw(`its Destination is ${destination}, not ${expected.acsUrl}`)
  }
  const code = attributeOf(childOf(childOf(root, PROTOCOL, 'Status'), PROTOCOL, 'StatusCode'), 'Value')
  if (code !== SUCCESS) throw new SamlFlaw(`its status is ${code ?? 'missing'}`)
  const [assertion, second] = childrenOf(root, ASSERTION, 'Assertion')
  if (assertion === undefined || second !== undefined) throw new SamlFlaw('it has not exactly one assertion')
  const key = keyOf(expected.certificate)
  if (!isSigned(root, key) && !isSigned(assertion, key)) throw new SamlFlaw('neither it nor its assertion is signed')
  requireOfProvider(assertion, expected)
  requireInTime(assertion, expected)
  const inResponseTo = requireSubject(assertion, expected)
  return { inResponseTo, person: personOf(assertion, expected.mapping) }
}

/** @throws SamlFlaw for text that is not well-formed, or that has a document type. */
async function reading(text: string): Promise<XmlElement> {
  const root = await readXmlTree(text)
  if (root === null) throw new SamlFlaw('it is not well-formed XML without a document type')
  return root
}

function keyOf(certificate: string): KeyObject {
  const pem = certificate.includes('BEGIN')
    ? certificate
    : `-----BEGIN CERTIFICATE-----\n${certificate.replaceAll(/\s/g, '')}\n-----END CERTIFICATE-----\n`
  try {
    return new X509Certificate(pem).publicKey
  } catch {
    throw new SamlFlaw('the certificate of the identity provider cannot be read')
  }
}

/**
 * Returns whether an element is signed; false for one without a signature.
 *
 * @throws SamlFlaw for a wrong signature, and for one of another element.
 */
function isSigned(element: XmlElement, key: KeyObject): boolean {
  const check = checkSignature(element, { keys: [key], acceptsSha1: false })
  if (typeof check === 'object') throw new SamlFlaw(check.flaw)
  return check === 'valid'
}

function requireOfProvider(assertion: XmlElement, { idpEntityId, entityId }: ExpectedResponse): void {
  const issuer = textWithin(childOf(assertion, ASSERTION, 'Issuer'))
  if (idpEntityId !== null && issuer !== idpEntityId) {
    throw new SamlFlaw(`its issuer is ${issuer ?? 'missing'}, not ${idpEntityId}`)
  }
  const audiences = childrenOf(assertion, ASSERTION, 'Conditions')
    .flatMap((each) => childrenOf(each, ASSERTION, 'AudienceRestriction'))
    .flatMap((each) => childrenOf(each, ASSERTION, 'Audience'))
    .map((each) => textWithin(each))
  if (!audiences.includes(entityId)) {
    throw new SamlFlaw(`its audience is ${audiences.join(', ') || 'missing'}, not ${entityId}`)
  }
}

/** @throws SamlFlaw outside of the time between two attributes of an element. */
function requireTime(element: XmlElement, now: number): void {
  const before = attributeOf(element, 'NotBefore')
  const after = attributeOf(element, 'NotOnOrAfter')
  if (before !== undefined && !(Date.parse(before) <= now + SKEW))
    throw new SamlFlaw(`it is not valid before ${before}`)
  if (after !== undefined && !(Date.parse(after) > now - SKEW)) throw new SamlFlaw(`it is not valid from ${after} on`)
}

function requireInTime(assertion: XmlElement, { now }: ExpectedResponse): void {
  for (const conditions of childrenOf(assertion, ASSERTION, 'Conditions')) requireTime(conditions, now)
}

/** Checks that a bearer may show the assertion here, and returns the id of the request that it answers. */
function requireSubject(assertion: XmlElement, { acsUrl, now }: ExpectedResponse): string | null {
  const bearers = childrenOf(assertion, ASSERTION, 'Subject')
    .flatMap((each) => childrenOf(each, ASSERTION, 'SubjectConfirmation'))
    .filter((each) => attributeOf(each, 'Method') === 'urn:oasis:names:tc:SAML:2.0:cm:bearer')
    .flatMap((each) => childrenOf(each, ASSERTION, 'SubjectConfirmationData'))
  const confirmed = bearers.find((each) => attributeOf(each, 'Recipient') === acsUrl)
  if (confirmed === undefined) throw new SamlFlaw(`its recipient is not ${acsUrl}`)
  requireTime(confirmed, now)
  return attributeOf(confirmed, 'InResponseTo') ?? null
}

const EMAIL_NAMES = [
  'mail',
  'email',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]

function personOf(assertion: XmlElement, mapping: AttributeMapping): EnterprisePerson {
  const attributes = childrenOf(assertion, ASSERTION, 'AttributeStatement').flatMap((each) =>
    childrenOf(each, ASSERTION, 'Attribute'),
  )
  const valueOf = (...names: readonly string[]): string | null => {
    const found = attributes.find((each) => names.includes(attributeOf(each, 'Name') ?? ''))
    const text = textWithin(childOf(found, ASSERTION, 'AttributeValue'))
    return text === undefined || text === '' ? null : text
  }
  const nameId = textWithin(childOf(childOf(assertion, ASSERTION, 'Subject'), ASSERTION, 'NameID'))
  const isAddress = nameId !== undefined && nameId.includes('@')
  const address = valueOf(mapping.email_address) ?? valueOf(...EMAIL_NAMES) ?? (isAddress ? nameId : null)
  if (address === null) throw new SamlFlaw(`its assertion has no attribute ${mapping.email_address}`)
  return {
    providerUserId: valueOf(mapping.user_id) ?? nameId ?? address,
    emailAddress: address.toLowerCase(),
    firstName: valueOf(mapping.first_name),
    lastName: valueOf(mapping.last_name),
  }
}
