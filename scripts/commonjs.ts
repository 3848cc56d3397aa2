import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transform } from 'esbuild'

// Writes the CommonJS build: each file of the module build as CommonJS beside it, and its declarations by another name. Bundled a
// second time, each entry would hold a copy of its own of everything, and what one throws the other would not know.

const manifest: { exports: Record<string, string | { require?: { default?: string; types: string } }> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)

/** A relative import of a declaration: `from './a.js'`, `import './a.js'`, `import('./a.js')`. */
const DECLARED = /((?:from|import)\s*\(?\s*['"])(\.{1,2}\/[^'"]+)\.js(['"])/g

/** An import that is waited for, of what is known now: not of a module of the user's. */
const AWAITED = /\bimport\(("[^"]+")\)/g

/** What an import gives of a module that is CommonJS: its exports, and all of them as the default. */
const NAMESPACE = '(all) => "default" in all ? all : { ...all, default: all }'

/** A relative import of a module, as esbuild writes it for CommonJS. */
const REQUIRED = /require\("(\.{1,2}\/[^"]+)\.js"\)/g

const declared = new Set<string>()

function writeDeclarations(file: string): void {
  if (declared.has(file)) return
  declared.add(file)
  const source = readFileSync(`${file}.d.ts`, 'utf8')
  writeFileSync(`${file}.d.cts`, source.replaceAll(DECLARED, '$1$2.cjs$3'))
  for (const [, , imported = ''] of source.matchAll(DECLARED)) writeDeclarations(join(dirname(file), imported))
}

const written = new Set<string>()

async function writeModule(file: string): Promise<void> {
  if (written.has(file)) return
  written.add(file)
  const { code } = await transform(readFileSync(`${file}.js`, 'utf8'), {
    format: 'cjs',
    target: 'node20',
    platform: 'node',
    // A file that is CommonJS has no import.meta; what asks for it looks for __dirname first.
    logOverride: { 'empty-import-meta': 'silent' },
  })
  // A runner that gives tests a `require` of its own gives them no `import()`.
  const required = code.replaceAll(AWAITED, `Promise.resolve().then(() => (${NAMESPACE})(require($1)))`)
  writeFileSync(`${file}.cjs`, required.replaceAll(REQUIRED, 'require("$1.cjs")'))
  for (const [, path = ''] of required.matchAll(REQUIRED)) await writeModule(join(dirname(file), path))
}

for (const entry of Object.values(manifest.exports)) {
  if (typeof entry !== 'object' || entry.require === undefined) continue
  writeDeclarations(entry.require.types.replace(/\.d\.cts$/, ''))
  if (entry.require.default !== undefined) await writeModule(entry.require.default.replace(/\.cjs$/, ''))
}
