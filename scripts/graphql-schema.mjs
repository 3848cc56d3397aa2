// Writes codehost's copy of the vendor's GraphQL schema, as a module of constants that git ignores: the text is
// compressed, and comes from a package that users need not install. What needs the sources of the service runs this
// first: `run.mjs` before each script, the type check, and Vitest.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packedConstant, writePackedModule } from './packed-module.mjs'

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
  await writePackedModule({
    file: join(root, MODULE),
    script: import.meta.url,
    source: described,
    code: () => codeOf(described),
  })
}

/** For Vitest, which calls it before the tests. */
export const setup = () => writeGraphqlSchema(ROOT)

async function codeOf(described) {
  const { parse, print, stripIgnoredCharacters, visit } = await import('graphql')
  const bare = print(
    visit(parse(described, { noLocation: true }), {
      enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
    }),
  )
  const packed = 'compressed by Brotli, in base64.'
  return [
    packedConstant(`The schema without descriptions, ${packed}`, 'SCHEMA', stripIgnoredCharacters(bare)),
    packedConstant(
      'The schema with descriptions, for introspection.',
      'DESCRIBED_SCHEMA',
      stripIgnoredCharacters(described),
    ),
  ].join('')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeGraphqlSchema(ROOT)
