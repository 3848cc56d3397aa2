import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { httpsSchema, tokensSchema } from '#core/seed.ts'
import type { AnyService } from '#core/service.ts'
import { registry } from '../../src/registry.ts'
import type { JsonSchema } from './seed-types.ts'

/** Returns the JSON Schema of a seed, for editors: the tokens, and a section for each service that exists. */
export async function seedJsonSchema(): Promise<object> {
  const services = await Promise.all(registry.map((each) => each.load()))
  const sections = services.map((service) => [
    service.id,
    { description: service.title, ...optional(withState(sectionSchema(service))) },
  ])
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    // Where SchemaStore and editors find it for a backlot.config.yaml without a line that names it.
    $id: 'https://unpkg.com/backlot/schema.json',
    title: 'backlot seed',
    description: 'The state that the stand-ins begin with, and that every reset restores.',
    type: 'object',
    properties: {
      tokens: optional(jsonSchema(tokensSchema)),
      https: jsonSchema(httpsSchema),
      ...Object.fromEntries(sections),
    },
    additionalProperties: false,
  }
}

/** Allows a state that the inspector has copied in place of the other members. */
function withState(schema: JsonSchema): object {
  const description = 'The state of a running instance, as “copy as seed” of its inspector wrote it.'
  return { ...schema, properties: { ...schema.properties, state: { type: 'object', description } } }
}

/** Returns the JSON Schema of a service's section. */
export function sectionSchema({ seed }: AnyService): JsonSchema {
  return jsonSchema(seed)
}

function jsonSchema(schema: v.GenericSchema): JsonSchema {
  // JSON Schema cannot express checks by a function: the seed's own validation makes them.
  const { $schema: _, ...rest } = toJsonSchema(schema, { target: 'draft-07', typeMode: 'input', errorMode: 'ignore' })
  return rest as JsonSchema // the schemas of seeds use no other keywords
}

/** Allows null: YAML reads a section without content as null. */
function optional(schema: object): object {
  return { ...schema, type: ['object', 'null'] }
}
