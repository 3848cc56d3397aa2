// Writes codehost's copy of the vendor's GraphQL schema, as a module of constants that git ignores: the text is
// compressed, and comes from a package that users need not install. What needs the sources of the service runs this
// first: `run.mjs` before each script, the type check, and Vitest.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

const ROOT = resolve(fileURLToPath(new URL('..', import.meta.url)))

/** The module, from the root. */
const MODULE = 'src/services/codehost/graphql/vendor-schema.generated.ts'

/** The file of the package that has the schema in GraphQL's own notation. */
const SOURCE = join(ROOT, 'node_modules/@octokit/graphql-schema/schema.graphql')

/**
 * Writes the module, unless the one that is there was made of the same schema by this script.
 *
 * @param {string} root the folder of the project
 */
export async function writeGraphqlSchema(root) {
  const described = readFileSync(SOURCE, 'utf8')
  const digest = createHash('sha256')
    .update(described)
    .update(readFileSync(fileURLToPath(import.meta.url)))
  const header = `// Written by scripts/graphql-schema.mjs. Digest of its sources: ${digest.digest('hex')}\n`
  const file = join(root, MODULE)
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(header)) return
  const { parse, print, stripIgnoredCharacters, visit } = await import('graphql')
  const bare = print(
    visit(parse(described, { noLocation: true }), {
      enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
    }),
  )
  const text = [
    header,
    '\n/** The schema without descriptions, compressed by Brotli, in base64. */\n',
    constant('SCHEMA', stripIgnoredCharacters(bare)),
    '\n/** The schema with descriptions, for introspection. */\n',
    constant('DESCRIBED_SCHEMA', stripIgnoredCharacters(described)),
  ].join('')
  // Another process may read the module at the same time: it is there whole or not at all.
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
}

/** For Vitest, which calls it before the tests. */
export const setup = () => writeGraphqlSchema(ROOT)

function constant(name, schema) {
  const packed = brotliCompressSync(schema).toString('base64')
  const lines = packed.match(/.{1,110}/g) ?? []
  return `export const ${name} = [\n${lines.map((line) => `  '${line}',\n`).join('')}].join('')\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeGraphqlSchema(ROOT)
