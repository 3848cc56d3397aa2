import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { writeBrowserPrograms } from './browser-programs.mjs'

const SOURCES = 'src/services/payments/browser'
const OTHERS = ['src/services/oidc-a/browser', 'src/services/oidc-b/browser', 'src/pages/inspector/browser']
const IMPORTED = [
  'src/services/payments/schema/method-kinds.ts',
  'src/services/payments/schema/debit-kinds.ts',
  'src/core/duration.ts',
]

it('bundles the programs for browsers once, and again after a source has changed', async () => {
  const root = mkdtempSync(join(tmpdir(), 'backlot-browser-'))
  const written = (): string => readFileSync(join(root, `${SOURCES}.generated.ts`), 'utf8')
  try {
    for (const path of [SOURCES, ...IMPORTED, ...OTHERS, 'package.json']) {
      cpSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), join(root, path), { recursive: true })
    }
    await writeBrowserPrograms(root)
    expect(written().match(/(?<=export const )\w+/g)).toEqual(['STRIPE_JS', 'ELEMENT_FRAME', 'CHECKOUT_PAGE'])
    appendFileSync(join(root, `${SOURCES}.generated.ts`), '// not written again\n')
    await writeBrowserPrograms(root)
    expect(written()).toContain('// not written again')
    appendFileSync(join(root, SOURCES, 'frame/main.ts'), '\nconsole.log("a new line of the frame")\n')
    await writeBrowserPrograms(root)
    expect(written()).not.toContain('// not written again')
    expect(written().split('ELEMENT_FRAME')[1]).toContain('a new line of the frame')
    for (const path of IMPORTED) {
      appendFileSync(join(root, `${SOURCES}.generated.ts`), '// not written again\n')
      appendFileSync(join(root, path), '\nconsole.log("a new line of what is imported")\n')
      await writeBrowserPrograms(root)
      expect(written()).not.toContain('// not written again')
    }
  } finally {
    rmSync(root, { recursive: true })
  }
})
