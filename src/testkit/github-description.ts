import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

// ajv-formats is CommonJS whose types name a default export that Node does not see as such.
const formats = addFormats as unknown as (ajv: Ajv) => Ajv

const require = createRequire(import.meta.url)

/**
 * The descriptions are the vendor's: their schemas are not checked, and most validators check a few values, so that to
 * make their code shorter takes longer than they run.
 */
const OPTIONS = {
  strict: false,
  allErrors: true,
  validateFormats: false,
  validateSchema: false,
  code: { optimize: false },
} as const

type Json = Readonly<Record<string, unknown>>

interface Operation {
  readonly operationId: string
  readonly externalDocs?: { readonly url: string }
  readonly responses: Readonly<Record<string, Json>>
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}

let description: Description | undefined
let descriptionAjv: Ajv | undefined
const validators = new Map<string, ValidateFunction | null>()

/** Returns the vendor's operation at a path template such as `/repos/{owner}/{repo}`. */
function operationAt(method: string, template: string): Operation | undefined {
  description ??= load()
  return description.paths[template]?.[method.toLowerCase()]
}

/** Returns the URL of the page that documents each of the vendor's operations, by the operation's id. */
export function documentationPages(): ReadonlyMap<string, string> {
  description ??= load()
  const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods))
  return new Map(operations.flatMap((each) => (each.externalDocs ? [[each.operationId, each.externalDocs.url]] : [])))
}

/**
 * Returns what is wrong with a response body by the vendor's own description; an empty text for a valid one, and for an
 * operation or status that is not described.
 */
export function describeViolations(method: string, template: string, status: number, body: unknown): string {
  const validate = validatorFor(method, template, status)
  if (validate === null || validate(body)) return ''
  return problems(validate)
}

function validatorFor(method: string, template: string, status: number): ValidateFunction | null {
  const key = `${method} ${template} ${status}`
  const known = validators.get(key)
  if (known !== undefined) return known
  const operation = operationAt(method, template)
  const response = follow(operation?.responses[String(status)])
  const content = response?.['content'] as Record<string, { schema?: Json }> | undefined
  const schema = content?.['application/json']?.schema
  const validate = schema === undefined ? null : ajv().compile(nullable(schema) as Json)
  validators.set(key, validate)
  return validate
}

function follow(value: Json | undefined): Json | undefined {
  const reference = value?.['$ref']
  if (typeof reference !== 'string') return value
  let at: unknown = description
  for (const name of reference.slice(2).split('/')) at = (at as Json)[name]
  return at as Json
}

function ajv(): Ajv {
  description ??= load()
  return (descriptionAjv ??= validatorOf(
    nullable(description.components.schemas) as typeof description.components.schemas,
  ))
}

/** The start of the URLs of schemas. Each is compiled once for all that refer to it, when one of them is first used. */
const SCHEMAS = 'https://schemas.test/'

/** Returns a validator that knows these schemas, whose references are to {@link SCHEMAS}. */
function validatorOf(schemas: Readonly<Record<string, Json>>): Ajv {
  const made = formats(new Ajv(OPTIONS))
  for (const [name, schema] of Object.entries(schemas)) made.addSchema(schema, SCHEMAS + name)
  return made
}

/** Reads a description in which schemas refer to others by their place. */
function read(file: string, place: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8').replaceAll(`"${place}`, `"${SCHEMAS}`))
}

function load(): Description {
  const parsed = read(
    require.resolve('@octokit/openapi/generated/api.github.com.json'),
    '#/components/schemas/',
  ) as Described
  const { schemas } = parsed.components
  for (const { properties } of [schemas['organization-full'], schemas['team-organization']]) {
    for (const name of NULL_IN_ORGANIZATIONS) properties[name].nullable = true
  }
  // The vendor's webhooks and GraphQL have this state of jobs that wait for a review, and so have its answers.
  schemas['deployment-status'].properties.state.enum.push('waiting')
  return parsed as unknown as Description
}

/** Members of an organization that the vendor describes as texts although they may be null. */
const NULL_IN_ORGANIZATIONS = ['name', 'company', 'blog', 'location', 'email'] as const

interface DescribedOrganization {
  readonly properties: Record<(typeof NULL_IN_ORGANIZATIONS)[number], { nullable?: boolean }>
}

interface Described {
  readonly components: {
    readonly schemas: Record<'organization-full' | 'team-organization', DescribedOrganization> & {
      readonly 'deployment-status': { readonly properties: { readonly state: { readonly enum: string[] } } }
    }
  }
}

/** Converts OpenAPI 3.0's `nullable: true` to JSON Schema, as an alternative, and lets alternatives overlap. */
function nullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nullable)
  if (typeof value !== 'object' || value === null) return value
  const { nullable: isNullable, ...rest } = value as Json
  // The vendor's alternatives overlap: a plain error is one of each kind of error.
  const converted = Object.fromEntries(
    Object.entries(rest).map(([name, each]) => [
      name === 'oneOf' && !('anyOf' in rest) ? 'anyOf' : name,
      nullable(each),
    ]),
  )
  return isNullable === true ? { anyOf: [{ type: 'null' }, converted] } : converted
}

let eventAjv: Ajv | undefined

/** Members of repositories and of apps that only the current description has. */
const NEWER_MEMBERS: ReadonlySet<string> = new Set([
  'client_id',
  'has_pull_requests',
  'pull_request_creation_policy',
  'role_name',
])

/** Returns a payload without members that the vendor sends and its older schemas forbid. */
function withoutNewerMembers(payload: unknown): unknown {
  const older = JSON.parse(JSON.stringify(payload), (key, value: unknown) =>
    NEWER_MEMBERS.has(key) ? undefined : value,
  ) as unknown
  const { release, ...rest } = older as { readonly release?: Json }
  if (release === undefined) return older
  const { immutable: _immutable, updated_at: _updatedAt, ...known } = release
  return { ...rest, release: known }
}

function eventSchemas(): Readonly<Record<string, Json>> {
  const { definitions } = read(require.resolve('@octokit/webhooks-schemas/schema.json'), '#/definitions/') as {
    readonly definitions: Readonly<Record<string, Json>>
  }
  // Formats are not checked, and without them some alternatives are no longer exclusive: a URL, and an empty text.
  return JSON.parse(JSON.stringify(definitions).replaceAll('"oneOf":', '"anyOf":')) as typeof definitions
}

/** Returns what is wrong with a payload by the vendor's description, for events that the older schemas lack. */
function describedViolations(event: string, action: string | undefined, payload: unknown): string {
  const subject = event === 'projects_v2' ? 'projects-v2-project' : event.replaceAll('_', '-')
  const name = ['webhook', subject, ...(action === undefined ? [] : [action.replaceAll('_', '-')])].join('-')
  const validate = ajv().getSchema(SCHEMAS + name)
  if (validate === undefined) return `the vendor's description has no ${name}`
  return validate(payload) === true ? '' : problems(validate)
}

function problems({ errors }: Pick<ValidateFunction, 'errors'>): string {
  return (errors ?? [])
    .slice(0, 8)
    .map((each) => `${each.instancePath || '/'} ${each.message} ${JSON.stringify(each.params)}`)
    .join('\n')
}

/** The events that the older schemas lack. */
const NEWER_EVENTS =
  /^(?:projects_v2|discussion|code_scanning|dependabot|secret_scanning|repository_advisory|repository_ruleset|personal_access|security_and_analysis|member$)/

/** Returns what is wrong with a webhook payload by the vendor's schemas; an empty text for a valid one. */
export function eventViolations(event: string, payload: unknown): string {
  const { action } = payload as { readonly action?: string }
  if (NEWER_EVENTS.test(event) || (event === 'issue_comment' && action?.endsWith('pinned') === true))
    return describedViolations(event, action, payload)
  eventAjv ??= validatorOf(eventSchemas())
  const checked = withoutNewerMembers(payload)
  const names = action === undefined ? [`${event}$event`, `${event}_event`] : [`${event}$${action}`]
  const validate = names.map((name) => eventAjv?.getSchema(SCHEMAS + name)).find((each) => each !== undefined)
  if (validate === undefined) return `the vendor's schemas have no ${names.join(' or ')}`
  return validate(checked) === true ? '' : problems(validate)
}
