import { createHash, X509Certificate } from 'node:crypto'
import { describe, expect } from 'vitest'
import { rsaOne } from '#oauth/jwt/keys.ts'
import { selfSigned } from '#oidc-d/rules/apps/certificates.ts'
import { allItems, oidcSite } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site

const bookmark = { name: 'bookmark', label: 'Docs', signOnMode: 'BOOKMARK', settings: { app: { url: 'https://docs' } } }
const saml = {
  label: 'Payroll',
  signOnMode: 'SAML_2_0',
  settings: { signOn: { ssoAcsUrl: 'https://payroll/acs', audience: 'payroll' } },
}

/** Creates an app and returns its path. */
async function makeApp(app: object = bookmark): Promise<string> {
  return `/api/v1/apps/${(await site.send('POST', '/api/v1/apps', app)).body.id}`
}

describe('the keys of an app', () => {
  it('begin with one, whose certificate has the public key and is good for ten years', async () => {
    const path = await makeApp()
    const { body } = await site.send('GET', `${path}/credentials/keys`)
    const [key] = body
    expect(Object.keys(key)).toEqual('kty created lastUpdated expiresAt kid use x5c x5t#S256 e n'.split(' '))
    expect([body.length, key.expiresAt]).toEqual([1, '2036-01-01T12:00:00.000Z'])
    const der = Buffer.from(key.x5c[0], 'base64')
    const certificate = new X509Certificate(der)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.publicKey.export({ format: 'jwk' })).toMatchObject({ n: key.n, e: key.e })
    expect([new Date(certificate.validTo).toISOString(), certificate.subject]).toEqual([
      key.expiresAt,
      expect.stringContaining('OU=SSOProvider'),
    ])
    expect(key['x5t#S256']).toBe(createHash('sha256').update(der).digest('base64url'))
  })

  it('are generated for two to ten years, and read with the vendor’s SDK', async () => {
    const path = await makeApp()
    const appId = path.split('/').at(-1) ?? ''
    const { applicationApi } = site.okta()
    const { kid: keyId = '', expiresAt } = await applicationApi.generateApplicationKey({ appId, validityYears: 2 })
    expect(expiresAt?.toISOString()).toBe('2028-01-01T12:00:00.000Z')
    expect((await applicationApi.getApplicationKey({ appId, keyId })).kid).toBe(keyId)
    expect(await allItems(applicationApi.listApplicationKeys({ appId }))).toHaveLength(2)
    for (const years of ['1', '11', 'x']) {
      const { body } = await site.send('POST', `${path}/credentials/keys/generate?validityYears=${years}`)
      expect(body).toMatchObject({
        errorCode: 'E0000001',
        errorSummary: 'Api validation failed: generateKey',
        errorCauses: [{ errorSummary: 'Validity years out of range. It should be 2 - 10 years.' }],
      })
    }
    expect((await site.send('GET', `${path}/credentials/keys/unknown`)).status).toBe(404)
  })

  it('are cloned once into another app', async () => {
    const [path, other] = [await makeApp(), await makeApp({ ...bookmark, label: 'Wiki' })]
    const [key] = (await site.send('GET', `${path}/credentials/keys`)).body
    const clone = () =>
      site.send('POST', `${path}/credentials/keys/${key.kid}/clone?targetAid=${other.split('/').at(-1)}`)
    expect(await clone()).toMatchObject({ status: 201, body: key })
    expect((await clone()).body.errorSummary).toBe('Api validation failed: cloneKey')
    expect((await site.send('GET', `${other}/credentials/keys`)).body).toHaveLength(2)
  })

  it('sign for a SAML app, which names one of its own', async () => {
    const path = await makeApp(saml)
    const { body: app } = await site.send('GET', path)
    const [first] = (await site.send('GET', `${path}/credentials/keys`)).body
    expect(app.credentials.signing).toEqual({ kid: first.kid })
    const { body: second } = await site.send('POST', `${path}/credentials/keys/generate?validityYears=3`)
    const withKey = (kid: string) => ({ ...app, credentials: { ...app.credentials, signing: { kid } } })
    expect((await site.send('PUT', path, withKey(second.kid))).body.credentials.signing).toEqual({ kid: second.kid })
    expect((await site.send('PUT', path, { ...saml, label: 'Wages' })).body.credentials.signing.kid).toBe(second.kid)
    expect((await site.send('PUT', path, withKey('unknown'))).body.errorSummary).toBe('Api validation failed: kid')
    const filter = encodeURIComponent(`credentials.signing.kid eq "${second.kid}"`)
    expect((await site.send('GET', `/api/v1/apps?filter=${filter}`)).body).toHaveLength(1)
  })
})

const subject = { countryName: 'US', organizationName: 'Okta, Inc.', commonName: 'SP Issuer' }

describe('a request for a certificate', () => {
  const make = async (path: string) =>
    (
      await site.send('POST', `${path}/credentials/csrs`, {
        subject,
        subjectAltNames: { dnsNames: ['dev.example.com'] },
      })
    ).body
  const publish = (path: string, id: string, body: Uint8Array<ArrayBuffer> | string, type = 'application/pkix-cert') =>
    site.emulator.fetch(`http://host${path}/credentials/csrs/${id}/lifecycle/publish`, {
      method: 'POST',
      headers: { authorization: 'SSWS everything', 'content-type': type },
      body,
    })

  it('is made, listed and revoked', async () => {
    const path = await makeApp()
    const csr = await make(path)
    const self = `${site.emulator.url}${path}/credentials/csrs/${csr.id}`
    expect(csr).toEqual({
      id: expect.stringMatching(/^[\w-]{43}$/),
      created: '2026-01-01T12:00:00.000Z',
      csr: expect.stringMatching(/^MII/),
      kty: 'RSA',
      _links: {
        publish: { href: `${self}/lifecycle/publish`, hints: { allow: ['POST'] } },
        self: { href: self, hints: { allow: ['GET', 'DELETE'] } },
      },
    })
    expect(Buffer.from(csr.csr, 'base64').toString('latin1')).toContain('dev.example.com')
    expect((await site.send('GET', `${path}/credentials/csrs`)).body).toEqual([csr])
    expect((await site.send('GET', `${path}/credentials/csrs/${csr.id}`)).body).toEqual(csr)
    expect((await site.send('DELETE', `${path}/credentials/csrs/${csr.id}`)).status).toBe(204)
    expect((await site.send('GET', `${path}/credentials/csrs/${csr.id}`)).status).toBe(404)
  })

  it('becomes a key by a certificate of its public key, in DER, PEM or base64', async () => {
    const times = { from: Date.UTC(2026, 0), to: Date.UTC(2027, 0), serial: 7 }
    const der = selfSigned(rsaOne, subject, times)
    const lines = der
      .toString('base64')
      .match(/.{1,64}/g)
      ?.join('\n')
    const forms = [
      new Uint8Array(der),
      `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
      der.toString('base64'),
    ]
    for (const form of forms) {
      const path = await makeApp()
      const { id } = await make(path)
      const answer = await publish(path, id, form)
      expect([answer.status, await answer.json()]).toMatchObject([
        201,
        { n: rsaOne.jwk.n, x5c: [der.toString('base64')], expiresAt: '2027-01-01T00:00:00.000Z' },
      ])
      expect((await site.send('GET', `${path}/credentials/csrs`)).body).toEqual([])
      expect((await site.send('GET', `${path}/credentials/keys`)).body).toHaveLength(2)
    }
  })

  it('is not ended by another certificate, nor by bytes that are none', async () => {
    const path = await makeApp()
    await make(path)
    const { id } = await make(path)
    const der = selfSigned(rsaOne, subject, { from: 0, to: Date.UTC(2050, 5), serial: 200 })
    expect(new X509Certificate(der)).toMatchObject({ serialNumber: 'C8', validTo: 'Jun  1 00:00:00 2050 GMT' })
    expect(await (await publish(path, id, new Uint8Array(der))).json()).toMatchObject({
      errorSummary: 'Api validation failed: certificate',
      errorCauses: [{ errorSummary: "The certificate doesn't match the CSR." }],
    })
    expect((await publish(path, id, 'nothing')).status).toBe(400)
    expect((await site.send('GET', `${path}/credentials/csrs`)).body).toHaveLength(2)
  })
})
