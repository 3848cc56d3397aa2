import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The modules that are loaded when an inspector or a report is opened: they are no part of what is measured. */
const WHEN_OPENED = ['events.ts', 'inspect.ts', 'inspector.ts']

/** Texts of the page, of its program and of its data, each of which is in no other module. */
const TEXTS = ['.row[aria-selected=true]', 'No call has come yet', 'is no longer in the log']

/** Imports a module, lets it do something, and prints the files that were loaded. */
const LOADED = `
const { createRequire } = await import('node:module')
const backlot = await import(process.argv[1])
if (process.argv[2] === 'start') await (await backlot.createEmulator({ service: 'mail', port: 0 })).close()
console.log(JSON.stringify(Object.keys(createRequire(process.argv[1]).cache)))
`

test('what the inspector adds to every process is below 20 KB', async () => {
  const folder = join(ROOT, 'src/core/inspection')
  const names = readdirSync(folder).filter((name) => !name.endsWith('.test.ts') && !WHEN_OPENED.includes(name))
  const texts = await Promise.all(
    names.map((name) => transform(readFileSync(join(folder, name), 'utf8'), { loader: 'ts', minifyWhitespace: true })),
  )
  const bytes = texts.reduce((sum, { code }) => sum + code.length, 0)
  expect(bytes).toBeGreaterThan(1000)
  expect(bytes).toBeLessThan(20_000)
})

test('the texts of the inspector are in the package', () => {
  const folder = join(ROOT, 'dist/chunks')
  // The program is a text of many lines, each of which goes on in the next one.
  const all = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\\\n', ''))
  expect(TEXTS.filter((text) => !all.some((each) => each.includes(text)))).toEqual([])
})

test.each([
  ['index.js', 'import'],
  ['index.js', 'start'],
  ['vitest/index.js', 'import'],
  ['jest/index.js', 'import'],
  ['playwright/index.js', 'import'],
  ['services/codehost.js', 'import'],
])('nothing of the inspector is loaded by %s, %s', (module, work) => {
  const path = join(ROOT, 'dist', module)
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', LOADED, path, work], {
    encoding: 'utf8',
  })
  const files = (JSON.parse(printed.trim().split('\n').at(-1) ?? '[]') as string[]).filter((file) =>
    file.includes('dist'),
  )
  expect(files.length).toBeGreaterThan(0)
  const loaded = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  expect(TEXTS.filter((text) => loaded.includes(text))).toEqual([])
})
