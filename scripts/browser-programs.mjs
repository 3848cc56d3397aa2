// Bundles the programs that backlot serves to browsers, those of payments, oidc-a, oidc-b and the inspector, as modules
// of constants that git ignores. (The oldest Node.js that backlot supports cannot read TypeScript.)
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, version } from 'esbuild'

/**
 * The modules with the texts of programs, from the root: the folder of their programs, and the name of the constant
 * that has the text of a program, by the program.
 */
const MODULES = {
  'src/services/payments/browser.generated.ts': {
    sources: 'src/services/payments/browser',
    programs: { 'main.ts': 'STRIPE_JS', 'frame/main.ts': 'ELEMENT_FRAME', 'checkout-page.ts': 'CHECKOUT_PAGE' },
  },
  'src/services/oidc-a/browser.generated.ts': {
    sources: 'src/services/oidc-a/browser',
    programs: { 'main.ts': 'GSI_CLIENT' },
  },
  'src/services/oidc-b/browser.generated.ts': {
    sources: 'src/services/oidc-b/browser',
    programs: { 'main.ts': 'APPLEID_AUTH' },
  },
  'src/pages/inspector/program.generated.ts': {
    sources: 'src/pages/inspector/browser',
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

async function writeModule(root, name, { sources, programs }) {
  const file = join(root, name)
  if (isCurrent(root, file)) return
  const built = await Promise.all(
    Object.entries(programs).map(([program, constant]) => bundled(root, join(sources, program), constant)),
  )
  const inputs = [...new Set(built.flatMap((each) => each.inputs))].toSorted()
  const header = `// Written by scripts/browser-programs.mjs. Digest: ${digestOf(root, inputs)} of ${inputs.join(' ')}\n`
  // Another process may read the module at the same time: it is there whole or not at all.
  writeFileSync(`${file}.${process.pid}`, header + built.map(({ code }) => code).join(''))
  renameSync(`${file}.${process.pid}`, file)
}

/** Returns whether a module was made of what its sources are now. */
function isCurrent(root, file) {
  if (!existsSync(file)) return false
  const [, digest, inputs] = /^.* Digest: (\w+) of (.+)\n/.exec(readFileSync(file, 'utf8')) ?? []
  if (inputs === undefined) return false
  const sources = inputs.split(' ')
  return sources.every((each) => existsSync(join(root, each))) && digest === digestOf(root, sources)
}

function digestOf(root, sources) {
  const hash = createHash('sha256')
    .update(version)
    .update(readFileSync(fileURLToPath(import.meta.url)))
  for (const file of sources)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

/** Bundles a program; returns the code of the constant with its text, and the files that it is made of. */
async function bundled(root, program, name) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [program],
    bundle: true,
    write: false,
    metafile: true,
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
  const code = `\nexport const ${name} = [\n${lines.map((line) => `  ${JSON.stringify(line)},\n`).join('')}].join('\\n')\n`
  return { code, inputs: Object.keys(metafile.inputs) }
}
