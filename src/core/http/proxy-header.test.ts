import { describe, expect, it } from 'vitest'
import { isProxyHeader, proxyHeader, readProxyHeader } from './proxy-header.ts'

// https://www.haproxy.org/download/2.8/doc/proxy-protocol.txt, section 2.2

const SIGNATURE = '0d0a0d0a000d0a515549540a'
const header = (rest: string): Buffer => Buffer.from(SIGNATURE + rest, 'hex')

describe('the header of a proxy', () => {
  it('names the host that the client called', () => {
    const bytes = proxyHeader({ host: 'db-0.example.com' })
    expect(isProxyHeader(bytes)).toBe(true)
    expect(bytes.toString('hex')).toBe(`${SIGNATURE}2100001302001064622d302e6578616d706c652e636f6d`)
    expect(readProxyHeader(Buffer.concat([bytes, Buffer.from('more')]))).toEqual({
      length: bytes.length,
      host: 'db-0.example.com',
    })
  })

  it('is not read before it has arrived whole', () => {
    const bytes = proxyHeader({ host: 'example.com' })
    for (let length = 0; length < bytes.length; length++) expect(readProxyHeader(bytes.subarray(0, length))).toBeNull()
  })

  it.each([
    ['addresses of IPv4', '2111000c7f0000017f000001d2040fa7', null],
    ['addresses of IPv4 and a host', '211100137f0000017f000001d2040fa702000441422e43', 'ab.c'],
    ['another value before the host', '21000009040001ff020002412e', 'a.'],
    ['a host that is longer than the header', '21000004020009ff', null],
    ['nothing', '21000000', null],
  ])('may have %s', (_name, rest, host) => {
    const bytes = header(rest)
    expect(readProxyHeader(bytes)).toEqual({ length: bytes.length, host })
  })

  it('names a tenant, and tells what the client has said before where this run has signed it', () => {
    const bytes = proxyHeader({ host: 'a.b', tag: 't1.abcdefghijklmnop', greetings: Buffer.from('hello') })
    expect(readProxyHeader(bytes)).toEqual({
      length: bytes.length,
      host: 'a.b',
      tag: 't1.abcdefghijklmnop',
      greetings: Buffer.from('hello'),
    })
    bytes[bytes.length - 1] = 0x21
    expect(readProxyHeader(bytes)).not.toHaveProperty('greetings')
  })

  it.each(['GET / HTTP/1.1\r\n', '\r\n\r\nGET / HTTP/1.1', '\x16\x03\x01'])('is not %j', (text) => {
    expect(isProxyHeader(Buffer.from(text, 'latin1'))).toBe(false)
  })
})
