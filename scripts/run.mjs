// Bundles a TypeScript program of this project, without the packages that it imports, and runs it: the oldest Node.js
// that backlot supports cannot read TypeScript. `node scripts/run.mjs <program.ts> [argument…]`
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { writeGeneratedModules } from './generated-modules.mjs'

const [, , program, ...rest] = process.argv
if (program === undefined) throw new Error('run: name the program to run')
await writeGeneratedModules(process.cwd())
const outdir = resolve('node_modules/.cache/backlot/programs', basename(program, '.ts'))
const outfile = resolve(outdir, basename(program).replace(/\.ts$/, '.js'))
await build({
  entryPoints: [program],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
})
process.argv = [process.execPath, outfile, ...rest]
await import(pathToFileURL(outfile).href)
