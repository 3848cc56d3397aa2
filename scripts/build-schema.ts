import { realpathSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { httpsSchema, tokensSchema } from '../src/core/seed.ts'
import { available } from '../src/registry.ts'

/** The JSON Schema of a seed: the tokens and a section for each service that exists. For editors. */
export async function seedJsonSchema(): Promise<object> {
  const services = await Promise.all(available.map((each) => each.load()))
  const sections = services.map(({ id, title, seed }) => [id, { description: title, ...optional(jsonSchema(seed)) }])
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'backlot seed',
    description: 'What the stand-ins begin with, and go back to at every reset.',
    type: 'object',
    properties: {
      tokens: optional(jsonSchema(tokensSchema)),
      https: jsonSchema(httpsSchema),
      ...Object.fromEntries(sections),
    },
    additionalProperties: false,
  }
}

function jsonSchema(schema: v.GenericSchema): object {
  // What JSON Schema can't say, such as a function that checks, is left to the seed's own validation.
  const { $schema: _, ...rest } = toJsonSchema(schema, { target: 'draft-07', typeMode: 'input', errorMode: 'ignore' })
  return rest
}

/** A section that nothing follows is an empty one. */
function optional(schema: object): object {
  return { ...schema, type: ['object', 'null'] }
}

// Run as a program: writes the schema to the path it is given.
const [, program, path] = process.argv
if (program !== undefined && realpathSync(program) === fileURLToPath(import.meta.url)) {
  if (path === undefined) throw new Error('build-schema: give the path to write to')
  await writeFile(path, `${JSON.stringify(await seedJsonSchema(), null, 2)}\n`)
}
