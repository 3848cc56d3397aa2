import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmulator } from '../../src/index.ts'
import { registry, type ServiceId } from '../../src/registry.ts'
import { documentedBlocks } from './blocks.ts'

const ids = registry.map(({ id }) => id as ServiceId) // the generated type has them all

const started = process.cwd()
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-docs-'))
  // The files that documented seeds refer to.
  for (const file of ['fixtures/logo.png']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), 'a file')
  }
  process.chdir(folder)
})
afterAll(() => {
  process.chdir(started)
  rmSync(folder, { recursive: true, force: true })
})

/** Pages write `'…'` in place of a key. */
const KEYS = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

function withKeys(code: string): string {
  return code.replaceAll(/(private|public)_key: '…'/g, (_, kind: 'private' | 'public') => {
    return `${kind}_key: ${JSON.stringify(kind === 'private' ? KEYS.privateKey : KEYS.publicKey)}`
  })
}

const blocks = documentedBlocks('yaml').filter(({ code }) => /^[\w-]+:/m.test(code))

test.each(blocks.map((block) => [`${block.page}:${block.line}`, block] as const))(
  'the seed in %s starts its services',
  async (_place, { page, line, code }) => {
    const sections: object = parse(code) // a seed is a map
    const services = ids.filter((id) => id in sections)
    expect(services).not.toEqual([])
    const file = join(folder, `${page.replace('/', '-')}-${line}.yaml`)
    writeFileSync(file, withKeys(code))
    for (const service of services) {
      await using emulator = await createEmulator({ service, port: 0, seed: file })
      expect(emulator.service).toBe(service)
    }
  },
)
