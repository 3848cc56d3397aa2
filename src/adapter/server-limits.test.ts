import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { ListBucketsCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { CreateQueueCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterEach, describe, expect, it } from 'vitest'
import { sharedMemory } from '#testkit/memory-persistence.ts'
import { createHandler, type Handler, type HandlerOptions } from './index.ts'

// Requests that the server of an application has changed before the handler is called.

const credentials = { accessKeyId: 'AKIADEVELOPEREXAMPLE', secretAccessKey: 'secret' }
const user = { user_name: 'dev', access_key_id: credentials.accessKeyId, secret_access_key: 'secret' }
const seed = {
  tokens: { dev: { login: 'ada', scopes: ['repo'] } },
  codehost: { users: [{ login: 'ada' }], repos: [{ owner: 'ada', name: 'site' }] },
  cloud: { strict_auth: true, s3: { buckets: [{ name: 'box' }] }, iam: { users: [user] } },
}

const handlers: Pick<Handler, 'close'>[] = []
const servers: Server[] = []
afterEach(async () => {
  await Promise.all(handlers.splice(0).map((handler) => handler.close()))
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const mount = (options: Partial<HandlerOptions<'codehost' | 'cloud'>> = {}): Handler<'codehost' | 'cloud'> => {
  const handler = createHandler({ services: ['codehost', 'cloud'], seed, ...options })
  handlers.push(handler)
  return handler
}

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/emulate` // the address of a TCP server
}

/** Points a request at the place of a redirect; returns false for an answer that is none. */
function isRedirected(request: unknown, response: unknown): boolean {
  const { statusCode, headers } = response as { statusCode: number; headers: Record<string, string> } // of the SDK's HTTP
  if (statusCode !== 308) return false
  Object.assign(request as object, { path: headers['location']?.split('?')[0] }) // as above
  return true
}

describe('a server that redirects paths with a slash at the end', () => {
  const start = async (keys = credentials): Promise<{ s3: S3Client; sqs: SQSClient }> => {
    const handler = mount()
    const listener = getRequestListener(handler.fetch, { overrideGlobalObjects: false })
    const base = await serve((request, response) => {
      const [, path = '', query = ''] = /^([^?]+)\/(\?.*)?$/.exec(request.url ?? '') ?? []
      if (path === '') void listener(request, response)
      else response.writeHead(308, { location: path + query }).end()
    })
    const options = { endpoint: `${base}/cloud`, region: 'us-east-1', credentials: keys, maxAttempts: 1 }
    const s3 = new S3Client({ ...options, forcePathStyle: true })
    const sqs = new SQSClient(options)
    // The SDKs for Go and for browsers follow redirects, with the same method, body and signature.
    for (const { middlewareStack } of [s3, sqs as unknown as S3Client]) {
      // the middleware stacks of all clients are alike
      middlewareStack.add(
        (next) => async (args) => {
          const answered = await next(args)
          return isRedirected(args.request, answered.response) ? next(args) : answered
        },
        { step: 'deserialize', priority: 'low' },
      )
    }
    return { s3, sqs }
  }

  it('leaves S3 and SQS their signatures', async () => {
    const { s3, sqs } = await start()
    expect((await s3.send(new ListBucketsCommand({}))).Buckets).toMatchObject([{ Name: 'box' }])
    await s3.send(new PutObjectCommand({ Bucket: 'box', Key: 'a.txt', Body: 'text' }))
    expect((await s3.send(new ListObjectsV2Command({ Bucket: 'box' }))).Contents).toMatchObject([{ Key: 'a.txt' }])
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'jobs' }))
    expect((await sqs.send(new ListQueuesCommand({}))).QueueUrls).toEqual([QueueUrl])
  })

  it('is told of the option that leaves keys alone, before an object gets another key', async () => {
    const { s3 } = await start()
    await expect(s3.send(new PutObjectCommand({ Bucket: 'box', Key: 'folder/', Body: '' }))).rejects.toMatchObject({
      name: 'InvalidURI',
      message: expect.stringContaining('skipTrailingSlashRedirect: true'),
    })
    expect((await s3.send(new ListObjectsV2Command({ Bucket: 'box' }))).KeyCount).toBe(0)
  })

  it('does not make wrong signatures right', async () => {
    const { s3 } = await start({ ...credentials, secretAccessKey: 'wrong' })
    await expect(s3.send(new ListObjectsV2Command({ Bucket: 'box' }))).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
    })
  })
})

describe('a server that cuts bodies', () => {
  const cut = (url: string, headers: Record<string, string>, method = 'POST'): Request =>
    new Request(url, {
      method,
      headers: { authorization: 'Bearer dev', 'content-length': '5000', ...headers },
      body: '{"title":"Cut"}',
    })
  const issues = 'http://app.test/emulate/codehost/repos/ada/site/issues'
  const json = { 'content-type': 'application/json' }

  it('is told of the option, in the words of each vendor', async () => {
    const handler = mount()
    const issue = await handler.fetch(cut(issues, json))
    expect([issue.status, await issue.json()]).toEqual([
      413,
      expect.objectContaining({ message: expect.stringContaining('experimental.proxyClientMaxBodySize') }),
    ])
    const object = await handler.fetch(cut('http://app.test/emulate/cloud/box/a.txt', {}, 'PUT'))
    expect(object.status).toBe(413)
    const text = await object.text()
    expect(text).toContain('<Code>EntityTooLarge</Code>')
    expect(text).toContain('passed on 15 bytes of a body of 5000')
  })

  it('changes nothing in the service', async () => {
    const handler = mount()
    await handler.fetch(cut(issues, json))
    const list = await handler.fetch(new Request(issues, { headers: { authorization: 'Bearer dev' } }))
    expect(await list.json()).toEqual([])
  })

  it('is told of the option by a handler whose processes share their state', async () => {
    const handler = mount({ name: 'shared', persistence: sharedMemory().connect() })
    const issue = await handler.fetch(cut(issues, json))
    expect([issue.status, await issue.text()]).toEqual([413, expect.stringContaining('proxyClientMaxBodySize')])
  })
})

describe('a server that refuses a body for its length', () => {
  it('is told of the option', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(Object.assign(new Error('More than 512K.'), { status: 413 })),
    })
    const init = { method: 'POST', headers: { authorization: 'Bearer dev' }, body, duplex: 'half' }
    const url = 'http://app.test/emulate/codehost/repos/ada/site/issues'
    const request = new Request(url, init)
    const answer = await mount().fetch(request)
    expect([answer.status, await answer.json()]).toEqual([
      413,
      expect.objectContaining({ message: expect.stringContaining('More than 512K. In a SvelteKit application') }),
    ])
  })
})
