import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notes } from '#testkit/notes.ts'
import { Instance } from '../instance.ts'
import { serverCertificate } from './certificates.ts'
import { listen, type Listener } from './listen.ts'

const LIMIT = 150

/** The beginning of a TLS hello that is longer. RFC 8446 section 4.1.2 */
const UNFINISHED_HELLO = Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])

let instance: Instance
let listener: Listener
let authority: string
beforeAll(async () => {
  instance = new Instance(notes, { section: { users: [], notes: [] }, shared: { tokens: [], defaultLogin: null } })
  const tls = await serverCertificate()
  authority = tls.authorityFile
  listener = await listen(instance, {
    port: 0,
    hostname: '127.0.0.1',
    keepAlive: false,
    tls,
    greetingLimit: LIMIT,
  })
  instance.origin = `https://127.0.0.1:${listener.port}`
})
afterAll(async () => {
  await listener.close()
  instance.close()
})

async function open(): Promise<Socket> {
  const socket = connect(listener.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

describe('a connection to a port of several protocols', () => {
  it.each([
    ['sends nothing', Buffer.alloc(0)],
    ['sends an unfinished TLS hello', UNFINISHED_HELLO],
    ['sends the first byte of a TLS hello', UNFINISHED_HELLO.subarray(0, 1)],
  ])('is closed after a limit when it %s', async (_, sent) => {
    const socket = await open()
    socket.write(sent)
    const begun = performance.now()
    await once(socket, 'close')
    expect(performance.now() - begun).toBeGreaterThan(LIMIT / 2)
  })

  it('is closed after the limit when it sends its TLS hello byte by byte', async () => {
    const socket = await open()
    const dribble = setInterval(() => socket.write(Buffer.of(0)), LIMIT / 10)
    socket.write(UNFINISHED_HELLO)
    await once(socket, 'close')
    clearInterval(dribble)
    expect(socket.bytesWritten).toBeLessThan(100)
  })

  it.each([
    ['first', ''],
    ['second', 'GET /notes HTTP/1.1\r\nhost: localhost\r\n\r\n'],
  ])('is refused after the limit when the headers of its %s request do not end', async (_, before) => {
    const socket = await open()
    let received = ''
    socket.on('data', (chunk) => (received += String(chunk)))
    socket.write(before)
    if (before !== '') await once(socket, 'data')
    socket.write('GET /notes HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
    const dribble = setInterval(() => socket.write('a'), LIMIT / 10)
    await once(socket, 'close')
    clearInterval(dribble)
    expect(received.slice(received.lastIndexOf('HTTP/1.1'))).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  })

  it('stays open once its handshake is done, however long it then says nothing', async () => {
    const { connect: connectTls } = await import('node:tls')
    const { readFile } = await import('node:fs/promises')
    const client = connectTls({ port: listener.port, host: '127.0.0.1', ca: await readFile(authority, 'utf8') })
    await once(client, 'secureConnect')
    client.write('GET /notes HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await once(client, 'data')
    // This one begins later, and its limit ends it.
    await once(await open(), 'close')
    client.write('GET /notes HTTP/1.1\r\nhost: localhost\r\n\r\n')
    expect(String((await once(client, 'data'))[0])).toMatch(/^HTTP\/1\.1 \d/)
    client.destroy()
  })
})
