import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

it('builds files of which V8 keeps one byte a character', () => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.cjs'))
  expect(files.length).toBeGreaterThan(100)
  const beyond = files.filter((file) => /[\u0100-\uffff]/.test(readFileSync(join(dist, file), 'utf8')))
  expect(beyond).toEqual([])
})
