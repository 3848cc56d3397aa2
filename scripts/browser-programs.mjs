// Bundles the programs that backlot serves to browsers, those of the payments service and of the inspector, as modules
// of constants that git ignores. What needs their sources runs this first: `run.mjs` before each script, the type
// check, and Vitest. (The oldest Node.js that backlot supports cannot read TypeScript.)
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, version } from 'esbuild'

const ROOT = resolve(fileURLToPath(new URL('..', import.meta.url)))

/**
 * The modules with the texts of programs, from the root: the folder of their sources, other sources that they import,
 * and the name of the constant that has the text of a program, by the program.
 */
const MODULES = {
  'src/services/payments/browser.generated.ts': {
    sources: 'src/services/payments/browser',
    imported: ['src/services/payments/schema/method-kinds.ts'],
    programs: { 'main.ts': 'STRIPE_JS', 'frame/main.ts': 'ELEMENT_FRAME', 'checkout-page.ts': 'CHECKOUT_PAGE' },
  },
  'src/pages/inspector/program.generated.ts': {
    sources: 'src/pages/inspector/browser',
    imported: [],
    programs: { 'main.ts': 'INSPECTOR' },
  },
}

/**
 * Writes the modules, unless those that are there were made of the same sources by the same programs.
 *
 * @param {string} root the folder of the project
 */
export async function writeBrowserPrograms(root) {
  await Promise.all(Object.entries(MODULES).map(([name, module]) => writeModule(root, name, module)))
}

async function writeModule(root, name, module) {
  const header = `// Written by scripts/browser-programs.mjs. Digest of the sources: ${digestOf(root, module)}\n`
  const file = join(root, name)
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(header)) return
  const { sources, programs } = module
  const constants = await Promise.all(
    Object.entries(programs).map(([program, constant]) => constantOf(root, join(sources, program), constant)),
  )
  // Another process may read the module at the same time: it is there whole or not at all.
  writeFileSync(`${file}.${process.pid}`, header + constants.join(''))
  renameSync(`${file}.${process.pid}`, file)
}

/** For Vitest, which calls it before the tests. */
export const setup = () => writeBrowserPrograms(ROOT)

function digestOf(root, { sources: folder, imported }) {
  const own = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const sources = [...own.filter((file) => file.endsWith('.ts')).map((file) => join(folder, file)), ...imported]
  const hash = createHash('sha256')
    .update(version)
    .update(readFileSync(fileURLToPath(import.meta.url)))
  for (const file of sources.toSorted())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

async function constantOf(root, program, name) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [program],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'ascii',
    legalComments: 'none',
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    tsconfigRaw: '{}',
    logLevel: 'warning',
  })
  const lines = (outputFiles[0]?.text ?? '').trimEnd().split('\n')
  return `\nexport const ${name} = [\n${lines.map((line) => `  ${JSON.stringify(line)},\n`).join('')}].join('\\n')\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeBrowserPrograms(ROOT)
