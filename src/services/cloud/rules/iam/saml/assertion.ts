import { createHash, X509Certificate } from 'node:crypto'
import { checkSignature } from '#core/xml/xml-signature.ts'
import { attributeOf, childOf, childrenOf, readXmlTree, textWithin, type XmlElement } from '#core/xml/xml-tree.ts'
import type { CloudCall } from '#cloud/call.ts'
import { expiredIdentityToken, invalidIdentityToken } from '#cloud/errors/iam.ts'
import type { SamlProvider, Tag } from '#cloud/schema/iam.ts'
import { conditionContext, type ConditionContext } from '../../policy/context.ts'
import { accountIdOf, accountOfArn } from '../../account.ts'
import { settingsOf } from '../../settings.ts'

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const FORMAT_PREFIX = 'urn:oasis:names:tc:SAML:2.0:nameid-format:'
const ATTRIBUTES = 'https://aws.amazon.com/SAML/Attributes/'

/** The content of a verified assertion of an identity provider. */
export interface SamlIdentity {
  /** The ARN of the identity provider. */
  readonly provider: string
  readonly issuer: string
  readonly subject: string
  /** `persistent`, `transient`, or a whole URI. */
  readonly subjectType: string
  readonly audience: string
  readonly nameQualifier: string
  readonly sessionName: string
  /** Epoch milliseconds at which the session ends at the latest; null for no limit. */
  readonly sessionEndsAt: number | null
  /** Pairs of a role and a provider: `arn:…:role/web,arn:…:saml-provider/example`, in either order. */
  readonly roles: readonly string[]
  /** The condition keys of trust policies: `SAML:aud`, `SAML:iss`, … */
  readonly context: ConditionContext
  readonly tags: readonly Tag[]
  readonly transitiveTagKeys: readonly string[]
  readonly sourceIdentity: string | null
}

/**
 * Verifies the response of an identity provider, in Base64, on the clock of the instance. The signature is verified by
 * the certificates of the registered provider. An unregistered provider is refused under `enforce_iam`, and otherwise
 * taken at its word.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_providers_create_saml_assertions.html
 *
 * @throws the vendor's failure for an invalid response.
 */
export async function verifiedAssertion(call: CloudCall, providerArn: string, encoded: string): Promise<SamlIdentity> {
  const provider = registeredProvider(call, providerArn)
  const response = await readXmlTree(Buffer.from(encoded, 'base64').toString('utf8'))
  if (response?.local !== 'Response' || response.namespace !== PROTOCOL) throw invalidResponse()
  const status = childOf(childOf(response, PROTOCOL, 'Status'), PROTOCOL, 'StatusCode')
  const assertions = childrenOf(response, ASSERTION, 'Assertion')
  const assertion = assertions[0]
  if (attributeOf(status, 'Value') !== SUCCESS || assertion === undefined || assertions.length > 1)
    throw invalidResponse()
  if (provider !== null) checkIssuer(provider, response, assertion)
  checkTimes(call, assertion)
  return identityOf(providerArn, assertion)
}

function registeredProvider(call: CloudCall, providerArn: string): SamlProvider | null {
  const name = /:saml-provider\/(.+)$/.exec(providerArn)?.[1] ?? ''
  const provider = call.rows.samlProviders.find('name', accountOfArn(providerArn), name)
  if (provider !== undefined) return provider
  if (!settingsOf(call).enforceIam) return null
  throw invalidIdentityToken("Specified provider doesn't exist")
}

function checkIssuer(provider: SamlProvider, response: XmlElement, assertion: XmlElement): void {
  if (textWithin(childOf(assertion, ASSERTION, 'Issuer')) !== provider.issuer) {
    throw invalidIdentityToken('Issuer not present in specified provider')
  }
  const keys = provider.certificates.map((certificate) => new X509Certificate(certificate).publicKey)
  const rules = { keys, acceptsSha1: true }
  const isSigned = [assertion, response].some((each) => checkSignature(each, rules) === 'valid')
  if (!isSigned) throw invalidIdentityToken('Response signature invalid')
}

/** @throws `ExpiredTokenException` outside the times of the assertion. */
function checkTimes(call: CloudCall, assertion: XmlElement): void {
  const now = call.clock.now()
  const conditions = childOf(assertion, ASSERTION, 'Conditions')
  const ends = [attributeOf(conditions, 'NotOnOrAfter'), attributeOf(confirmationOf(assertion), 'NotOnOrAfter')]
  const begins = attributeOf(conditions, 'NotBefore')
  const isLate = ends.some((end) => end !== undefined && !(now < Date.parse(end)))
  if (isLate || (begins !== undefined && !(now >= Date.parse(begins)))) {
    throw expiredIdentityToken('Token must be redeemed within 5 minutes of issuance')
  }
}

function confirmationOf(assertion: XmlElement): XmlElement | undefined {
  const confirmation = childOf(childOf(assertion, ASSERTION, 'Subject'), ASSERTION, 'SubjectConfirmation')
  return childOf(confirmation, ASSERTION, 'SubjectConfirmationData')
}

function identityOf(provider: string, assertion: XmlElement): SamlIdentity {
  const accountId = accountIdOf(provider)
  const nameId = childOf(childOf(assertion, ASSERTION, 'Subject'), ASSERTION, 'NameID')
  const issuer = textWithin(childOf(assertion, ASSERTION, 'Issuer')) ?? ''
  const subject = textWithin(nameId) ?? ''
  const subjectType = (attributeOf(nameId, 'Format') ?? '').replace(FORMAT_PREFIX, '')
  const audience = attributeOf(confirmationOf(assertion), 'Recipient') ?? ''
  if (subject === '' || audience === '') throw invalidResponse()
  const name = provider.replace(/^.*\//, '')
  const nameQualifier = createHash('sha1').update(`${issuer}${accountId}/${name}`).digest('base64')
  const attributes = attributesOf(assertion)
  const ends = Date.parse(attributeOf(childOf(assertion, ASSERTION, 'AuthnStatement'), 'SessionNotOnOrAfter') ?? '')
  return {
    provider,
    issuer,
    subject,
    subjectType,
    audience,
    nameQualifier,
    sessionName: sessionNameOf(attributes),
    sessionEndsAt: Number.isNaN(ends) ? null : ends,
    roles: (attributes.get('Role') ?? []).map((pair) => pair.replaceAll(/\s/g, '')),
    context: conditionContext({
      'SAML:aud': audience,
      'SAML:iss': issuer,
      'SAML:sub': subject,
      'SAML:sub_type': subjectType,
      'SAML:namequalifier': nameQualifier,
      'SAML:doc': `${accountId}/${name}`,
    }),
    tags: tagsOf(attributes),
    transitiveTagKeys: attributes.get('TransitiveTagKeys') ?? [],
    sourceIdentity: sourceIdentityOf(attributes),
  }
}

type Attributes = ReadonlyMap<string, readonly string[]>

/** Returns the values of the vendor's attributes, by the last part of their names. */
function attributesOf(assertion: XmlElement): Attributes {
  const all = childrenOf(assertion, ASSERTION, 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, ASSERTION, 'Attribute'))
    .flatMap((attribute) => {
      const name = attributeOf(attribute, 'Name') ?? ''
      const values = childrenOf(attribute, ASSERTION, 'AttributeValue').map((value) => textWithin(value) ?? '')
      return name.startsWith(ATTRIBUTES) ? [[name.slice(ATTRIBUTES.length), values] as const] : []
    })
  return new Map(all)
}

function sessionNameOf(attributes: Attributes): string {
  const name = attributes.get('RoleSessionName')?.[0]
  if (name === undefined) throw invalidIdentityToken('RoleSessionName is required in AuthnResponse')
  if (!/^[\w+=,.@-]{2,64}$/.test(name)) {
    throw invalidIdentityToken('RoleSessionName in AuthnResponse must match [a-zA-Z_0-9+=,.@-]{2,64}')
  }
  return name
}

function sourceIdentityOf(attributes: Attributes): string | null {
  const name = attributes.get('SourceIdentity')?.[0]
  if (name !== undefined && (!/^[\w+=,.@-]{2,64}$/.test(name) || name.startsWith('aws:'))) {
    throw invalidIdentityToken('Source Identity must match [a-zA-Z_0-9+=,.@-]{2,64} and not begin with "aws:"')
  }
  return name ?? null
}

function tagsOf(attributes: Attributes): Tag[] {
  return [...attributes].flatMap(([name, values]) => {
    const key = /^PrincipalTag:(.+)$/.exec(name)?.[1]
    return key === undefined ? [] : [{ key, value: values[0] ?? '' }]
  })
}

function invalidResponse(): Error {
  return invalidIdentityToken('Invalid SAML response')
}
