import {
  CreateSAMLProviderCommand,
  DeleteSAMLProviderCommand,
  GetSAMLProviderCommand,
  ListSAMLProvidersCommand,
  ListSAMLProviderTagsCommand,
  TagSAMLProviderCommand,
  UntagSAMLProviderCommand,
  UpdateSAMLProviderCommand,
} from '@aws-sdk/client-iam'
import { AssumeRoleWithSAMLCommand, GetCallerIdentityCommand } from '@aws-sdk/client-sts'
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { cloudTest, startCloud } from '#cloud/cloud.fixture.ts'
import { iamClient, keysOf, stsClient, trustOf } from '#cloud/iam.fixture.ts'
import { SAML_METADATA, SAML_RESPONSE } from './saml.fixture.ts'

const RoleArn = 'arn:aws:iam::123456789012:role/web'
const PrincipalArn = 'arn:aws:iam::123456789012:saml-provider/example'

const it = cloudTest({ iam: { roles: [{ role_name: 'web' }] } })

const create = (cloud: Emulator<'cloud'>, more: object = {}) =>
  iamClient(cloud).send(
    new CreateSAMLProviderCommand({ Name: 'example', SAMLMetadataDocument: SAML_METADATA, ...more }),
  )

function assume(cloud: Emulator<'cloud'>, response = SAML_RESPONSE, more: object = {}) {
  const SAMLAssertion = Buffer.from(response).toString('base64')
  return stsClient(cloud).send(new AssumeRoleWithSAMLCommand({ RoleArn, PrincipalArn, SAMLAssertion, ...more }))
}

describe('a SAML provider', () => {
  it('is created, read, listed, changed, tagged and deleted', async ({ cloud }) => {
    const iam = iamClient(cloud)
    const { SAMLProviderArn } = await create(cloud, { Tags: [{ Key: 'team', Value: 'blue' }] })
    expect(SAMLProviderArn).toBe(PrincipalArn)
    const provider = await iam.send(new GetSAMLProviderCommand({ SAMLProviderArn }))
    expect(provider).toMatchObject({
      SAMLMetadataDocument: SAML_METADATA,
      ValidUntil: new Date('2030-01-02T03:04:05Z'),
      Tags: [{ Key: 'team', Value: 'blue' }],
    })
    const { SAMLProviderList } = await iam.send(new ListSAMLProvidersCommand({}))
    expect(SAMLProviderList).toEqual([
      { Arn: PrincipalArn, ValidUntil: provider.ValidUntil, CreateDate: provider.CreateDate },
    ])
    await iam.send(new TagSAMLProviderCommand({ SAMLProviderArn, Tags: [{ Key: 'stage', Value: 'test' }] }))
    await iam.send(new UntagSAMLProviderCommand({ SAMLProviderArn, TagKeys: ['team'] }))
    const { Tags } = await iam.send(new ListSAMLProviderTagsCommand({ SAMLProviderArn }))
    expect(Tags).toEqual([{ Key: 'stage', Value: 'test' }])
    await iam.send(new DeleteSAMLProviderCommand({ SAMLProviderArn }))
    await expect(iam.send(new GetSAMLProviderCommand({ SAMLProviderArn }))).rejects.toMatchObject({
      name: 'NoSuchEntityException',
    })
  })

  it('has at most two private keys, of which it tells the ids', async ({ cloud }) => {
    const iam = iamClient(cloud)
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const AddPrivateKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const { SAMLProviderArn } = await create(cloud, { AssertionEncryptionMode: 'Allowed', AddPrivateKey })
    await iam.send(new UpdateSAMLProviderCommand({ SAMLProviderArn, AddPrivateKey }))
    await expect(iam.send(new UpdateSAMLProviderCommand({ SAMLProviderArn, AddPrivateKey }))).rejects.toMatchObject({
      name: 'LimitExceededException',
    })
    const { PrivateKeyList = [], AssertionEncryptionMode } = await iam.send(
      new GetSAMLProviderCommand({ SAMLProviderArn }),
    )
    expect(AssertionEncryptionMode).toBe('Allowed')
    const [first, second] = PrivateKeyList.map(({ KeyId }) => KeyId)
    await iam.send(new UpdateSAMLProviderCommand({ SAMLProviderArn, RemovePrivateKey: first }))
    const left = await iam.send(new GetSAMLProviderCommand({ SAMLProviderArn }))
    expect(left.PrivateKeyList?.map(({ KeyId }) => KeyId)).toEqual([second])
  })

  it('needs metadata with a certificate, and a name of its own', async ({ cloud }) => {
    for (const document of ['x'.repeat(1000), SAML_METADATA.replaceAll('X509Certificate', 'X509Nothing')]) {
      await expect(create(cloud, { SAMLMetadataDocument: document })).rejects.toMatchObject({
        name: 'InvalidInputException',
        message: 'Could not parse metadata',
      })
    }
    await create(cloud)
    await expect(create(cloud)).rejects.toMatchObject({ name: 'EntityAlreadyExistsException' })
  })
})

describe('AssumeRoleWithSAML', () => {
  it('accepts a response that the registered provider signed', async ({ cloud }) => {
    cloud.clock.set('2026-01-01T00:01:00Z')
    await create(cloud)
    const assumed = await assume(cloud)
    expect(assumed).toMatchObject({
      AssumedRoleUser: { Arn: 'arn:aws:sts::123456789012:assumed-role/web/ada@example.com' },
      Subject: 'ada & "co" <é>',
      SubjectType: 'persistent',
      Issuer: 'https://idp.example/saml',
      Audience: 'https://signin.aws.amazon.com/saml',
    })
    // base64(sha1(issuer + account + '/' + name)), as the vendor documents it
    expect(assumed.NameQualifier).toBe('4hHeNjAuANu3eiQv+ugsedghTYI=')
    const identity = await stsClient(cloud, keysOf(assumed.Credentials)).send(new GetCallerIdentityCommand({}))
    expect(identity.Arn).toBe(assumed.AssumedRoleUser?.Arn)
  })

  it('refuses a response that was changed, is late, or is of another issuer', async ({ cloud }) => {
    cloud.clock.set('2026-01-01T00:01:00Z')
    await create(cloud)
    await expect(assume(cloud, SAML_RESPONSE.replace('ada@example.com', 'eve@example.com'))).rejects.toMatchObject({
      name: 'InvalidIdentityTokenException',
      message: 'Response signature invalid',
    })
    const elsewhere = SAML_RESPONSE.replaceAll('https://idp.example/saml', 'https://other.example/saml')
    await expect(assume(cloud, elsewhere)).rejects.toMatchObject({
      message: 'Issuer not present in specified provider',
    })
    await expect(assume(cloud, SAML_RESPONSE, { RoleArn: `${RoleArn}-none` })).rejects.toMatchObject({
      name: 'AccessDenied',
      message: 'Not authorized to perform sts:AssumeRoleWithSAML',
    })
    cloud.clock.advance('5m')
    await expect(assume(cloud)).rejects.toMatchObject({
      name: 'ExpiredTokenException',
      message: 'Token must be redeemed within 5 minutes of issuance',
    })
  })

  it('refuses a second assertion beside the signed one', async ({ cloud }) => {
    cloud.clock.set('2026-01-01T00:01:00Z')
    await create(cloud)
    const [assertion = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(SAML_RESPONSE) ?? []
    const forged = assertion.replace('ada@example.com', 'eve@example.com').replace('ID="_a1"', 'ID="_a2"')
    await expect(assume(cloud, SAML_RESPONSE.replace(assertion, forged + assertion))).rejects.toMatchObject({
      name: 'InvalidIdentityTokenException',
    })
    const extended = SAML_RESPONSE.replace('</samlp:Response>', '<x ID="_a1">y</x></samlp:Response>')
    await expect(assume(cloud, extended)).rejects.toMatchObject({ message: 'Response signature invalid' })
  })

  it('needs a registered provider and a role that trusts it under enforce_iam', async () => {
    const trusting = (aud: string): string =>
      trustOf({ Federated: PrincipalArn }, { StringEquals: { 'SAML:aud': aud } }, [
        'sts:AssumeRoleWithSAML',
        'sts:TagSession',
      ])
    const start = (aud: string) =>
      startCloud(
        { enforce_iam: true, iam: { roles: [{ role_name: 'web', assume_role_policy: trusting(aud) }] } },
        { now: '2026-01-01T00:01:00Z' },
      )
    await using strict = await start('https://signin.aws.amazon.com/saml')
    await expect(assume(strict)).rejects.toMatchObject({ message: "Specified provider doesn't exist" })
    await create(strict)
    await assume(strict)
    await using other = await start('https://other.example')
    await create(other)
    await expect(assume(other)).rejects.toMatchObject({ name: 'AccessDenied' })
  })
})
