// Bundles the programs that the payments service serves to browsers, as a module of constants that git ignores. What
// needs the sources of the service runs this first: `run.mjs` before each script, the type check, and Vitest. (The
// oldest Node.js that backlot supports cannot read TypeScript.)
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, version } from 'esbuild'

const ROOT = resolve(fileURLToPath(new URL('..', import.meta.url)))

/** The folder of the programs, and the module that has their texts, from the root. */
const SOURCES = 'src/services/payments/browser'
const MODULE = 'src/services/payments/browser.generated.ts'

/** The module of the service that the programs import too, from the root. */
const IMPORTED = 'src/services/payments/schema/method-kinds.ts'

/** The name of the constant that has the text of a program, by the program. */
const PROGRAMS = { 'main.ts': 'STRIPE_JS', 'frame/main.ts': 'ELEMENT_FRAME', 'checkout-page.ts': 'CHECKOUT_PAGE' }

/**
 * Writes the module, unless the one that is there was made of the same sources by the same programs.
 *
 * @param {string} root the folder of the project
 */
export async function writeBrowserPrograms(root) {
  const header = `// Written by scripts/browser-programs.mjs. Digest of the sources: ${digestOf(root)}\n`
  const file = join(root, MODULE)
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(header)) return
  const constants = await Promise.all(Object.entries(PROGRAMS).map((program) => constantOf(root, ...program)))
  // Another process may read the module at the same time: it is there whole or not at all.
  writeFileSync(`${file}.${process.pid}`, header + constants.join(''))
  renameSync(`${file}.${process.pid}`, file)
}

/** For Vitest, which calls it before the tests. */
export const setup = () => writeBrowserPrograms(ROOT)

function digestOf(root) {
  const own = readdirSync(join(root, SOURCES), { recursive: true, encoding: 'utf8' })
  const sources = [...own.filter((file) => file.endsWith('.ts')).map((file) => join(SOURCES, file)), IMPORTED]
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
    entryPoints: [join(SOURCES, program)],
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
