import type { GraphQLError } from 'graphql'
import {
  Kind,
  print,
  specifiedRules,
  validate,
  visit,
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'

/** A mistake of a document, as the vendor reports it. */
export interface DocumentError {
  readonly path: readonly string[]
  readonly extensions: Readonly<Record<string, string>>
  readonly locations: readonly { readonly line: number; readonly column: number }[]
  readonly message: string
}

/** Returns the mistakes of a document, in the vendor's words; none for a valid one. */
export function mistakesOf(schema: GraphQLSchema, document: DocumentNode): DocumentError[] {
  // The vendor lets a field have another type in each of the types that a fragment is about.
  const found = validate(schema, document, specifiedRules, { maxErrors: 100 }).filter(
    ({ message }) => !message.includes('because they return conflicting types'),
  )
  return found.map((error) => {
    const node = error.nodes?.[0]
    const { message, code, ...more } = worded(error)
    return {
      path: node === undefined ? [] : pathOf(document, node),
      extensions: { code, ...more },
      locations: (error.locations ?? []).slice(0, 1).map(({ line, column }) => ({ line, column })),
      message,
    }
  })
}

interface Wording {
  readonly message: string
  readonly code: string
  readonly [name: string]: string
}

/** The vendor's words for a mistake, by those of the package. The groups of the pattern are the arguments. */
const WORDINGS: readonly (readonly [pattern: RegExp, word: (...found: string[]) => Wording])[] = [
  [
    /^Cannot query field "(.+?)" on type "(.+?)"/,
    (fieldName = '', typeName = '') => ({
      message: `Field '${fieldName}' doesn't exist on type '${typeName}'`,
      code: 'undefinedField',
      typeName,
      fieldName,
    }),
  ],
  [
    /^Unknown argument "(.+?)" on field ".+\.(.+?)"/,
    (argumentName = '', name = '') => ({
      message: `Field '${name}' doesn't accept argument '${argumentName}'`,
      code: 'argumentNotAccepted',
      name,
      typeName: 'Field',
      argumentName,
    }),
  ],
  [
    /^Field "(.+?)" is not defined by type "(.+?)"/,
    (argumentName = '', name = '') => ({
      message: `InputObject '${name}' doesn't accept argument '${argumentName}'`,
      code: 'argumentNotAccepted',
      name,
      typeName: 'InputObject',
      argumentName,
    }),
  ],
  [
    /^Field "(.+?)" argument "(.+?)" of type ".+?" is required/,
    (name = '', missing = '') => ({
      message: `Field '${name}' is missing required arguments: ${missing}`,
      code: 'missingRequiredArguments',
      className: 'Field',
      name,
      arguments: missing,
    }),
  ],
  [
    /^Field "(.+?)\.(.+?)" of required type "(.+?)" was not provided/,
    (name = '', missing = '', type = '') => ({
      message: `Argument '${missing}' on InputObject '${name}' is required. Expected type ${type}`,
      code: 'missingRequiredInputObjectAttribute',
      argumentName: missing,
      argumentType: type,
      inputObjectType: name,
    }),
  ],
  [
    /^Field "(.+?)" of type "(.+?)" must have a selection of subfields/,
    (name = '', type = '') => ({
      message: `Field must have selections (field '${name}' returns ${bareName(type)} but has no selections. Did you mean '${name} { ... }'?)`,
      code: 'selectionMismatch',
      nodeName: `field '${name}'`,
      typeName: bareName(type),
    }),
  ],
  [
    /^Field "(.+?)" must not have a selection since type "(.+?)" has no subfields/,
    (name = '', type = '') => ({
      message: `Selections can't be made on scalars (field '${name}' returns ${bareName(type)} but has selections)`,
      code: 'selectionMismatch',
      nodeName: `field '${name}'`,
      typeName: bareName(type),
    }),
  ],
  [
    /^Variable "\$(.+?)" is never used(?: in operation "(.+?)")?/,
    (variableName = '', operation = 'anonymous query') => ({
      message: `Variable $${variableName} is declared by ${operation} but not used`,
      code: 'variableNotUsed',
      variableName,
    }),
  ],
  [
    /^Variable "\$(.+?)" is not defined(?: by operation "(.+?)")?/,
    (variableName = '', operation = 'anonymous query') => ({
      message: `Variable $${variableName} is used by ${operation} but not declared`,
      code: 'variableNotDefined',
      variableName,
    }),
  ],
  [
    /^Variable "\$(.+?)" of type "(.+?)" used in position expecting type "(.+?)"/,
    (variableName = '', type = '', expected = '') => {
      const errorMessage = `${bareName(type) === bareName(expected) ? 'Nullability' : 'Type'} mismatch`
      return {
        message: `${errorMessage} on variable $${variableName} (${type} / ${expected})`,
        code: 'variableMismatch',
        variableName,
        typeName: type,
        errorMessage,
      }
    },
  ],
  [
    /^Unknown fragment "(.+?)"/,
    (fragmentName = '') => ({
      message: `Fragment ${fragmentName} was used, but not defined`,
      code: 'useAndDefineFragment',
      fragmentName,
    }),
  ],
  [
    /^Fragment "(.+?)" is never used/,
    (fragmentName = '') => ({
      message: `Fragment ${fragmentName} was defined, but not used`,
      code: 'useAndDefineFragment',
      fragmentName,
    }),
  ],
  [
    /^Fragment (?:"(.+?)" )?cannot be spread here as objects of type "(.+?)" can never be of type "(.+?)"/,
    (fragmentName = 'unknown', parentName = '', typeName = '') => ({
      message: `Fragment on ${typeName} can't be spread inside ${parentName}`,
      code: 'cannotSpreadFragment',
      typeName,
      fragmentName,
      parentName,
    }),
  ],
  [
    /^Unknown type "(.+?)"/,
    (typeName = '') => ({
      message: `No such type ${typeName}, so it can't be a fragment condition`,
      code: 'undefinedType',
      typeName,
    }),
  ],
]

function worded(error: GraphQLError): Wording {
  for (const [pattern, word] of WORDINGS) {
    const found = pattern.exec(error.message)
    if (found !== null) return word(...found.slice(1))
  }
  return wrongLiteral(error) ?? { message: error.message, code: 'invalidDocument' }
}

/** Returns the words for a value in the document that has the wrong type; undefined for all other mistakes. */
function wrongLiteral({ message, nodes }: GraphQLError): Wording | undefined {
  const [, type] =
    /^(?:Expected value of type "(.+?)"|Int cannot|String cannot|Boolean cannot|ID cannot|Value ".+?" does not exist in "(.+?)" enum)/.exec(
      message,
    ) ?? []
  const node = nodes?.[0]
  if (node === undefined || !/^(?:Expected|Int|String|Boolean|ID|Value)/.test(message)) return undefined
  const expected = type ?? /in "(.+?)" enum/.exec(message)?.[1] ?? message.split(' ')[0] ?? ''
  return {
    message: `Argument has an invalid value (${print(node)}). Expected type '${expected}'.`,
    code: 'argumentLiteralsIncompatible',
    typeName: expected,
  }
}

function bareName(type: string): string {
  return type.replaceAll(/[[\]!]/g, '')
}

/** Returns where a node is in its document: `['query viewer', 'viewer', '... on User', 'login']`. */
function pathOf(document: DocumentNode, target: ASTNode): string[] {
  const path: string[] = []
  let found: string[] = []
  visit(document, {
    enter(node) {
      const step = stepOf(node)
      if (step !== null) path.push(step)
      if (node === target) found = [...path]
    },
    leave(node) {
      if (stepOf(node) !== null) path.pop()
    },
  })
  return found
}

function stepOf(node: ASTNode): string | null {
  if (node.kind === Kind.OPERATION_DEFINITION) {
    return node.name === undefined ? node.operation : `${node.operation} ${node.name.value}`
  }
  if (node.kind === Kind.FRAGMENT_DEFINITION) return `fragment ${node.name.value}`
  if (node.kind === Kind.INLINE_FRAGMENT) {
    return node.typeCondition === undefined ? '...' : `... on ${node.typeCondition.name.value}`
  }
  if (node.kind === Kind.FRAGMENT_SPREAD) return `... ${node.name.value}`
  if (node.kind === Kind.FIELD) return node.alias?.value ?? node.name.value
  return node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD ? node.name.value : null
}
