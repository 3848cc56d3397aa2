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
})
