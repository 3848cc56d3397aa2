import { expect, it } from 'vitest'
import { decodeBzip2 } from './bzip2.ts'

// Made with bzip2 of another implementation (Python's bz2).
const EMPTY = 'QlpoORdyRThQkAAAAAA='
const REPEATED = 'QlpoMTFBWSZTWfcwXMMAAewBgKAAAEAACCAAMMwFKacYkq2CSrxdyRThQkPcwXMM'
const MIXED =
  'QlpoMTFBWSZTWQ/EzzEAATnfgKBQZDBIIJRDIYJ5BKIAAAgwAPgDGAAAAAMYAAAAAKlUnpPIaeoyeqeTJplNNNOVxz9nmOx2jOKlDpH0xjE6' +
  'RsfDSM4uihmXx9jU1i8vjAsKRSLDWPRWLzxHc2jY8xU3P2LTKMDIwi2OpU7mJiXHqKReUMDsf0eIuMisbnctPEejrHyb7SIhz5WEiHJvvOOP' +
  'yWmJsaRmUjzFSsfCprHEczc4j6dIw/xdyRThQkA/EzzE'

const decoded = (text: string) => decodeBzip2(Buffer.from(text, 'base64'))

it('decodes texts with runs and without', () => {
  const letters = Array.from({ length: 400 }, (_, index) => String.fromCharCode(32 + ((index * index) % 90)))
  const runs = `${'ab'.repeat(300)}\n${'a'.repeat(12)}${'b'.repeat(5)}${'c'.repeat(260)}`
  expect(decoded(MIXED).toString()).toBe(runs + letters.join(''))
  expect(decoded(REPEATED).equals(Buffer.alloc(250_001, 'x'))).toBe(true)
  expect(decoded(EMPTY)).toHaveLength(0)
})

it('decodes streams behind each other as one text', () => {
  const two = Buffer.concat([Buffer.from(REPEATED, 'base64'), Buffer.from(EMPTY, 'base64')])
  expect(decodeBzip2(two)).toHaveLength(250_001)
})

it('refuses what was cut off, and returns no other text for what was changed', () => {
  const bytes = Buffer.from(MIXED, 'base64')
  const text = decodeBzip2(bytes)
  // A changed bit of a code that no group has does not matter.
  const isRefused = (changed: Buffer): boolean => {
    try {
      return decodeBzip2(changed).equals(text)
    } catch {
      return true
    }
  }
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 4
    expect(isRefused(changed), `byte ${at}`).toBe(true)
    expect(() => decodeBzip2(bytes.subarray(0, at)), `${at} bytes`).toThrow()
  }
})
