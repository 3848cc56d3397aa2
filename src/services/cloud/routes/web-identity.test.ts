import {
  AddClientIDToOpenIDConnectProviderCommand,
  CreateAccountAliasCommand,
  CreateOpenIDConnectProviderCommand,
  DeleteAccountAliasCommand,
  DeleteOpenIDConnectProviderCommand,
  GetAccountSummaryCommand,
  GetOpenIDConnectProviderCommand,
  ListAccountAliasesCommand,
  ListOpenIDConnectProvidersCommand,
  ListOpenIDConnectProviderTagsCommand,
  RemoveClientIDFromOpenIDConnectProviderCommand,
  TagOpenIDConnectProviderCommand,
  UntagOpenIDConnectProviderCommand,
  UpdateOpenIDConnectProviderThumbprintCommand,
} from '@aws-sdk/client-iam'
import { AssumeRoleWithWebIdentityCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '#emulator.ts'
import { startCloud } from '#cloud/cloud.fixture.ts'
import { iamClient, keysOf, stsClient, trustOf } from '#cloud/iam.fixture.ts'

const CLIENT = 'web-app.example'

let cloud: Emulator<'cloud'>
let issuer: Emulator<'oidc-a'>

beforeAll(async () => {
  issuer = await createEmulator({
    service: 'oidc-a',
    port: 0,
    seed: {
      'oidc-a': {
        users: [{ email: 'ada@example.com' }],
        oauth_clients: [
          { client_id: CLIENT, client_secret: 's', name: 'Web', redirect_uris: ['http://localhost:3000/callback'] },
        ],
        id_token_signing_alg: 'RS256',
      },
    },
  })
  cloud = await startCloud({ iam: { roles: [{ role_name: 'web' }] } })
})
beforeEach(() => {
  cloud.reset()
  issuer.reset()
})
afterAll(async () => {
  await cloud.close()
  await issuer.close()
})

const RoleArn = 'arn:aws:iam::123456789012:role/web'
const token = (): string => issuer.signIn({ email: 'ada@example.com' }).idToken ?? ''

/** Creates a client without credentials, for an application that has only a token. */
function unsigned(emulator: Pick<Emulator, 'url'>): STSClient {
  return new STSClient({
    endpoint: emulator.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    maxAttempts: 1,
  })
}

function assume(emulator: Pick<Emulator, 'url'>, WebIdentityToken: string, more: object = {}) {
  return unsigned(emulator).send(
    new AssumeRoleWithWebIdentityCommand({ RoleArn, RoleSessionName: 'app', WebIdentityToken, ...more }),
  )
}

describe('AssumeRoleWithWebIdentity', () => {
  it('accepts a token of a provider on this machine', async () => {
    const { Credentials, AssumedRoleUser, Audience, Provider, SubjectFromWebIdentityToken } = await assume(
      cloud,
      token(),
    )
    expect(AssumedRoleUser?.Arn).toBe('arn:aws:sts::123456789012:assumed-role/web/app')
    expect(Audience).toBe(CLIENT)
    expect(Provider).toBe(`arn:aws:iam::123456789012:oidc-provider/${issuer.url.slice('http://'.length)}`)
    expect(SubjectFromWebIdentityToken).toMatch(/^\d+$/)
    expect(await stsClient(cloud, keysOf(Credentials)).send(new GetCallerIdentityCommand({}))).toMatchObject({
      Arn: AssumedRoleUser?.Arn,
    })
  })

  it('refuses invalid tokens', async () => {
    await expect(assume(cloud, 'no token')).rejects.toMatchObject({
      name: 'InvalidIdentityTokenException',
      $metadata: { httpStatusCode: 400 },
    })
    const [header, , signature] = token().split('.')
    const claims = Buffer.from(
      JSON.stringify({ iss: issuer.url, sub: 'eve', aud: CLIENT, exp: 4_000_000_000 }),
    ).toString('base64url')
    await expect(assume(cloud, `${header}.${claims}.${signature}`)).rejects.toMatchObject({
      name: 'InvalidIdentityTokenException',
      message: expect.stringContaining("Couldn't retrieve verification key from your identity provider"),
    })
    const elsewhere = Buffer.from(
      JSON.stringify({ iss: 'https://accounts.example.com', sub: 'eve', aud: CLIENT }),
    ).toString('base64url')
    await expect(assume(cloud, `${header}.${elsewhere}.${signature}`)).rejects.toMatchObject({
      name: 'IDPCommunicationErrorException',
      message: expect.stringContaining('is not on this machine'),
    })
    const nobody = Buffer.from(JSON.stringify({ iss: 'http://127.0.0.1:1', sub: 'eve', aud: CLIENT })).toString(
      'base64url',
    )
    await expect(assume(cloud, `${header}.${nobody}.${signature}`)).rejects.toMatchObject({
      name: 'IDPCommunicationErrorException',
    })
    await expect(assume(cloud, token(), { RoleArn: `${RoleArn}-none` })).rejects.toMatchObject({
      name: 'AccessDenied',
      message: 'Not authorized to perform sts:AssumeRoleWithWebIdentity',
    })
  })

  it("refuses a token that expired by the instance's clock", async () => {
    const old = token()
    cloud.clock.advance('2h')
    await expect(assume(cloud, old)).rejects.toMatchObject({
      name: 'ExpiredTokenException',
      message: expect.stringMatching(
        /^Token expired: current date\/time \d+ must be before the expiration date\/time \d+$/,
      ),
    })
  })

  it('accepts only the audiences of a registered provider', async () => {
    const iam = iamClient(cloud)
    const { OpenIDConnectProviderArn } = await iam.send(
      new CreateOpenIDConnectProviderCommand({ Url: issuer.url, ClientIDList: ['another'] }),
    )
    await expect(assume(cloud, token())).rejects.toMatchObject({
      name: 'InvalidIdentityTokenException',
      message: 'Incorrect token audience',
    })
    await iam.send(new AddClientIDToOpenIDConnectProviderCommand({ OpenIDConnectProviderArn, ClientID: CLIENT }))
    await assume(cloud, token())
  })

  it('requires a registered provider and a role that trusts it under enforce_iam', async () => {
    const host = issuer.url.slice('http://'.length)
    const Federated = `arn:aws:iam::123456789012:oidc-provider/${host}`
    const trusting = (aud: string): string =>
      trustOf({ Federated }, { StringEquals: { [`${host}:aud`]: aud } }, 'sts:AssumeRoleWithWebIdentity')
    const roles = [
      { role_name: 'web', assume_role_policy: trusting(CLIENT) },
      { role_name: 'other', assume_role_policy: trusting('another') },
    ]
    await using strange = await startCloud({ enforce_iam: true, iam: { roles } })
    await expect(assume(strange, token())).rejects.toMatchObject({
      message: `No OpenIDConnect provider found in your account for ${issuer.url}`,
    })
    await using strict = await startCloud({
      enforce_iam: true,
      iam: { roles, oidc_providers: [{ url: issuer.url, client_ids: [CLIENT] }] },
    })
    await assume(strict, token())
    await expect(assume(strict, token(), { RoleArn: 'arn:aws:iam::123456789012:role/other' })).rejects.toMatchObject({
      name: 'AccessDenied',
      message: 'Not authorized to perform sts:AssumeRoleWithWebIdentity',
    })
  })
})

describe('AssumeRoleWithWebIdentity with a hostile issuer', () => {
  let server: Server
  let url: string
  let documents: Record<string, unknown>
  let listener: RequestListener

  beforeEach(async () => {
    listener = (request, response) => response.end(JSON.stringify(documents[request.url ?? '']))
    server = createServer((request, response) => listener(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    documents = { '/.well-known/openid-configuration': { issuer: url, jwks_uri: `${url}/keys` } }
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsignedToken = (claims: unknown): string => `${encoded({ alg: 'RS256', kid: 'one' })}.${encoded(claims)}.AAAA`
  /** Answers with a body that never ends. */
  const endless: RequestListener = (_request, response) => {
    const send = (): void => {
      while (response.write(' '.repeat(65_536)));
    }
    response.on('drain', send)
    send()
  }

  it.each([
    ['discovery document', '/.well-known/openid-configuration'],
    ['key document', '/keys'],
  ])('ends at 1 MiB of a %s that never ends', async (_document, path) => {
    const answer = listener
    listener = (request, response) => (request.url === path ? endless : answer)(request, response)
    await expect(assume(cloud, unsignedToken({ iss: url, sub: 'eve', aud: CLIENT }))).rejects.toMatchObject({
      name: 'IDPCommunicationErrorException',
      message: expect.stringContaining('its answer is larger than 1048576 bytes'),
    })
  })

  it.each([[5], [true], [{}], [[]], [{ toString: 1 }], [null]])(
    'refuses the issuer %j, which is not a text',
    async (iss) => {
      await expect(assume(cloud, unsignedToken({ iss, sub: 'eve', aud: CLIENT }))).rejects.toMatchObject({
        name: 'InvalidIdentityTokenException',
        message: 'Missing or wrong claim: iss',
      })
    },
  )

  it.each([
    [[{ kty: 'RSA', kid: 'one', n: '!', e: 'AQAB' }]],
    [[{ kty: 'RSA', kid: 'one', n: {}, e: 5 }]],
    [[5]],
    ['none'],
  ])('refuses a token whose issuer has the malformed keys %j', async (keys) => {
    documents['/keys'] = { keys }
    await expect(assume(cloud, unsignedToken({ iss: url, sub: 'eve', aud: CLIENT }))).rejects.toMatchObject({
      name: 'InvalidIdentityTokenException',
    })
  })

  it.each([
    ['sub', { sub: { toString: 1 } }],
    ['https://aws.amazon.com/tags', { 'https://aws.amazon.com/tags': null }],
    ['https://aws.amazon.com/tags', { 'https://aws.amazon.com/tags': { principal_tags: null } }],
    ['https://aws.amazon.com/tags', { 'https://aws.amazon.com/tags': { principal_tags: { a: [{ toString: 1 }] } } }],
  ])('refuses a signed token with the wrong claim %s in %j', async (claim, claims) => {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    documents['/keys'] = { keys: [await exportJWK(publicKey)] }
    const signed = async (more: object) =>
      new SignJWT({ iss: url, sub: 'eve', aud: CLIENT, exp: 4_000_000_000, ...more })
        .setProtectedHeader({ alg: 'ES256' })
        .sign(privateKey)
    await assume(cloud, await signed({}))
    await expect(assume(cloud, await signed(claims))).rejects.toMatchObject({
      name: 'InvalidIdentityTokenException',
      message: `Missing or wrong claim: ${claim}`,
    })
  })
})

describe('identity providers', () => {
  it('are created by their URL, changed, listed and deleted', async () => {
    const iam = iamClient(cloud)
    // The vendor's own examples have such a thumbprint, which is not hexadecimal.
    const thumbprint = `${'c'.repeat(33)}EXAMPLE`
    const { OpenIDConnectProviderArn } = await iam.send(
      new CreateOpenIDConnectProviderCommand({
        Url: 'https://token.example.com/a',
        ClientIDList: ['one'],
        ThumbprintList: [thumbprint],
        Tags: [{ Key: 'a', Value: '1' }],
      }),
    )
    expect(OpenIDConnectProviderArn).toBe('arn:aws:iam::123456789012:oidc-provider/token.example.com/a')
    await expect(
      iam.send(new CreateOpenIDConnectProviderCommand({ Url: 'https://token.example.com/a' })),
    ).rejects.toMatchObject({ name: 'EntityAlreadyExistsException' })
    await expect(
      iam.send(new CreateOpenIDConnectProviderCommand({ Url: 'http://token.example.com' })),
    ).rejects.toMatchObject({ name: 'ValidationError' })
    await iam.send(new AddClientIDToOpenIDConnectProviderCommand({ OpenIDConnectProviderArn, ClientID: 'two' }))
    await iam.send(new RemoveClientIDFromOpenIDConnectProviderCommand({ OpenIDConnectProviderArn, ClientID: 'one' }))
    await iam.send(
      new UpdateOpenIDConnectProviderThumbprintCommand({ OpenIDConnectProviderArn, ThumbprintList: ['d'.repeat(40)] }),
    )
    await iam.send(new TagOpenIDConnectProviderCommand({ OpenIDConnectProviderArn, Tags: [{ Key: 'b', Value: '2' }] }))
    await iam.send(new UntagOpenIDConnectProviderCommand({ OpenIDConnectProviderArn, TagKeys: ['a'] }))
    expect(await iam.send(new GetOpenIDConnectProviderCommand({ OpenIDConnectProviderArn }))).toMatchObject({
      Url: 'token.example.com/a',
      ClientIDList: ['two'],
      ThumbprintList: ['d'.repeat(40)],
      Tags: [{ Key: 'b', Value: '2' }],
    })
    expect((await iam.send(new ListOpenIDConnectProviderTagsCommand({ OpenIDConnectProviderArn }))).Tags).toEqual([
      { Key: 'b', Value: '2' },
    ])
    expect((await iam.send(new ListOpenIDConnectProvidersCommand({}))).OpenIDConnectProviderList).toEqual([
      { Arn: OpenIDConnectProviderArn },
    ])
    await iam.send(new DeleteOpenIDConnectProviderCommand({ OpenIDConnectProviderArn }))
    await iam.send(new DeleteOpenIDConnectProviderCommand({ OpenIDConnectProviderArn }))
    await expect(iam.send(new GetOpenIDConnectProviderCommand({ OpenIDConnectProviderArn }))).rejects.toMatchObject({
      name: 'NoSuchEntityException',
    })
  })
})

describe('the account', () => {
  it('counts its entities', async () => {
    const { SummaryMap } = await iamClient(cloud).send(new GetAccountSummaryCommand({}))
    expect(SummaryMap).toMatchObject({
      Users: 0,
      Roles: 1,
      Groups: 0,
      Policies: 0,
      AccessKeysPerUserQuota: 2,
      AccountAccessKeysPresent: 1,
    })
  })

  it('has one alias', async () => {
    const iam = iamClient(cloud)
    const aliases = async () => (await iam.send(new ListAccountAliasesCommand({}))).AccountAliases
    expect(await aliases()).toEqual([])
    await iam.send(new CreateAccountAliasCommand({ AccountAlias: 'example-corp' }))
    await expect(iam.send(new CreateAccountAliasCommand({ AccountAlias: 'example-corp' }))).rejects.toMatchObject({
      name: 'EntityAlreadyExistsException',
    })
    await expect(iam.send(new CreateAccountAliasCommand({ AccountAlias: 'Example' }))).rejects.toMatchObject({
      name: 'ValidationError',
    })
    expect(await aliases()).toEqual(['example-corp'])
    await iam.send(new DeleteAccountAliasCommand({ AccountAlias: 'example-corp' }))
    await expect(iam.send(new DeleteAccountAliasCommand({ AccountAlias: 'example-corp' }))).rejects.toMatchObject({
      name: 'NoSuchEntityException',
    })
  })
})
