import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formBoundary, formParts, MalformedForm } from './form-data.ts'

/** Yields a body in pieces of `size` bytes. */
async function* pieces(body: Buffer | string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(body)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(body: Buffer | string, size = 7, boundary = 'b') {
  const parts = []
  for await (const { pieces: content, ...part } of formParts(pieces(body, size), boundary)) {
    const held = []
    for await (const piece of content) held.push(piece)
    parts.push({ ...part, bytes: Buffer.concat(held) })
  }
  return parts
}

describe('a form', () => {
  // The first random byte must not complete a delimiter.
  const bytes = Buffer.concat([Buffer.from('\r\n--not b\r\n--x'), randomBytes(3000), Buffer.from('\r\n-')])
  const body = Buffer.concat([
    Buffer.from('preamble\r\n--b\r\nContent-Disposition: form-data; name="key"\r\n\r\nvalue\r\n'),
    Buffer.from(
      '--b  \r\ncontent-type: image/png\r\ncontent-disposition: form-data; name="file"; filename="a%22\\"ü;.png"\r\n\r\n',
    ),
    bytes,
    Buffer.from('\r\n--b\r\nContent-Disposition: form-data; name=empty\r\n\r\n\r\n--b--\r\nepilogue'),
  ])

  it.each([1, 2, 3, 16, 1000, 100_000])('has its parts, in pieces of %i bytes', async (size) => {
    const parts = await read(body, size)
    expect(parts.map(({ bytes: content, ...part }) => ({ ...part, size: content.length }))).toEqual([
      { name: 'key', filename: null, contentType: null, size: 5 },
      { name: 'file', filename: 'a""ü;.png', contentType: 'image/png', size: bytes.length },
      { name: 'empty', filename: null, contentType: null, size: 0 },
    ])
    expect(parts[1]?.bytes.equals(bytes)).toBe(true)
  })

  it('skips parts that are not read, or not to their end', async () => {
    const names = []
    for await (const { name, pieces: content } of formParts(pieces(body, 10), 'b')) {
      names.push(name)
      if (name === 'file') for await (const piece of content) if (piece.length > 0) break
    }
    expect(names).toEqual(['key', 'file', 'empty'])
  })

  it('closes its source when its reader stops', async () => {
    let left = false
    async function* source() {
      try {
        yield* pieces(body, 10)
      } finally {
        left = true
      }
    }
    for await (const { name } of formParts(source(), 'b')) if (name === 'key') break
    expect(left).toBe(true)
  })

  it.each([
    '',
    '--c--',
    '--b\r\n',
    '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nno end',
    '--b\r\nx: y\r\n\r\n\r\n--b--',
    '--bb',
  ])('is none: %j', async (malformed) => {
    await expect(read(malformed)).rejects.toThrow(MalformedForm)
  })
})

it('is recognized by its content type', () => {
  expect(formBoundary('multipart/form-data; boundary=abc')).toBe('abc')
  expect(formBoundary('Multipart/Form-Data; charset=utf-8; Boundary="a b"')).toBe('a b')
  expect(formBoundary('multipart/form-data')).toBeNull()
  expect(formBoundary('multipart/mixed; boundary=abc')).toBeNull()
  expect(formBoundary(undefined)).toBeNull()
})
