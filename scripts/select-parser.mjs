// Writes cloud's parser of the SQL of S3 Select, which Peggy makes of its grammar, as a module that git ignores.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePackedModule } from './packed-module.mjs'

/** The folder of the grammar and of the module, from the root. */
const FOLDER = 'src/services/cloud/rules/s3/select'

/**
 * Writes the module, unless the one that is there was made of the same grammar by this script.
 *
 * @param {string} root the folder of the project
 */
export async function writeSelectParser(root) {
  const grammar = readFileSync(join(root, FOLDER, 'grammar.peggy'), 'utf8')
  await writePackedModule({
    file: join(root, FOLDER, 'parser.generated.ts'),
    script: import.meta.url,
    source: grammar,
    code: () => codeOf(grammar),
  })
}

async function codeOf(grammar) {
  const [{ default: peggy }, { transform }] = await Promise.all([import('peggy'), import('esbuild')])
  const written = peggy.generate(grammar, { output: 'source', format: 'es' })
  // The build of the package shortens no names.
  const { code } = await transform(written, { minify: true, format: 'esm', lineLimit: 160 })
  const [exported, parse] = /export\s*\{[^}]*?(\w+) as parse\};?\s*$/.exec(code)
  const typed = `export const parse: (text: string) => import('./expression.ts').Query = ${parse}`
  return `// @ts-nocheck: the code that Peggy writes has no types.\n${code.replace(exported, typed)}\n`
}
