import {
  execute,
  getOperationAST,
  GraphQLError,
  Kind,
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type OperationDefinitionNode,
} from 'graphql'
import { asRefusal, json, type Answer } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { observeArguments } from './arguments.ts'
import { parseDocument, validateDocument } from './documents.ts'
import { FieldFailure, fieldFailureOf, notImplemented } from './failures.ts'
import { checkNodes, costOf } from './limits.ts'
import { checkPage } from './connection.ts'
import { rowOf, type Fields } from './source.ts'
import { types } from './types/index.ts'
import { describedSchema, vendorSchema } from './vendor-schema.ts'

/** The body of a request. */
export interface QueryInput {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  readonly operationName?: string | null | undefined
}

/**
 * Runs one operation and answers its data and errors, which the vendor does with the status 200. A failed mutation
 * leaves no change; those before it stay.
 */
export function answerQuery(call: CodehostCall, { query, variables, operationName }: QueryInput): Answer {
  const document = parseDocument(query)
  if (document instanceof GraphQLError) return errorsOnly([parseError(document)])
  const schema = isIntrospection(document) ? describedSchema() : vendorSchema()
  const mistakes = validateDocument(schema, document)
  if (mistakes.length > 0) return errorsOnly(mistakes)
  const operation = getOperationAST(document, operationName)
  if (operation == null) return errorsOnly([{ message: unknownOperation(operationName) }])
  const cost = costOf(fragmentsOf(document), operation, { ...defaultsOf(operation), ...variables })
  try {
    checkNodes(cost)
  } catch (error) {
    if (error instanceof GraphQLError) return errorsOnly([{ ...error.extensions, message: error.message }])
    throw error
  }
  const result = execute({
    schema,
    document,
    contextValue: call,
    variableValues: variables ?? {},
    operationName: operationName ?? null,
    fieldResolver: resolveField,
  })
  // No resolver waits.
  return answerOf(result as ExecutionResult)
}

/** Returns the wording of a document that cannot be parsed. */
function parseError(error: GraphQLError): object {
  const { line = 1, column = 1 } = error.locations?.[0] ?? {}
  const [, token = ''] = /(?:Unexpected|found) (?:Name )?(".*?"|\S+?)\.?$/.exec(error.message) ?? []
  const message =
    token === '<EOF>' ? 'Unexpected end of document' : `Parse error on ${token || '"?"'} at [${line}, ${column}]`
  return { path: [], locations: [{ line, column }], message }
}

function isIntrospection({ definitions }: DocumentNode): boolean {
  return definitions.some(
    (each) =>
      each.kind === Kind.OPERATION_DEFINITION &&
      each.selectionSet.selections.some(
        (selection) =>
          selection.kind !== Kind.FIELD || selection.name.value === '__schema' || selection.name.value === '__type',
      ),
  )
}

function fragmentsOf({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> {
  return Object.fromEntries(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  )
}

function unknownOperation(name: string | null | undefined): string {
  return name == null ? 'An operation name is required' : `No operation named "${name}"`
}

/** Returns the values of the variables with defaults, as far as the cost depends on them. */
function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)]] : [],
    ),
  )
}

function resolveField(
  source: unknown,
  args: Readonly<Record<string, unknown>>,
  call: CodehostCall,
  info: GraphQLResolveInfo,
): unknown {
  const type = info.parentType.name
  const row = rowOf(source)
  const fields = types[type]
  const resolve = fields?.[info.fieldName]
  if (resolve !== undefined) {
    if (readsPage(info)) checkPage(info.fieldName, args)
    const run = () => resolved(resolve, row, args, call, info)
    return type === 'Mutation' ? atomically(call, run) : run()
  }
  if (fields === undefined && isShape(row) && info.fieldName in row) return row[info.fieldName]
  throw notImplemented(type, info.fieldName)
}

/** Runs a resolver, which must know every argument that the client gave. */
function resolved(
  resolve: NonNullable<Fields<never>[string]>,
  row: unknown,
  args: Readonly<Record<string, unknown>>,
  call: CodehostCall,
  info: GraphQLResolveInfo,
): unknown {
  if (info.fieldNodes[0]?.arguments?.length === 0) return resolve(row as never, args as never, call, info) // see below
  const observation = observeArguments(args)
  const value = resolve(row as never, observation.args as never, call, info) // by the schema, and by what returned the row
  if (!isEmptyConnection(value)) observation.requireRead(info)
  return value
}

/**
 * Returns whether a value is a connection without records: no row was there to compare with the arguments, and none of
 * them would change the answer.
 */
function isEmptyConnection(value: unknown): boolean {
  return isShape(value) && 'pageInfo' in value && value['totalCount'] === 0
}

/** Returns whether a source is an object that has no row, such as a page of a list: its members are its fields. */
function isShape(row: unknown): row is Readonly<Record<string, unknown>> {
  return typeof row === 'object' && row !== null
}

/** The fields of a connection that are of one page; its counts are of all pages. */
const OF_A_PAGE = ['nodes', 'edges', 'pageInfo']

/** Returns whether a field is a connection of which the query reads a page. */
function readsPage({ returnType, fieldNodes }: GraphQLResolveInfo): boolean {
  if (!/Connection!?$/.test(returnType.toString())) return false
  const asked = fieldNodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? [])
  return asked.some((each) => each.kind !== Kind.FIELD || OF_A_PAGE.includes(each.name.value))
}

/** Runs a mutation, whose changes and events are undone when it fails. */
function atomically<T>(call: CodehostCall, run: () => T): T {
  const events = call.outbox.length
  try {
    return call.store.transaction(run)
  } catch (error) {
    call.outbox.length = events
    throw error
  }
}

function answerOf({ data, errors = [] }: ExecutionResult): Answer {
  const worded = errors.map(errorJson)
  // Variables that do not fit end the request before it has data.
  if (data === undefined) return errorsOnly(worded)
  return json({ data, ...(worded.length === 0 ? {} : { errors: worded }) })
}

function errorsOnly(errors: readonly object[]): Answer<never> {
  return asRefusal(json({ errors }))
}

/** Writes an error with its members in the vendor's order. An unforeseen one ends the request. */
function errorJson(error: GraphQLError): object {
  const { originalError, path, message } = error
  const locations = (error.locations ?? []).map(({ line, column }) => ({ line, column }))
  const failure = originalError instanceof Failure ? fieldFailureOf(originalError) : originalError
  if (failure instanceof FieldFailure) {
    const { type, extensions } = failure
    return { type, path, ...(extensions === undefined ? {} : { extensions }), locations, message: failure.message }
  }
  if (originalError !== undefined && !(originalError instanceof GraphQLError)) throw originalError
  return { ...variableProblem(message), locations, message: variableMessage(message) }
}

/** Returns the vendor's sentence about a variable whose value does not fit. */
function variableMessage(message: string): string {
  const [, name, type] = /^Variable "\$(.+?)" of (?:required |non-null )?type "(.+?)"/.exec(message) ?? []
  if (name !== undefined) return `Variable $${name} of type ${type} was provided invalid value`
  const [, wrong] = /^Variable "\$(.+?)" got invalid value/.exec(message) ?? []
  return wrong === undefined ? message : `Variable $${wrong} was provided invalid value`
}

function variableProblem(message: string): object {
  if (!message.startsWith('Variable "$')) return {}
  const missing = /was not provided|must not be null/.test(message)
  const explanation = missing ? 'Expected value to not be null' : message.replace(/^.*?; /, '')
  return { extensions: { value: null, problems: [{ path: [], explanation }] } }
}
