import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { digestOfInputs } from './inputs.ts'

it('is the same until an input of the build changes, of which tests are none', () => {
  const root = mkdtempSync(join(tmpdir(), 'backlot-build-'))
  const write = (file: string, text: string): void => writeFileSync(join(root, file), text)
  try {
    for (const folder of ['src', 'scripts', 'bench']) mkdirSync(join(root, folder))
    write('src/index.ts', 'export {}')
    write('package.json', '{}')
    const before = digestOfInputs(root)
    write('src/index.ts', 'export {}')
    write('src/index.test.ts', 'a test')
    expect(digestOfInputs(root)).toBe(before)
    write('src/index.ts', 'export const a = 1')
    const changed = digestOfInputs(root)
    expect(changed).not.toBe(before)
    write('package.json', '{ "name": "a" }')
    expect(digestOfInputs(root)).not.toBe(changed)
  } finally {
    rmSync(root, { recursive: true })
  }
})
