import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Writes the declarations of the CommonJS builds: those of the modules, with the names of their files. To have them made from
// the sources a second time would double the time of a build.

const manifest: { exports: Record<string, string | { require?: { types: string } }> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)

/** A relative import of a declaration: `from './a.js'`, `import './a.js'`, `import('./a.js')`. */
const RELATIVE = /((?:from|import)\s*\(?\s*['"])(\.{1,2}\/[^'"]+)\.js(['"])/g

const written = new Set<string>()

function write(file: string): void {
  if (written.has(file)) return
  written.add(file)
  const source = readFileSync(`${file}.d.ts`, 'utf8')
  writeFileSync(`${file}.d.cts`, source.replaceAll(RELATIVE, '$1$2.cjs$3'))
  for (const [, , imported = ''] of source.matchAll(RELATIVE)) write(join(dirname(file), imported))
}

for (const entry of Object.values(manifest.exports)) {
  if (typeof entry === 'object' && entry.require !== undefined) write(entry.require.types.replace(/\.d\.cts$/, ''))
}
