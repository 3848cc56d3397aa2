import { CreateQueueCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'

/** How a framework differs in what it makes of a request. */
export interface Traits {
  /** False where the framework sends every body in pieces, without its length. */
  readonly hasLength: boolean
}

/** The key pair of cloud's example user. */
const credentials = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }

/** Calls the stand-ins in every way in which a framework may be in the way. */
export async function check(base: string, { hasLength }: Traits): Promise<void> {
  const user = await fetch(`${base}/codehost/users/ada`)
  equal(user.status, 200, 'the status of a user')
  equal((await user.json()).url, `${base}/codehost/users/ada`, 'the URL of a user')
  const made = await fetch(`${base}/codehost/repos/ada/site/issues?labels=a%2Fb&x=%20y`, {
    method: 'POST',
    headers: { authorization: 'Bearer dev', 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Broken' }),
  })
  equal(made.status, 201, 'the status of a new issue')
  equal(made.headers.get('location'), `${base}/codehost/repos/ada/site/issues/1`, 'the location of a new issue')
  await checkForwarded(base)
  await checkToken(base)
  await checkObject(`${base}/cloud/box/folder/a%20b%2Bc.bin`, hasLength)
  await checkAws(base)
  equal((await fetch(`${base}/codehost/_backlot/health`)).status, 404, 'the status of the control plane')
}

/** Headers that any client can send change no URL. */
async function checkForwarded(base: string): Promise<void> {
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'public.test' }
  const user = await fetch(`${base}/codehost/users/ada`, { headers })
  equal((await user.json()).url, `${base}/codehost/users/ada`, 'the URL of a user behind a proxy that is not trusted')
}

/** Asks for a token with a form, which clients send without an Origin header. */
async function checkToken(base: string): Promise<void> {
  const discovery = await fetch(`${base}/oidc-a/.well-known/openid-configuration`)
  equal((await discovery.json()).issuer, `${base}/oidc-a`, 'the issuer')
  const refused = await fetch(`${base}/oidc-a/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', code: 'unknown', client_id: 'web' }),
  })
  equal((await refused.json()).error, 'invalid_grant', 'the answer to an unknown code')
}

/** Writes, reads and deletes an object that has several chunks. */
async function checkObject(object: string, hasLength: boolean): Promise<void> {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256))
  const headers = { 'content-type': 'application/octet-stream' }
  equal((await fetch(object, { method: 'PUT', headers, body: bytes })).status, 200, 'the status of an upload')
  equal(Buffer.from(await (await fetch(object)).arrayBuffer()).equals(bytes), true, 'the bytes of an object')
  const head = await fetch(object, { method: 'HEAD' })
  equal(head.status, 200, 'the status of a HEAD request')
  if (hasLength) equal(head.headers.get('content-length'), '300000', 'the length of an object')
  equal((await fetch(object, { method: 'DELETE' })).status, 204, 'the status of a deletion')
}

/** Calls S3 and SQS with their clients: signatures, paths that end in a slash, a body of 12 MB. */
async function checkAws(base: string): Promise<void> {
  const options = { endpoint: `${base}/cloud`, region: 'us-east-1', credentials, maxAttempts: 1 }
  const s3 = new S3Client({ ...options, forcePathStyle: true })
  const sqs = new SQSClient(options)
  const Body = Buffer.alloc(12 * 1024 * 1024, 7)
  await s3.send(new PutObjectCommand({ Bucket: 'box', Key: 'large.bin', Body }))
  await s3.send(new PutObjectCommand({ Bucket: 'box', Key: 'folder/', Body: new Uint8Array() }))
  const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket: 'box' }))
  equal(Contents?.map(({ Key }) => Key).join(), 'folder/,large.bin', 'the keys of a bucket')
  const object = await s3.send(new GetObjectCommand({ Bucket: 'box', Key: 'large.bin' }))
  const bytes = await object.Body?.transformToByteArray()
  equal(bytes !== undefined && Body.equals(bytes), true, 'the bytes of a large object')
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'jobs' }))
  equal(QueueUrl?.startsWith(`${base}/cloud/`), true, `the mount in the URL of a queue, ${QueueUrl}`)
  equal((await sqs.send(new ListQueuesCommand({}))).QueueUrls?.join(), QueueUrl, 'the queues')
}

/** The handler of another route has the same instances. */
export async function checkSecondBundle(base: string): Promise<void> {
  const issues = await fetch(`${base.replace(/emulate$/, 'other')}/codehost/repos/ada/site/issues`)
  equal((await issues.json()).length, 1, 'the issue in the other bundle')
}

/** Throws unless two values are the same. */
export function equal(found: unknown, wanted: unknown, what: string): void {
  if (found !== wanted) throw new Error(`${what}: expected ${String(wanted)}, got ${String(found)}`)
}
