import { generateKeyPairSync } from 'node:crypto'
import {
  CreateUserCommand,
  DeleteServerCertificateCommand,
  DeleteSigningCertificateCommand,
  DeleteSSHPublicKeyCommand,
  DeleteUserCommand,
  GetServerCertificateCommand,
  GetSSHPublicKeyCommand,
  ListServerCertificatesCommand,
  ListServerCertificateTagsCommand,
  ListSigningCertificatesCommand,
  ListSSHPublicKeysCommand,
  TagServerCertificateCommand,
  UntagServerCertificateCommand,
  UpdateServerCertificateCommand,
  UpdateSigningCertificateCommand,
  UpdateSSHPublicKeyCommand,
  UploadServerCertificateCommand,
  UploadSigningCertificateCommand,
  UploadSSHPublicKeyCommand,
} from '@aws-sdk/client-iam'
import { expect } from 'vitest'
import { authorityCertificate } from '#core/http/x509.ts'
import { cloudTest } from '#cloud/cloud.fixture.ts'
import { iamClient } from '#cloud/iam.fixture.ts'

const it = cloudTest().extend('iam', ({ cloud }) => iamClient(cloud))

function pair(): { readonly key: string; readonly certificate: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { key, certificate: authorityCertificate({ key, name: 'web' }, { days: 30, permitted: null }) }
}

const [first, second] = [pair(), pair()]

it('keeps server certificates whose private keys match', async ({ iam }) => {
  const ServerCertificateName = 'web'
  const upload = (PrivateKey: string, CertificateBody = first.certificate) =>
    iam.send(
      new UploadServerCertificateCommand({
        ServerCertificateName,
        Path: '/cloudfront/',
        CertificateBody,
        PrivateKey,
        CertificateChain: second.certificate,
        Tags: [{ Key: 'team', Value: 'web' }],
      }),
    )
  await expect(upload(second.key)).rejects.toMatchObject({ name: 'KeyPairMismatchException' })
  await expect(upload(first.key, 'no certificate')).rejects.toMatchObject({
    name: 'MalformedCertificateException',
    message: 'Unable to parse certificate. Please ensure the certificate is in PEM format.',
  })
  const { ServerCertificateMetadata: metadata } = await upload(first.key)
  expect(metadata).toMatchObject({
    Path: '/cloudfront/',
    ServerCertificateName,
    ServerCertificateId: expect.stringMatching(/^ASCA[A-Z2-7]{17}$/) as string,
    Arn: 'arn:aws:iam::123456789012:server-certificate/cloudfront/web',
    Expiration: expect.any(Date) as Date,
  })
  await expect(upload(first.key)).rejects.toMatchObject({
    name: 'EntityAlreadyExistsException',
    message: 'The Server Certificate with name web already exists.',
  })
  const get = (name = ServerCertificateName) =>
    iam.send(new GetServerCertificateCommand({ ServerCertificateName: name }))
  expect((await get()).ServerCertificate).toEqual({
    ServerCertificateMetadata: metadata,
    CertificateBody: first.certificate,
    CertificateChain: second.certificate,
    Tags: [{ Key: 'team', Value: 'web' }],
  })

  await iam.send(new TagServerCertificateCommand({ ServerCertificateName, Tags: [{ Key: 'a', Value: 'b' }] }))
  await iam.send(new UntagServerCertificateCommand({ ServerCertificateName, TagKeys: ['team'] }))
  const tags = await iam.send(new ListServerCertificateTagsCommand({ ServerCertificateName }))
  expect(tags.Tags).toEqual([{ Key: 'a', Value: 'b' }])
  await iam.send(
    new UpdateServerCertificateCommand({ ServerCertificateName, NewServerCertificateName: 'api', NewPath: '/' }),
  )
  await expect(get()).rejects.toMatchObject({
    name: 'NoSuchEntityException',
    message: 'The Server Certificate with name web cannot be found.',
  })
  const list = async (PathPrefix?: string) => {
    const { ServerCertificateMetadataList: all } = await iam.send(new ListServerCertificatesCommand({ PathPrefix }))
    return all?.map((each) => each.ServerCertificateName)
  }
  expect([await list(), await list('/cloudfront/')]).toEqual([['api'], []])
  await iam.send(new DeleteServerCertificateCommand({ ServerCertificateName: 'api' }))
  expect(await list()).toEqual([])
})

it('keeps two signing certificates of a user', async ({ iam }) => {
  const UserName = 'ada'
  await iam.send(new CreateUserCommand({ UserName }))
  const upload = (CertificateBody: string) =>
    iam.send(new UploadSigningCertificateCommand({ UserName, CertificateBody }))
  const { Certificate: one } = await upload(first.certificate)
  expect(one).toMatchObject({ UserName, Status: 'Active', CertificateBody: first.certificate })
  await expect(upload(first.certificate)).rejects.toMatchObject({ name: 'DuplicateCertificateException' })
  await upload(second.certificate)
  await expect(upload(pair().certificate)).rejects.toMatchObject({
    name: 'LimitExceededException',
    message: 'Cannot exceed quota for CertificatesPerUser: 2',
  })
  const CertificateId = one?.CertificateId ?? ''
  await iam.send(new UpdateSigningCertificateCommand({ UserName, CertificateId, Status: 'Inactive' }))
  const list = async () => (await iam.send(new ListSigningCertificatesCommand({ UserName }))).Certificates
  expect((await list())?.find((each) => each.CertificateId === CertificateId)?.Status).toBe('Inactive')
  await expect(iam.send(new DeleteUserCommand({ UserName }))).rejects.toMatchObject({
    message: 'Cannot delete entity, must delete signing certificates first.',
  })
  for (const each of (await list()) ?? []) {
    await iam.send(new DeleteSigningCertificateCommand({ UserName, CertificateId: each.CertificateId }))
  }
  await expect(iam.send(new DeleteSigningCertificateCommand({ UserName, CertificateId }))).rejects.toMatchObject({
    message: `The Certificate with id ${CertificateId} cannot be found.`,
  })
  await iam.send(new DeleteUserCommand({ UserName }))
})

// A key of ssh-keygen, with the fingerprint that `ssh-keygen -E md5 -lf` shows.
const SSH =
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDAsORrNkWlT7+sQax40Hb5ZBTLlmY1yOtBCx3UMnszbybuKgMNpVlfOonAYCj3y+G2h2K+quJ8XbafKP3WZqSTqndIVW3LXD3iCkmcT5FyvvUTfgYfbAz0ikegmUZgs+xn7FfoRoraE1la0QqU8xatkLhPFbc5xnKm5fIv3aW6FWO1FQ5r2RODtiJOzU4FOQgKDgW1I8EIzosbRrHg0iqJ3xSnWrUwkbxMUHkKbz+jSftcZjC2+phtccj1mixGjtIbCDKfSTeRCP+9A/Sns1gCzIigI75YBrZgUe5iJaNGiiKRnwC+MuxqCDD5rd/ij8Du3uu182aitc7xer7VQjZB ada@web'

it('reads public keys in both encodings', async ({ iam }) => {
  const UserName = 'ada'
  await iam.send(new CreateUserCommand({ UserName }))
  const upload = (SSHPublicKeyBody: string) => iam.send(new UploadSSHPublicKeyCommand({ UserName, SSHPublicKeyBody }))
  for (const wrong of ['ssh-rsa AAAA', 'no key', first.certificate, first.key]) {
    await expect(upload(wrong)).rejects.toMatchObject({ name: 'InvalidPublicKeyException' })
  }
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey
  await expect(upload(small.export({ type: 'spki', format: 'pem' }).toString())).rejects.toMatchObject({
    message: 'Invalid SSH Public Key length, it must be at least 2048 bits',
  })
  const { SSHPublicKey: uploaded } = await upload(SSH)
  expect(uploaded).toMatchObject({
    UserName,
    Status: 'Active',
    SSHPublicKeyBody: SSH,
    Fingerprint: 'ab:47:62:4f:f1:6c:45:af:8b:c7:16:e8:ce:13:81:f7',
  })
  const SSHPublicKeyId = uploaded?.SSHPublicKeyId ?? ''
  const get = async (Encoding: 'SSH' | 'PEM') =>
    (await iam.send(new GetSSHPublicKeyCommand({ UserName, SSHPublicKeyId, Encoding }))).SSHPublicKey?.SSHPublicKeyBody
  expect(await get('SSH')).toBe(SSH)
  const pem = (await get('PEM')) ?? ''
  expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----/)
  await expect(upload(pem)).rejects.toMatchObject({ name: 'DuplicateSSHPublicKeyException' })
  await iam.send(new UpdateSSHPublicKeyCommand({ UserName, SSHPublicKeyId, Status: 'Inactive' }))
  const list = async () => (await iam.send(new ListSSHPublicKeysCommand({ UserName }))).SSHPublicKeys
  expect(await list()).toMatchObject([{ UserName, SSHPublicKeyId, Status: 'Inactive' }])
  await iam.send(new DeleteSSHPublicKeyCommand({ UserName, SSHPublicKeyId }))
  expect(await list()).toEqual([])
  await expect(get('SSH')).rejects.toMatchObject({
    message: `The Public Key with id ${SSHPublicKeyId} cannot be found.`,
  })
})
