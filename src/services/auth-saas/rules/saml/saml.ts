import { createHash, verify, X509Certificate, type KeyObject } from 'node:crypto'
import { attributeOf, canonical, childrenOf, parseXml, textOf, XmlFlaw, type XmlElement } from './xml.ts'
import type { AttributeMapping, EnterprisePerson } from '#auth-saas/schema/enterprise.ts'

// The service provider's part of SAML 2.0: http://docs.oasis-open.org/security/saml/v2.0/

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

const DIGESTS: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
])
const SIGNATURES: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', 'sha512'],
])

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
export function readMetadata(text: string): IdentityProvider {
  const root = reading(text)
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
    entityId: attributeOf(entity, 'entityID'),
    ssoUrl: service === undefined ? null : attributeOf(service, 'Location'),
    certificate: certificate === undefined ? null : textOf(certificate).trim(),
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
export function readResponse(encoded: string, expected: ExpectedResponse): ReadResponse {
  const root = reading(Buffer.from(encoded, 'base64').toString('utf8'))
  if (root.local !== 'Response' || root.namespace !== PROTOCOL) throw new SamlFlaw('it is no response')
  const destination = attributeOf(root, 'Destination')
  if (destination !== null && destination !== '' && destination !== expected.acsUrl) {
    throw new SamlFlaw(`its Destination is ${destination}, not ${expected.acsUrl}`)
  }
  const status = childrenOf(root, PROTOCOL, 'Status').flatMap((each) => childrenOf(each, PROTOCOL, 'StatusCode'))[0]
  const code = status === undefined ? null : attributeOf(status, 'Value')
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

function reading(text: string): XmlElement {
  try {
    return parseXml(text)
  } catch (error) {
    if (error instanceof XmlFlaw) throw new SamlFlaw(error.message)
    throw error
  }
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
  const [signature, second] = childrenOf(element, SIGNATURE, 'Signature')
  if (signature === undefined) return false
  const [info] = childrenOf(signature, SIGNATURE, 'SignedInfo')
  const [reference, other] = info === undefined ? [] : childrenOf(info, SIGNATURE, 'Reference')
  if (second !== undefined || info === undefined || reference === undefined || other !== undefined) {
    throw new SamlFlaw('its signature has not exactly one reference')
  }
  const id = attributeOf(element, 'ID')
  if (id === null || attributeOf(reference, 'URI') !== `#${id}`)
    throw new SamlFlaw('its signature is of another element')
  const digest = DIGESTS.get(algorithmOf(reference, 'DigestMethod'))
  if (digest === undefined) throw new SamlFlaw('the algorithm of its digest is not accepted')
  const signed = canonical(element, inclusivePrefixes(reference), signature)
  const [value] = childrenOf(reference, SIGNATURE, 'DigestValue')
  const isSame = createHash(digest).update(signed).digest('base64') === strippedText(value)
  if (!isSame) throw new SamlFlaw('its digest is wrong')
  if (algorithmOf(info, 'CanonicalizationMethod') !== EXCLUSIVE)
    throw new SamlFlaw('its canonical form is not exclusive')
  const algorithm = SIGNATURES.get(algorithmOf(info, 'SignatureMethod'))
  if (algorithm === undefined) throw new SamlFlaw('the algorithm of its signature is not accepted')
  const [method] = childrenOf(info, SIGNATURE, 'CanonicalizationMethod')
  const bytes = Buffer.from(canonical(info, method === undefined ? [] : prefixList(method)), 'utf8')
  const [sent] = childrenOf(signature, SIGNATURE, 'SignatureValue')
  if (!verify(algorithm, bytes, key, Buffer.from(strippedText(sent), 'base64'))) {
    throw new SamlFlaw('its signature is wrong')
  }
  return true
}

function strippedText(element: XmlElement | undefined): string {
  return element === undefined ? '' : textOf(element).replaceAll(/\s/g, '')
}

function algorithmOf(element: XmlElement, name: string): string {
  const [method] = childrenOf(element, SIGNATURE, name)
  return method === undefined ? '' : (attributeOf(method, 'Algorithm') ?? '')
}

/** @throws SamlFlaw for transforms beside the two that SAML allows. */
function inclusivePrefixes(reference: XmlElement): string[] {
  const transforms = childrenOf(reference, SIGNATURE, 'Transforms').flatMap((each) =>
    childrenOf(each, SIGNATURE, 'Transform'),
  )
  const algorithms = transforms.map((each) => attributeOf(each, 'Algorithm') ?? '')
  const others = algorithms.filter((each) => each !== ENVELOPED && each !== EXCLUSIVE)
  if (others.length > 0 || !algorithms.includes(ENVELOPED) || !algorithms.includes(EXCLUSIVE)) {
    throw new SamlFlaw('its transforms are not those of an enveloped signature')
  }
  return transforms.flatMap(prefixList)
}

function prefixList(element: XmlElement): string[] {
  return childrenOf(element, EXCLUSIVE, 'InclusiveNamespaces').flatMap((each) =>
    (attributeOf(each, 'PrefixList') ?? '').split(/\s+/).filter((prefix) => prefix !== ''),
  )
}

function requireOfProvider(assertion: XmlElement, { idpEntityId, entityId }: ExpectedResponse): void {
  const issuer = childrenOf(assertion, ASSERTION, 'Issuer').map(textOf)[0]?.trim()
  if (idpEntityId !== null && issuer !== idpEntityId) {
    throw new SamlFlaw(`its issuer is ${issuer ?? 'missing'}, not ${idpEntityId}`)
  }
  const audiences = childrenOf(assertion, ASSERTION, 'Conditions')
    .flatMap((each) => childrenOf(each, ASSERTION, 'AudienceRestriction'))
    .flatMap((each) => childrenOf(each, ASSERTION, 'Audience'))
    .map((each) => textOf(each).trim())
  if (!audiences.includes(entityId)) {
    throw new SamlFlaw(`its audience is ${audiences.join(', ') || 'missing'}, not ${entityId}`)
  }
}

/** @throws SamlFlaw outside of the time between two attributes of an element. */
function requireTime(element: XmlElement, now: number): void {
  const before = attributeOf(element, 'NotBefore')
  const after = attributeOf(element, 'NotOnOrAfter')
  if (before !== null && !(Date.parse(before) <= now + SKEW)) throw new SamlFlaw(`it is not valid before ${before}`)
  if (after !== null && !(Date.parse(after) > now - SKEW)) throw new SamlFlaw(`it is not valid from ${after} on`)
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
  return attributeOf(confirmed, 'InResponseTo')
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
    const text = found === undefined ? '' : childrenOf(found, ASSERTION, 'AttributeValue').map(textOf)[0]?.trim()
    return text === undefined || text === '' ? null : text
  }
  const nameId = childrenOf(assertion, ASSERTION, 'Subject')
    .flatMap((each) => childrenOf(each, ASSERTION, 'NameID'))
    .map((each) => textOf(each).trim())[0]
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
