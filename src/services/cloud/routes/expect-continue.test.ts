import { connect } from 'node:net'
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { expect } from 'vitest'
import { cloudTest, s3Client } from '#cloud/cloud.fixture.ts'

const it = cloudTest({ s3: { buckets: [{ name: 'uploads' }] }, strict_auth: true })

/**
 * Sends the head of an upload with an expectation, sends the body when it is asked for by `100 Continue` or when the
 * expectation is another one, and returns the statuses of the answers until the server closes the connection.
 */
function upload(url: string, body: string, expectation = '100-continue'): Promise<string[]> {
  const { host, hostname, port, pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `PUT ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nexpect: ${expectation}\r\nconnection: close\r\n` +
          `content-length: ${body.length}\r\n\r\n`,
      )
      if (expectation !== '100-continue') socket.write(body)
    })
    socket.setEncoding('latin1')
    socket.on('data', (piece: string) => {
      received += piece
      if (received.startsWith('HTTP/1.1 100') && !received.includes('HTTP/1.1 2')) socket.write(body)
    })
    socket.on('close', () => resolve(received.match(/(?<=HTTP\/1\.1 )\d{3}|(?<=<Code>)\w+/g) ?? []))
    socket.on('error', reject)
  })
}

it('asks for the body of an upload that waits for 100 Continue', async ({ cloud }) => {
  const s3 = s3Client(cloud)
  const url = await getSignedUrl(s3, new PutObjectCommand({ Bucket: 'uploads', Key: 'note' }))
  expect(await upload(url, 'hello')).toEqual(['100', '200'])
})

it('stores an upload with an expectation that it does not know', async ({ cloud }) => {
  const s3 = s3Client(cloud)
  const url = await getSignedUrl(s3, new PutObjectCommand({ Bucket: 'uploads', Key: 'note' }))
  expect(await upload(url, 'hello', '200')).toEqual(['200'])
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'uploads', Key: 'note' }))
  expect(await Body?.transformToString()).toBe('hello')
})

it('refuses an upload by its head, without asking for the body', async ({ cloud }) => {
  const s3 = s3Client(cloud)
  const nowhere = await getSignedUrl(s3, new PutObjectCommand({ Bucket: 'nowhere', Key: 'note' }))
  expect(await upload(nowhere, 'hello')).toEqual(['404', 'NoSuchBucket'])

  const url = await getSignedUrl(s3, new PutObjectCommand({ Bucket: 'uploads', Key: 'note' }))
  expect(await upload(url.replace('/note', '/other'), 'hello')).toEqual(['403', 'SignatureDoesNotMatch'])
  expect(await upload(`${cloud.url}/uploads/note`, 'hello')).toEqual(['403', 'AccessDenied'])
})
