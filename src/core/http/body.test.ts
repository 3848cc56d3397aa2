import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { readWhole } from './body.ts'

it('refuses a body of more than 256 MiB, and reads no further', async () => {
  const piece = new Uint8Array(16 * 1024 * 1024)
  let pieces = 0
  const endless = async function* () {
    for (;;) {
      pieces++
      yield piece
    }
  }
  await expect(readWhole(endless())).rejects.toThrow('the body is larger than 268435456 bytes')
  expect(pieces).toBe(17)
  const stream = Readable.from(endless())
  await expect(readWhole(stream)).rejects.toThrow('the body is larger than 268435456 bytes')
  expect(stream.destroyed).toBe(true)
})

it('joins the pieces of a stream, and refuses one that closes before its end', async () => {
  const bytes = await readWhole(Readable.from([Buffer.from('ab'), Buffer.from('c')]))
  expect(Buffer.from(bytes).toString()).toBe('abc')
  const closing = new Readable({ read() {} })
  const reading = readWhole(closing)
  closing.push(Buffer.from('ab'))
  closing.destroy()
  await expect(reading).rejects.toThrow('the client has closed the connection before the body was whole')
  await expect(readWhole(closing)).rejects.toThrow('the client has closed the connection before the body was whole')
})
