import { brotliDecompressSync } from 'node:zlib'
import { buildASTSchema, isAbstractType, parse, type GraphQLSchema } from 'graphql'
import { ISSUE_ADDITIONS } from './issue-additions.ts'
import { ADDITIONS } from './schema-additions.ts'
import type { Typed } from './source.ts'
import { DESCRIBED_SCHEMA, SCHEMA } from './vendor-schema.generated.ts'

// The vendor's schema never changes while a process runs, and all instances share it.
let bare: GraphQLSchema | undefined
let described: GraphQLSchema | undefined

/** Returns the vendor's schema, which the first call reads. https://docs.github.com/graphql/overview/public-schema */
export function vendorSchema(): GraphQLSchema {
  return (bare ??= read(SCHEMA))
}

/** Returns the vendor's schema with its descriptions, for introspection. */
export function describedSchema(): GraphQLSchema {
  return (described ??= read(DESCRIBED_SCHEMA))
}

function read(packed: string): GraphQLSchema {
  const text = brotliDecompressSync(Buffer.from(packed, 'base64')).toString()
  const schema = buildASTSchema(parse(text + ADDITIONS + ISSUE_ADDITIONS, { noLocation: true }), {
    assumeValid: true,
    assumeValidSDL: true,
  })
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType = (value: Typed) => value.typename
  }
  return schema
}
