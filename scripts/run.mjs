// Bundles a TypeScript program of this project, with the packages it imports left outside, and runs it: the oldest Node.js
// that is supported here reads no TypeScript. `node scripts/run.mjs <program.ts> [argument…]`
import { mkdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const [, , program, ...rest] = process.argv
if (program === undefined) throw new Error('run: name the program to run')
const folder = 'node_modules/.cache/backlot/programs'
mkdirSync(folder, { recursive: true })
const outfile = resolve(folder, `${basename(program, '.ts')}.js`)
await build({
  entryPoints: [program],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
})
process.argv = [process.execPath, outfile, ...rest]
await import(pathToFileURL(outfile).href)
