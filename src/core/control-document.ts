import type { CommandName } from './control-commands.ts'
import { CONTROL_PREFIX } from './control-prefix.ts'
import type { Instance } from './instance.ts'

// The types of `OPERATIONS` and `OPERATIONS_OF_ALL` name every command, so the compiler refuses a command that is not
// described, and a description without a command.

/** A schema of JSON Schema 2020-12, which OpenAPI 3.1 uses. */
type Schema = Readonly<Record<string, unknown>>

/** A command as the document describes it. */
interface Operation {
  readonly summary: string
  /** The members of the JSON body of a POST, or the parameters in the query of other methods. */
  readonly input?: Readonly<Record<string, Schema>>
  /** The members that have to be given. */
  readonly required?: readonly string[]
  /** The body of an answer with status 200. */
  readonly answer: Schema
}

const text: Schema = { type: 'string' }
const number: Schema = { type: 'number' }
const whole: Schema = { type: 'integer' }
const nothing: Schema = { type: 'null' }
const anything: Schema = {}
const texts: Schema = { type: 'object', additionalProperties: text }
const object: Schema = { type: 'object' }
const orNull = (type: string): Schema => ({ type: [type, 'null'] })
const listOf = (items: Schema): Schema => ({ type: 'array', items })
const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
/** An object of which every member is there. */
const objectOf = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

const duration: Schema = { type: ['number', 'string'], description: "Milliseconds, or a text such as '1h' or '2s'." }
const moment: Schema = { type: ['number', 'string'], description: 'Epoch milliseconds, or an ISO 8601 time.' }
const verdict = objectOf({ pass: { type: 'boolean' }, message: text })
const time = objectOf({ now: { ...whole, description: 'Epoch milliseconds.' } })
const expectation: Schema = { description: 'The parts that have to be like this; objects may have further members.' }

const faultOptions: Readonly<Record<string, Schema>> = {
  method: { ...text, description: 'Any method when absent.' },
  path: { ...text, description: 'A path or a pattern: `:name` is one segment, `*` several.' },
  operation: { type: ['string', 'array'], items: text, description: "The vendor's id of an operation, or several." },
  times: { ...whole, minimum: 1, description: 'The number of requests that it takes effect on; absent: all.' },
  skip: { ...whole, minimum: 0, description: 'The number of matching requests that it lets pass first.' },
  probability: { ...number, minimum: 0, maximum: 1, description: 'The part of the matching requests.' },
  status: { ...whole, minimum: 200, maximum: 599, description: "The status, in the vendor's error envelope." },
  code: { ...text, description: "The vendor's error code or message." },
  body: { description: "The JSON body, instead of the vendor's envelope." },
  headers: { ...texts, description: 'Headers to add to the answer.' },
  delay: duration,
  connection: { enum: ['drop', 'truncate', 'commit then drop'] },
  protocol: { ...object, description: "Options of the service's own protocol." },
}

/** The commands that every instance has. */
const OPERATIONS: Readonly<Record<CommandName, Operation>> = {
  'GET health': {
    summary: 'Tells which service answers. Needs no token.',
    answer: objectOf({ service: text, url: text, instance: text, pid: whole }),
  },
  'GET env': { summary: 'The variables that point an application at the instance, by name', answer: texts },
  'POST reset': { summary: 'Puts all state back to the seed', answer: nothing },
  'GET requests': { summary: 'The requests since the last reset, oldest first', answer: listOf(reference('Request')) },
  'GET calls': {
    summary: 'The calls of an operation, or all, oldest first',
    input: { operation: { ...text, description: "The vendor's id, or a method and a path" } },
    answer: listOf(reference('Call')),
  },
  'GET changes': {
    summary: 'The rows that differ from the seed, by collection, and the same as a text',
    answer: objectOf({ collections: object, text }),
  },
  'POST expect/received': {
    summary: 'Tells whether an operation was called like this; `message` is the reason',
    input: {
      operation: text,
      params: expectation,
      query: expectation,
      body: expectation,
      answer: expectation,
      status: number,
      principal: orNull('string'),
      headers: texts,
      times: whole,
    },
    required: ['operation'],
    answer: verdict,
  },
  'POST expect/received-in-order': {
    summary: 'Tells whether operations were called in this order',
    input: { calls: { type: 'array', description: 'Operations, or pairs of an operation and what the call is like' } },
    required: ['calls'],
    answer: verdict,
  },
  'POST expect/delivered': {
    summary: 'Tells whether a webhook was delivered like this',
    input: {
      event: text,
      payload: expectation,
      url: text,
      headers: texts,
      status: number,
      attempts: number,
      times: whole,
    },
    required: ['event'],
    answer: verdict,
  },
  'GET waiting': { summary: 'What the commands that wait are waiting for', answer: listOf(text) },
  'GET faults': { summary: 'The armed faults', answer: listOf(reference('Fault')) },
  'POST faults': {
    summary: 'Arms a fault: an answer or a delay for matching requests',
    input: faultOptions,
    answer: objectOf({ id: text }),
  },
  'DELETE faults': {
    summary: 'Disarms the fault with an id, or all',
    input: { id: text },
    answer: { type: ['object', 'null'], properties: { removed: { type: 'boolean' } } },
  },
  'GET clock': { summary: 'The time of the instance', answer: time },
  'POST clock/set': { summary: 'Moves the clock to a moment', input: { to: moment }, required: ['to'], answer: time },
  'POST clock/advance': {
    summary: 'Moves the clock forwards; timers that are due fire',
    input: { by: duration },
    required: ['by'],
    answer: time,
  },
  'POST clock/freeze': { summary: 'Stops the clock, at a moment if given', input: { at: moment }, answer: time },
  'POST clock/resume': { summary: 'Lets the clock follow the wall clock again', answer: time },
  'POST snapshot': { summary: 'Keeps the whole state, and returns its number', answer: objectOf({ id: whole }) },
  'DELETE snapshot': {
    summary: 'Drops a snapshot',
    input: { id: whole },
    required: ['id'],
    answer: objectOf({ removed: { type: 'boolean' } }),
  },
  'POST restore': { summary: 'Goes back to a snapshot', input: { id: whole }, required: ['id'], answer: nothing },
  'GET tenants': { summary: 'The ids of the tenants', answer: listOf(text) },
  'POST tenants': {
    summary: 'Makes a tenant, an isolated copy of the seeded state, reached by its URL or its header',
    input: { id: { ...text, description: 'Absent: a new one' } },
    answer: objectOf({ id: text, url: text, headers: texts }),
  },
  'DELETE tenants': {
    summary: 'Ends a tenant',
    input: { id: text },
    required: ['id'],
    answer: objectOf({ ended: { type: 'boolean' } }),
  },
  'GET webhooks': {
    summary: 'The deliveries since the last reset, oldest first',
    answer: listOf(reference('Delivery')),
  },
  'POST webhooks/settled': { summary: 'Answers when no delivery is under way', answer: nothing },
  'POST webhooks/next': {
    summary: 'Answers with the next delivery of an event, and waits when there is none yet',
    input: { event: text, timeout: duration },
    required: ['event'],
    answer: reference('Delivery'),
  },
  'POST webhooks/hold': { summary: 'Keeps deliveries queued', answer: nothing },
  'POST webhooks/release': { summary: 'Sends the deliveries that were held', answer: nothing },
  'POST webhooks/redeliver': {
    summary: 'Sends a delivery again',
    input: { id: whole },
    required: ['id'],
    answer: reference('Delivery'),
  },
}

/** The commands of all instances behind one port. */
const OPERATIONS_OF_ALL = {
  'GET health': {
    summary: 'Tells which services answer. Needs no token.',
    answer: objectOf({ services: listOf(text), pid: whole }),
  },
  'GET env': {
    summary: 'The variables that point an application at each service',
    answer: listOf(objectOf({ service: text, variables: texts })),
  },
  'POST reset': { summary: 'Puts every service back to its seed', answer: nothing },
  'POST settled': { summary: 'Answers when no webhook of any service is under way', answer: nothing },
} as const satisfies Readonly<Record<string, Operation>>

/** The `METHOD path` of a command of all instances behind one port. */
export type CommandOfAllName = keyof typeof OPERATIONS_OF_ALL

const DOCUMENT: Operation = { summary: 'This document', answer: object }

const message = objectOf({ headers: texts, body: orNull('string'), truncated: { type: 'boolean' } })
const request: Readonly<Record<string, Schema>> = {
  id: whole,
  method: text,
  path: text,
  query: texts,
  route: orNull('string'),
  operation: orNull('string'),
  carried: { type: 'array', items: text },
  status: orNull('integer'),
  principal: orNull('string'),
  startedAt: number,
  durationMs: orNull('number'),
  request: message,
  response: message,
  fault: orNull('string'),
  error: orNull('string'),
  hint: orNull('string'),
}

const SCHEMAS: Readonly<Record<string, Schema>> = {
  Error: objectOf({ error: text }),
  Request: objectOf(request),
  Call: objectOf({
    id: whole,
    operation: orNull('string'),
    method: text,
    path: text,
    params: texts,
    query: texts,
    body: anything,
    status: orNull('integer'),
    answer: anything,
    principal: orNull('string'),
    isForm: { type: 'boolean' },
    request: reference('Request'),
  }),
  Fault: { type: 'object', required: ['id', 'matched'], properties: { id: text, matched: whole, ...faultOptions } },
  Delivery: objectOf({
    id: whole,
    guid: text,
    event: text,
    action: orNull('string'),
    subscription: object,
    state: { enum: ['queued', 'delivered', 'failed', 'refused'] },
    redelivery: { type: 'boolean' },
    createdAt: number,
    deliveredAt: orNull('number'),
    durationMs: orNull('number'),
    request: objectOf({ headers: texts, body: text }),
    response: orNull('object'),
    error: orNull('string'),
  }),
}

/** Returns the OpenAPI document of the control plane of an instance at a base URL. */
export function instanceDocument({ service, commands }: Instance, origin: string): object {
  const own = commands.map((name): [string, Operation] => [
    `POST ${name}`,
    { summary: `The method ${name.replace('/', '.')} of the emulator of ${service.id}`, answer: anything },
  ])
  return documentOf(`Control plane of ${service.id}`, origin, { ...OPERATIONS, ...Object.fromEntries(own) })
}

/** Returns the OpenAPI document of the control plane of all instances behind one port. */
export function documentOfAll(instances: readonly Instance[]): object {
  const ids = instances.map(({ service }) => service.id).join(', ')
  return documentOf(`Control plane of ${ids}`, '/', OPERATIONS_OF_ALL)
}

function documentOf(title: string, origin: string, operations: Readonly<Record<string, Operation>>): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, operation] of Object.entries({ ...operations, 'GET openapi.json': DOCUMENT })) {
    const [method = '', path = ''] = name.split(' ')
    paths[`${CONTROL_PREFIX}${path}`] = {
      ...paths[`${CONTROL_PREFIX}${path}`],
      [method.toLowerCase()]: operationObject(method, path, operation),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      description:
        'Commands by which tests of any language control running stand-ins. An instance that is open to the network requires the ' +
        'token that is printed at its start. A POST needs the content type application/json.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    security: [{}, { token: [] }],
    paths,
    components: { schemas: SCHEMAS, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  }
}

function operationObject(method: string, path: string, { summary, input, required = [], answer }: Operation): object {
  const properties = input ?? {}
  const schema = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
  return {
    operationId: `${method.toLowerCase()}-${path.replaceAll(/[^\w]+/g, '-')}`,
    summary,
    ...(method === 'GET' && input !== undefined ? { parameters: parametersOf(properties, required) } : {}),
    ...(method === 'GET' ? {} : { requestBody: { content: { 'application/json': { schema } } } }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: answer } } },
      default: { description: 'Refused', content: { 'application/json': { schema: reference('Error') } } },
    },
  }
}

function parametersOf(properties: Readonly<Record<string, Schema>>, required: readonly string[]): object[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}
