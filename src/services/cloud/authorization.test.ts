import { createHash } from 'node:crypto'
import { IAMClient, ListUsersCommand } from '@aws-sdk/client-iam'
import { GetObjectCommand, ListBucketsCommand, type S3Client, type S3ServiceException } from '@aws-sdk/client-s3'
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { s3Client, cloudTest } from './cloud.fixture.ts'
import { routes } from './routes/index.ts'

const keys = { accessKeyId: 'AKIANOBODYNOBODYNOBO', secretAccessKey: 'secret of nobody' }
const queue = 'arn:aws:sqs:us-east-1:123456789012:jobs'

const it = cloudTest({
  enforce_iam: true,
  s3: { buckets: [{ name: 'photos', objects: [{ key: 'a.txt', body: 'a' }] }] },
  sqs: { queues: [{ name: 'jobs' }] },
  iam: {
    users: [{ user_name: 'nobody', access_key_id: keys.accessKeyId, secret_access_key: keys.secretAccessKey }],
    roles: [{ role_name: 'worker' }],
  },
})

/** The parts of a request that replace those of the client. */
interface RequestParts {
  readonly method?: string
  readonly path?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Every parameter that operations of IAM and STS take; each operation reads its own. */
const FORM = {
  UserName: 'nobody',
  NewUserName: 'other',
  RoleName: 'worker',
  RoleArn: 'arn:aws:iam::123456789012:role/worker',
  RoleSessionName: 'session',
  GroupName: 'group',
  NewGroupName: 'other',
  InstanceProfileName: 'profile',
  PolicyName: 'policy',
  PolicyArn: 'arn:aws:iam::123456789012:policy/policy',
  PolicyDocument: '{}',
  AssumeRolePolicyDocument: '{}',
  PermissionsBoundary: 'arn:aws:iam::123456789012:policy/policy',
  VersionId: 'v1',
  Description: 'text',
  Status: 'Inactive',
  AccessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  AccountAlias: 'alias',
  Url: 'http://127.0.0.1:4002',
  OpenIDConnectProviderArn: 'arn:aws:iam::123456789012:oidc-provider/127.0.0.1:4002',
  ClientID: 'client',
  'ThumbprintList.member.1': '0'.repeat(40),
  'TagKeys.member.1': 'team',
  'Tags.member.1.Key': 'team',
  'Tags.member.1.Value': 'blue',
  Name: 'federated',
  Password: 'Correct-horse-1',
  OldPassword: 'Correct-horse-1',
  NewPassword: 'Another-horse-2',
  AWSServiceName: 'ecs.amazonaws.com',
  DeletionTaskId: 'task/worker',
  ServiceName: 'codecommit.amazonaws.com',
  ServiceSpecificCredentialId: 'ACCANOBODYNOBODYNOBODY',
  PolicySourceArn: 'arn:aws:iam::123456789012:user/nobody',
  ServerCertificateName: 'web',
  CertificateBody: 'certificate',
  PrivateKey: 'key',
  CertificateId: '0'.repeat(24),
  SSHPublicKeyBody: 'ssh-rsa AAAA',
  SSHPublicKeyId: 'APKANOBODYNOBODYNOBODY',
  Encoding: 'SSH',
  VirtualMFADeviceName: 'phone',
  SerialNumber: 'arn:aws:iam::123456789012:mfa/phone',
  AuthenticationCode1: '123456',
  AuthenticationCode2: '123456',
  Arn: 'arn:aws:iam::123456789012:user/nobody',
  JobId: '0'.repeat(36),
  SAMLProviderArn: 'arn:aws:iam::123456789012:saml-provider/company',
  SAMLMetadataDocument: `<a>${'x'.repeat(1000)}</a>`,
  ServiceNamespace: 's3',
  EncodedMessage: 'message',
}

/** Every member that operations of SQS take. */
const JSON_BODY = {
  QueueName: 'jobs',
  QueueUrl: 'http://127.0.0.1/123456789012/jobs',
  MessageBody: 'x',
  Entries: [{ Id: 'a', MessageBody: 'x', ReceiptHandle: 'x', VisibilityTimeout: 1 }],
  ReceiptHandle: 'x',
  VisibilityTimeout: 1,
  AttributeNames: [],
  Attributes: {},
  Tags: {},
  TagKeys: ['team'],
  Label: 'label',
  AWSAccountIds: ['123456789012'],
  Actions: ['SendMessage'],
  SourceArn: queue,
  TaskHandle: Buffer.from(JSON.stringify({ taskId: 'x', sourceArn: queue })).toString('base64'),
}

const DELETION = '<Delete><Object><Key>a.txt</Key></Object></Delete>'

/** The requests of operations that need something else. */
const SPECIAL: Readonly<Record<string, RequestParts>> = {
  's3:CopyObject': { headers: { 'x-amz-copy-source': 'photos/a.txt' } },
  's3:UploadPartCopy': { headers: { 'x-amz-copy-source': 'photos/a.txt' } },
  's3:DeleteObjects': {
    headers: { 'content-md5': createHash('md5').update(DELETION).digest('base64') },
    body: DELETION,
  },
  's3:PostObject': {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: '--b\r\ncontent-disposition: form-data; name="key"\r\n\r\na\r\n--b\r\ncontent-disposition: form-data; name="file"\r\n\r\na\r\n--b--\r\n',
  },
}

/**
 * Operations that need no permission, carry a token instead of one, or are refused object by object in their answer.
 */
const OTHERS: Readonly<Record<string, string>> = {
  'sts:GetCallerIdentity': 'allowed',
  'sts:GetSessionToken': 'allowed',
  'sts:AssumeRoleWithWebIdentity': 'ValidationError',
  'sts:AssumeRoleWithSAML': 'ValidationError',
  's3:DeleteObjects': 'allowed',
}

/** Performs an operation as a user without permissions, and returns the name of the refusal. */
async function outcome(
  cloud: Emulator<'cloud'>,
  { operation, method, path }: (typeof routes)[number],
): Promise<string> {
  const [service, action = ''] = operation.split(':')
  const settings = { region: 'us-east-1', endpoint: cloud.url, credentials: keys, maxAttempts: 1 }
  const [pathname = '/', search = ''] = path.replace(':bucket', 'photos').replace(':key', 'a.txt').split('?')
  const form = new URLSearchParams({ Action: action, ...FORM })
  // In STS it asks for a second factor, which is checked first.
  if (service === 'sts') form.delete('SerialNumber')
  const sent: Readonly<Record<string, RequestParts>> = {
    s3: { method, path: pathname, query: Object.fromEntries(new URLSearchParams(search)), ...SPECIAL[operation] },
    sqs: { headers: { 'x-amz-target': `AmazonSQS.${action}` }, body: JSON.stringify(JSON_BODY) },
    iam: { body: `${form.toString()}&Version=2010-05-08` },
    sts: { body: `${form.toString()}&Version=2011-06-15` },
  }
  const instead = sent[service ?? ''] ?? {}
  const sending = {
    s3: () => replaced(s3Client(cloud, settings), instead).send(new ListBucketsCommand({})),
    sqs: () => replaced(new SQSClient(settings), instead).send(new ListQueuesCommand({})),
    iam: () => replaced(new IAMClient(settings), instead).send(new ListUsersCommand({})),
    sts: () => replaced(new STSClient(settings), instead).send(new GetCallerIdentityCommand({})),
  }[service ?? '']
  const name = await sending?.().then(
    () => 'allowed',
    (error: S3ServiceException) =>
      // The answer to HEAD has no body with a name; AWS JSON has another name for the refusal.
      /^(Unknown|AccessDeniedException)$/.test(error.name) && error.$metadata.httpStatusCode === 403
        ? 'AccessDenied'
        : error.name,
  )
  expect(cloud.requests.at(-1), operation).toMatchObject({ operation })
  return name ?? ''
}

/** Returns the client after replacing parts of the requests that it signs and sends. */
function replaced<C extends object>(client: C, parts: RequestParts): C {
  const { middlewareStack } = client as unknown as S3Client // the middleware stacks of all clients are alike
  middlewareStack.add(
    (next) => async (step) => {
      const request = step.request as Required<RequestParts> & { headers: Record<string, string> } // the step before makes such a request
      const headers = { ...request.headers, ...parts.headers }
      if (parts.body !== undefined) headers['content-length'] = String(Buffer.byteLength(parts.body))
      return next({ ...step, request: Object.assign(request, parts, { headers }) })
    },
    { step: 'build', priority: 'low' },
  )
  return client
}

it('checks the permission of every operation under enforce_iam', async ({ cloud }) => {
  const refused: Record<string, string> = {}
  // The website host of a bucket is tested in routes/s3/website.test.ts.
  const ofApi = routes.filter(({ operation }) => operation !== 's3:ServeWebsite')
  for (const route of ofApi) {
    refused[route.operation] = await outcome(cloud, route)
  }
  const expected = ofApi.map(({ operation }) => [operation, OTHERS[operation] ?? 'AccessDenied'])
  expect(refused).toEqual(Object.fromEntries(expected))
  await s3Client(cloud).send(new GetObjectCommand({ Bucket: 'photos', Key: 'a.txt' }))
})
