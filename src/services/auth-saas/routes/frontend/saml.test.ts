import { createHash, sign } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { authSaasTest, clerkOf, type RunningAuthSaas } from '#auth-saas/auth-saas.fixture.ts'
import { visitor, type FrontendBrowser } from './frontend.fixture.ts'

// A key and a certificate of an identity provider that these tests play, made by openssl.
const KEY = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC1aYh/oinZZs4m
MgA9HleB87tZxolxCV2WlBA/keRZrKi+ypo7ir9gGUF6+lsNNHfG/7C/NOXuBMBn
rRp4ZWnlwX1RvD7FDF4s2oXb1zJ+QQ7ydZfZk3+ww9379m0GZlFjRojIgpQnPQeR
xj1n4LCiDhwInILIjfD1ALvAzCzv5HkzWiupB/rYuiBNi9R2YAacmM6owkiNC3Ki
0OtlaArrIRBv/k/DsDy4ouZp4k8pC1+RSJfE5HADz29o2TWVb9QKr2d3tjEm20Wx
QKDsWStR3RXlIjUUdxfWLqPFcB6muztKtLcg9wn6PukKEb0cLlgAMtPrMc9IGLzu
v5XQYrI7AgMBAAECggEAP+J9Li1GPYgFms/K47sWp+3UEUZoSkU5DvjvS+OtnaK+
/glNDSDMSiQ6ufsGK31JnOuYK42OVyaXNytvgex8wWtFHY6EMFItq+/8abG711hD
0kB1DCr0MaSYPM3IERPhH2vMaYgKclL8ompEX5txuG/tkV7Ec6oAq9bpR3jfbk7X
DiG4x/POGYVIMRz0Z08WBH3PCZtoVycn8LECCSCwe8p+ny3IqLBnlKIiryd7x1+w
dRFGMYtfQ09ADbyMYBWBHpC6c08u2uMKC0kpzsEEWVME7N5XV1htz0JwrYZUAkv1
1PXOCJAaYkyqxLy44HpbIlMT1BsUiM9eHOPJkTYYOQKBgQD1QOF0MRYuQdHgt2nd
4xD8k/AjMmFGnBzysnx9D362P/053MEXv7gbFXrVoGlKnknBF5FCrVlGAgy6z2Oa
3e77lomD3m2eEzXtcSw50I/k5ffbIz1z0nfC1WvsFIM5LmILacM/FnxzM+3TlhDN
Cgo/Is7Azz9uNHvcXH9OGJQiLQKBgQC9XIRJdVeo1dRt+GA3/r5hZAGUfyXlqRpv
er2UCXR9Bze7tpBQM+BYsCvEUwbjsv5+4x5VOiJjVemUf5XcENp4JjcGy1jmjo+r
y07yc4z8srGXiPFMSug2wfP6s0bh75Gzd8q8C0D52NF0Y1C6rmVpwO/Nl2qlc3Og
LWxBlX2vBwKBgEN6xo2hs+imU4jw7kAO6e2VBs2oXvt+mLhuQ7JlQQgEMzhodPiD
17QcBOAictYFF2X5hg5Cg/2vMrFzvoQt7ENs+AlAegi0YHIkYXbG29CvNbMlzxK/
JhSFhFxAiJqDGJbrUr1ZAoTwFM/SymygBpG4kgqa+2jnJ+1Jxf1G5ftBAoGAbqDu
aDw1yl2ijdzd2djqQNu8UJU3/sScvSRoPWSIucLNvM0b4r9sAmRqLXiUPdME+/yU
bBZaoM5AeJFRbBAskqVA4KdMeOYw6Z0NsnfvlnKPboiC8J+SqusFLyIt9zGPXdpO
hy3L+CvDssuTDn10oiQl9WbQ13hrxNjEtkwv8WECgYEA1BzlCF4hbzjLuhDWKlPx
X4725ZHulFs6zIkJjYtvKUnMI4a6Pdt2tuJs5aQ5wtrypnf8KmNM0SnJZ3p9bEFD
xpaeJzHh80aduQ9/o70OV7UHszdRJn/hzCvXUDxXJBp7dQBGOylITH3eKrI0dh3N
oPhWC9TwWWKlO0wASW0CxRI=
-----END PRIVATE KEY-----`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDHzCCAgegAwIBAgIUNZEtLBV+ltxJmzaj+DMOdqaVOvUwDQYJKoZIhvcNAQEL
BQAwHjEcMBoGA1UEAwwTaWRwLmNvbnRvc28uZXhhbXBsZTAgFw0yNjExMjgwMjI0
MzFaGA8yMTI2MTEwNDAyMjQzMVowHjEcMBoGA1UEAwwTaWRwLmNvbnRvc28uZXhh
bXBsZTCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBALVpiH+iKdlmziYy
AD0eV4Hzu1nGiXEJXZaUED+R5FmsqL7KmjuKv2AZQXr6Ww00d8b/sL805e4EwGet
GnhlaeXBfVG8PsUMXizahdvXMn5BDvJ1l9mTf7DD3fv2bQZmUWNGiMiClCc9B5HG
PWfgsKIOHAicgsiN8PUAu8DMLO/keTNaK6kH+ti6IE2L1HZgBpyYzqjCSI0LcqLQ
62VoCushEG/+T8OwPLii5mniTykLX5FIl8TkcAPPb2jZNZVv1AqvZ3e2MSbbRbFA
oOxZK1HdFeUiNRR3F9Yuo8VwHqa7O0q0tyD3Cfo+6QoRvRwuWAAy0+sxz0gYvO6/
ldBisjsCAwEAAaNTMFEwHQYDVR0OBBYEFObicWILJ3XY/0OHNVJrVbvvkzHiMB8G
A1UdIwQYMBaAFObicWILJ3XY/0OHNVJrVbvvkzHiMA8GA1UdEwEB/wQFMAMBAf8w
DQYJKoZIhvcNAQELBQADggEBAE1Od2lkbAd4bMNgq39H7nfA9ajeX7h4rdnFFomP
cIDpQ7yW+5DXkgMzh1dleEtN82+/LcbYPudNWK+O3xmsWTepovQRjU4NFd+cY665
+3ye0E4IDCtLBt9jrGnoDBQCv6io6X9hqFuRsxEH1f5AgAM7wpMTORZ8AO5sY2ac
jg9QLk23qMfe8/H84D05f28HiCkgf25nx38hCvQpz8vs43iMco+t/usyzczbr5Bp
NbJq8m2TgcrRl8vAKZ8q1MAQa1jHCvtBhfjZMcBKA5Ld2YsVWXCVrj9jLrTjOXcm
kbETuUBJ+bN5beQ4/2lczGZ8zKQUKgmOX1+Di8rOumTW5uY=
-----END CERTIFICATE-----`

const IDP = 'https://idp.contoso.example'
const SSO = 'http://127.0.0.1:9/sso'
const CALLBACK = 'http://localhost:3000/sso-callback'

const it = authSaasTest({
  seed: {
    'auth-saas': {
      users: [{ id: 'user_ada', email_addresses: ['ada@contoso.com'] }],
      organizations: [
        { id: 'org_contoso', name: 'Contoso', slug: 'contoso', members: [{ email: 'user_ada', role: 'org:admin' }] },
      ],
    },
  },
})

interface Connection {
  readonly id: string
  readonly acsUrl: string
  readonly entityId: string
}

async function connect(auth: RunningAuthSaas, more: object = {}): Promise<Connection> {
  const made = await clerkOf(auth).samlConnections.createSamlConnection({
    name: 'Contoso',
    provider: 'saml_custom',
    domain: 'contoso.com',
    organizationId: 'org_contoso',
    idpEntityId: IDP,
    idpSsoUrl: SSO,
    idpCertificate: CERTIFICATE,
    ...more,
  })
  await clerkOf(auth).samlConnections.updateSamlConnection(made.id, { active: true })
  return { id: made.id, acsUrl: made.acsUrl, entityId: made.spEntityId }
}

/** The members of the identity provider's response; each has the right value unless a test changes it. */
interface Said {
  readonly request: string | null
  readonly email?: string
  readonly audience?: string
  readonly recipient?: string
  readonly issuer?: string
  readonly until?: number
  /** Changes the response after it was signed. */
  readonly after?: (xml: string) => string
}

const XMLNS = {
  saml: 'urn:oasis:names:tc:SAML:2.0:assertion',
  samlp: 'urn:oasis:names:tc:SAML:2.0:protocol',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  exc: 'http://www.w3.org/2001/10/xml-exc-c14n#',
}

/**
 * Returns a response as an identity provider posts it. Its parts are written in canonical form, so they are signed as
 * they are.
 */
function responseOf({ acsUrl, entityId }: Connection, said: Said): string {
  const { request, email = 'ada@contoso.com', until = Date.now() + 60_000 } = said
  const later = new Date(until).toISOString()
  const answers = request === null ? '' : ` InResponseTo="${request}"`
  const attribute = (name: string, value: string) =>
    `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`
  const [open, rest] = [
    `<saml:Assertion xmlns:saml="${XMLNS.saml}" ID="_a1" IssueInstant="${new Date().toISOString()}" Version="2.0">`,
    `<saml:Subject><saml:NameID>${email}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${answers} NotOnOrAfter="${later}" Recipient="${said.recipient ?? acsUrl}"></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotOnOrAfter="${later}"><saml:AudienceRestriction><saml:Audience>${said.audience ?? entityId}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AttributeStatement>${attribute('mail', email)}${attribute('firstName', 'Ada &amp; Co')}${attribute('lastName', 'King')}</saml:AttributeStatement></saml:Assertion>`,
  ]
  const issuer = `<saml:Issuer>${said.issuer ?? IDP}</saml:Issuer>`
  const digest = createHash('sha256').update(`${open}${issuer}${rest}`).digest('base64')
  const info = `<ds:SignedInfo xmlns:ds="${XMLNS.ds}"><ds:CanonicalizationMethod Algorithm="${XMLNS.exc}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod><ds:Reference URI="#_a1"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform><ds:Transform Algorithm="${XMLNS.exc}"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`
  const value = sign('sha256', Buffer.from(info), KEY).toString('base64')
  // The namespace of the signature is declared above what is signed, as providers write it.
  const signature = `<ds:Signature xmlns:ds="${XMLNS.ds}">${info.replace(` xmlns:ds="${XMLNS.ds}"`, '')}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`
  const xml = `<?xml version="1.0"?>
<samlp:Response xmlns:samlp="${XMLNS.samlp}" xmlns:unused="urn:x" ID="_r1" Version="2.0" Destination="${acsUrl}">
  <samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>
  ${open}${issuer}${signature}${rest.replace('></saml:SubjectConfirmationData>', '/>')}
</samlp:Response>`
  return Buffer.from((said.after ?? ((each) => each))(xml)).toString('base64')
}

const post = ({ acsUrl }: Connection, response: string) =>
  fetch(acsUrl, { method: 'POST', body: new URLSearchParams({ SAMLResponse: response }), redirect: 'manual' })

/** Begins to sign in, and returns the attempt and the request that the browser takes to the provider. */
async function begin(browser: FrontendBrowser) {
  const form = { strategy: 'enterprise_sso', identifier: 'ada@contoso.com', redirect_url: CALLBACK }
  const { response } = await browser.call('POST', '/client/sign_ins', form)
  const factor = response['first_factor_verification'] as { external_verification_redirect_url: string }
  const away = await fetch(factor.external_verification_redirect_url, { redirect: 'manual' })
  const target = new URL(away.headers.get('location') ?? '')
  const xml = inflateRawSync(Buffer.from(target.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  return { attempt: String(response['id']), target, xml, request: / ID="([^"]+)"/.exec(xml)?.[1] ?? '' }
}

describe('a company that signs in by SAML', () => {
  it('is asked by a request that names the service provider, and its signed answer lets the person in', async ({
    authSaas,
  }) => {
    const connection = await connect(authSaas)
    const ada = await visitor(authSaas)
    const { attempt, target, xml, request } = await begin(ada)
    expect(`${target.origin}${target.pathname}`).toBe(SSO)
    expect(xml).toContain(`AssertionConsumerServiceURL="${connection.acsUrl}"`)
    expect(xml).toContain(`<saml:Issuer>${connection.entityId}</saml:Issuer>`)
    const answer = responseOf(connection, { request })
    const back = await post(connection, answer)
    expect([back.status, back.headers.get('location')]).toEqual([303, CALLBACK])
    const { response } = await ada.call('GET', `/client/sign_ins/${attempt}`)
    expect(response).toMatchObject({ status: 'complete' })
    expect(await clerkOf(authSaas).users.getUser('user_ada')).toMatchObject({
      firstName: 'Ada & Co',
      lastName: 'King',
      enterpriseAccounts: [{ protocol: 'saml', verification: { status: 'verified', strategy: 'saml' } }],
    })
    expect(await (await post(connection, answer)).text()).toContain('was used already')
  })

  it('has metadata for its provider', async ({ authSaas }) => {
    const connection = await connect(authSaas)
    const metadata = await fetch(`${authSaas.url}/v1/saml/metadata/${connection.id}.xml`)
    expect(metadata.headers.get('content-type')).toContain('application/samlmetadata+xml')
    const xml = await metadata.text()
    expect(xml).toContain(`entityID="${connection.entityId}"`)
    expect(xml).toContain(`Location="${connection.acsUrl}"`)
    expect((await fetch(`${authSaas.url}/v1/saml/metadata/samlc_none.xml`)).status).toBe(404)
  })

  it('is described by its metadata alone', async ({ authSaas }) => {
    const certificate = CERTIFICATE.replaceAll(/-----[A-Z ]+-----|\s/g, '')
    const idpMetadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${IDP}"><IDPSSODescriptor protocolSupportEnumeration="${XMLNS.samlp}"><KeyDescriptor use="signing"><KeyInfo xmlns="${XMLNS.ds}"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${SSO}"/></IDPSSODescriptor></EntityDescriptor>`
    const none = { idpEntityId: undefined, idpSsoUrl: undefined, idpCertificate: undefined }
    const connection = await connect(authSaas, { ...none, idpMetadata })
    const { request } = await begin(await visitor(authSaas))
    expect((await post(connection, responseOf(connection, { request }))).status).toBe(303)
  })

  it.for([
    ['is changed after it was signed', { after: (xml: string) => xml.replaceAll('ada@', 'eve@') }, 'digest is wrong'],
    [
      'has another element of the same id',
      { after: (xml: string) => xml.replace('<samlp:Status>', '<samlp:Extensions ID="_a1"/><samlp:Status>') },
      'its signature is of another element',
    ],
    [
      'is signed by SHA-1',
      { after: (xml: string) => xml.replace('2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#rsa-sha1') },
      'the algorithm of its signature is not accepted',
    ],
    ['has no signature', { after: (xml: string) => xml.replace(/<ds:Signature .*<\/ds:Signature>/, '') }, 'is signed'],
    ['is for another audience', { audience: 'https://other.example' }, 'its audience is https://other.example'],
    ['is for another address', { recipient: 'https://other.example' }, 'its recipient is not'],
    ['is of another provider', { issuer: 'https://other.example' }, 'its issuer is https://other.example'],
    ['is too old', { until: Date.now() - 600_000 }, 'it is not valid from'],
    ['has a document type', { after: (xml: string) => xml.replace('?>', '?><!DOCTYPE x>') }, 'not well-formed'],
    ['answers no request', { request: null }, 'does not let its provider begin'],
  ] as const)('is refused when its answer %s', async ([, said, reason], { authSaas }) => {
    const connection = await connect(authSaas)
    const { request } = await begin(await visitor(authSaas))
    const refused = await post(connection, responseOf(connection, { request, ...said }))
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(reason)])
  })

  it('may begin at its provider where the connection says so', async ({ authSaas }) => {
    const connection = await connect(authSaas, { allowIdpInitiated: true })
    const first = await post(connection, responseOf(connection, { request: null }))
    const cookie = first.headers.get('set-cookie') ?? ''
    const end = await fetch(first.headers.get('location') ?? '', { headers: { cookie }, redirect: 'manual' })
    expect(end.headers.get('location')).toBe(`${authSaas.url}/user`)
  })
})
