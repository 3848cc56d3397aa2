import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  BlobClientTokenExpiredError,
  BlobContentTypeNotAllowedError,
  BlobError,
  BlobFileTooLargeError,
  BlobPathnameMismatchError,
  copy,
  issueSignedToken,
  list,
} from '@vercel/blob'
import {
  generateClientTokenFromReadWriteToken,
  handleUpload,
  handleUploadPresigned,
  put,
  upload,
  uploadPresigned,
  type HandleUploadBody,
  type HandleUploadPresignedBody,
} from '@vercel/blob/client'
import { HOUR } from '#core/duration.ts'
import { describe, expect } from 'vitest'
import { blobTest, PUBLIC_TOKEN } from './blobs.fixture.ts'

const token = PUBLIC_TOKEN

/** The server of an application, at a free port, which answers with what `answer` makes of a body. */
async function applicationServer(answer: (body: unknown, request: Request, url: string) => Promise<unknown>) {
  const server: Server = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('end', () => {
      const text = Buffer.concat(pieces).toString()
      const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
      const request = new Request(url, { method: 'POST', headers, body: text })
      answer(JSON.parse(text), request, url).then(
        (result) => outgoing.end(JSON.stringify(result)),
        (error: unknown) => outgoing.writeHead(400).end(String(error)),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/uploads` // it listens at a port
  return { url, close: () => void server.close() }
}

const it = blobTest().extend('application', async ({ deployhost }, { onCleanup }) => {
  const completed: unknown[] = []
  const server = await applicationServer((body, request, callbackUrl) =>
    handleUpload({
      token,
      request,
      body: body as HandleUploadBody, // the vendor's client sends it
      onBeforeGenerateToken: async (_pathname, clientPayload) => ({
        allowedContentTypes: ['text/plain', 'image/*'],
        maximumSizeInBytes: 10,
        addRandomSuffix: true,
        validUntil: deployhost.clock.now() + HOUR,
        tokenPayload: `for ${clientPayload}`,
        callbackUrl,
      }),
      onUploadCompleted: async (event) => void completed.push(event),
    }),
  )
  onCleanup(server.close)
  return { completed, url: server.url }
})

describe('an upload from a browser', () => {
  it('is allowed by the server of the application, which hears of its end', async ({ application, deployhost }) => {
    const options = { access: 'public', handleUploadUrl: application.url, clientPayload: 'ada' } as const
    const blob = await upload('a.txt', 'hello', options)
    expect(blob.pathname).toMatch(/^a-.{30}\.txt$/)
    await deployhost.webhooks.settled()
    expect(application.completed).toEqual([{ blob, tokenPayload: 'for ada' }])
    const inParts = await upload('b.txt', 'hello', { ...options, multipart: true })
    await deployhost.webhooks.settled()
    expect(application.completed).toHaveLength(2)
    expect(await (await deployhost.fetch(inParts.url)).text()).toBe('hello')
  })

  it('has the type and the size that its token allows', async ({ application }) => {
    const options = { access: 'public', handleUploadUrl: application.url } as const
    await expect(upload('a.html', 'x', options)).rejects.toThrow(BlobContentTypeNotAllowedError)
    await expect(upload('a.txt', 'more than ten', options)).rejects.toThrow(BlobFileTooLargeError)
    const inParts = upload('a.txt', 'more than ten', { ...options, multipart: true })
    await expect(inParts).rejects.toThrow(BlobFileTooLargeError)
    expect((await list({ token })).blobs).toEqual([])
    expect((await upload('a.png', 'x', options)).contentType).toBe('image/png')
  })

  it('has the pathname of its token, which expires and does nothing else', async ({ deployhost }) => {
    const validUntil = deployhost.clock.now() + 60_000
    const client = await generateClientTokenFromReadWriteToken({ token, pathname: 'a.txt', validUntil })
    await expect(put('b.txt', 'x', { access: 'public', token: client })).rejects.toThrow(BlobPathnameMismatchError)
    await expect(list({ token: client })).rejects.toThrow('Client tokens are not allowed')
    const copied = copy('secret.txt', 'a.txt', { access: 'public', token: client })
    await expect(copied).rejects.toThrow('Client tokens are not allowed')
    await put('a.txt', 'x', { access: 'public', token: client })
    const forged = await generateClientTokenFromReadWriteToken({ token: `${token}x`, pathname: 'a.txt', validUntil })
    await expect(put('a.txt', 'x', { access: 'public', token: forged })).rejects.toThrow(BlobError)
    deployhost.clock.advance('1m')
    await expect(put('a.txt', 'x', { access: 'public', token: client })).rejects.toThrow(BlobClientTokenExpiredError)
  })
})

describe('an upload by a signed URL', () => {
  it('is told to the server of the application with a signature of the store', async ({ deployhost }) => {
    const completed: unknown[] = []
    const store = await deployhost.fetch(`${deployhost.url}/v1/storage/stores?slug=acme`)
    const [{ id }] = ((await store.json()) as { stores: [{ id: string }] }).stores
    const connection = await deployhost.fetch(`${deployhost.url}/v1/storage/stores/${id}/connections?slug=acme`, {
      method: 'POST',
      headers: { authorization: 'Bearer ada', 'content-type': 'application/json', 'x-vercel-use-oidc': '1' },
      body: JSON.stringify({ projectId: 'website', envVarPrefix: 'UPLOADS', skipReadWriteToken: true }),
    })
    expect(connection.status).toBe(201)
    const variables = await deployhost.fetch(`${deployhost.url}/v9/projects/website/env?slug=acme&decrypt=true`)
    const { envs } = (await variables.json()) as { envs: { key: string; value: string }[] }
    const webhookPublicKey = envs.find(({ key }) => key === 'UPLOADS_WEBHOOK_PUBLIC_KEY')?.value ?? ''
    const application = await applicationServer((body, request, callbackUrl) =>
      handleUploadPresigned({
        request,
        body: body as HandleUploadPresignedBody, // the vendor's client sends it
        webhookPublicKey,
        getSignedToken: async () => ({
          token: await issueSignedToken({ token, operations: ['put'], maximumSizeInBytes: 10 }),
          urlOptions: { addRandomSuffix: true, callbackUrl },
        }),
        onUploadCompleted: async (event) => void completed.push(event),
      }),
    )
    const options = { access: 'public', handleUploadUrl: application.url } as const
    const blob = await uploadPresigned('a.txt', 'hello', options)
    expect(blob.pathname).toMatch(/^a-.{30}\.txt$/)
    await deployhost.webhooks.settled()
    expect(completed).toEqual([{ blob, tokenPayload: null }])
    await expect(uploadPresigned('a.txt', 'more than ten', options)).rejects.toThrow(BlobFileTooLargeError)
    application.close()
  })
})
