// Writes codehost's copy of the vendor's GraphQL schema, as a module of constants that git ignores: the text is
// compressed, and comes from a package that users need not install.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packedConstant, writePackedModule } from './packed-module.mjs'

/** The module, from the root. */
const MODULE = 'src/services/codehost/graphql/vendor-schema.generated.ts'

/** The file of the package that has the schema in GraphQL's own notation. */
const SOURCE = 'node_modules/@octokit/graphql-schema/schema.graphql'

/**
 * Writes the module, unless the one that is there was made of the same schema by this script.
 *
 * @param {string} root the folder of the project
 */
export async function writeGraphqlSchema(root) {
  const described = readFileSync(join(root, SOURCE), 'utf8')
  await writePackedModule({
    file: join(root, MODULE),
    script: import.meta.url,
    source: described,
    code: () => codeOf(described),
  })
}

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
