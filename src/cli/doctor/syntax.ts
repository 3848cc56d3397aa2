import { parse, parseExpression, type ParserPlugin } from '@babel/parser'

// The types of the parser's tree, by way of its functions, as the package with the types is not a dependency.
type File = ReturnType<typeof parse>
type Statement = File['program']['body'][number]
type Expression = Extract<Statement, { type: 'ExpressionStatement' }>['expression']
export type ObjectExpression = Extract<Expression, { type: 'ObjectExpression' }>
export type Call = Extract<Expression, { type: 'CallExpression' | 'NewExpression' | 'OptionalCallExpression' }>
type Declarator = Extract<Statement, { type: 'VariableDeclaration' }>['declarations'][number]
type PropertyKey = Extract<ObjectExpression['properties'][number], { type: 'ObjectProperty' }>['key']
type ClassMember = Extract<Expression, { type: 'ClassExpression' }>['body']['body'][number]
/** A node of a file's syntax tree. */
export type Node =
  | Expression
  | Statement
  | Declarator
  | Declarator['id']
  | ClassMember
  | Call['callee']
  | Call['arguments'][number]
  | ObjectExpression['properties'][number]
  | PropertyKey

/** A file of code, parsed. */
export interface Syntax {
  /** The path from the project's root, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly nodes: readonly Placed[]
  /** The comments of the file, without their marks. */
  readonly comments: readonly string[]
}

/** A node with the nodes that contain it, the outermost first. */
export interface Placed {
  readonly node: Node
  readonly parents: readonly Node[]
}

/** Members of a node that are no part of the code. */
const NOT_CODE = new Set(['leadingComments', 'trailingComments', 'innerComments', 'extra', 'loc', 'errors', 'tokens'])

/** Returns a file of JavaScript or TypeScript as its nodes; null for one that cannot be parsed. */
export function parseCode(path: string, text: string): Syntax | null {
  const isTypeScript = /\.[cm]?tsx?$/.test(path)
  const dialects: ParserPlugin[][] = isTypeScript
    ? [path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript']]
    : [['jsx'], ['jsx', 'flow']]
  for (const plugins of dialects) {
    try {
      const file = parse(text, {
        sourceType: 'unambiguous',
        errorRecovery: true,
        allowReturnOutsideFunction: true,
        plugins: [...plugins, 'decorators-legacy', 'explicitResourceManagement'],
      })
      const nodes = file.program.body.flatMap((statement) => below(statement, []))
      return { path, text, nodes, comments: (file.comments ?? []).map(({ value }) => value) }
    } catch {
      // The next dialect may fit.
    }
  }
  return null
}

/** Returns a file of JSON, such as a configuration, as its nodes; null for one that cannot be parsed. */
export function parseJson(path: string, text: string): Syntax | null {
  try {
    return { path, text, nodes: below(parseExpression(text), []), comments: [] }
  } catch {
    return null
  }
}

function below(node: Node, parents: readonly Node[]): Placed[] {
  const within = [...parents, node]
  return [
    { node, parents },
    ...Object.entries(node).flatMap(([name, member]: [string, unknown]) =>
      NOT_CODE.has(name)
        ? []
        : (Array.isArray(member) ? member : [member]).filter(isNode).flatMap((each) => below(each, within)),
    ),
  ]
}

/** The casts of nodes are to a union of those that the checks read; they ask for the type of each. */
function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Returns the line of a node, from 1. */
export function lineOf(node: Node): number {
  return node.loc?.start.line ?? 1
}

/** Returns an expression without what is around it: `as`, `satisfies`, `!` and `await`. */
export function bare(node: Node | null | undefined): Node | null {
  switch (node?.type) {
    case undefined:
      return null
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
      return bare(node.expression)
    case 'AwaitExpression':
      return bare(node.argument)
    default:
      return node ?? null
  }
}

/** Returns the text of a literal, or the beginning of a template up to its first value; null for other nodes. */
export function literalOf(node: Node | null | undefined): string | null {
  if (node?.type === 'StringLiteral') return node.value
  return node?.type === 'TemplateLiteral' ? (node.quasis[0]?.value.cooked ?? null) : null
}

/** Returns the name of a member or property, of `a.b`, `a['b']` and `{ b: 1 }`; null for a computed one. */
export function nameOf(node: Node): string | null {
  if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') {
    return !node.computed && node.property.type === 'Identifier' ? node.property.name : literalOf(node.property)
  }
  if (node.type !== 'ObjectProperty' && node.type !== 'ObjectMethod') return null
  if (!node.computed && node.key.type === 'Identifier') return node.key.name
  return literalOf(node.key)
}

/** Returns a property of an object that the code writes out. */
export function propertyOf(object: ObjectExpression, name: string): Node | null {
  const found = object.properties.find((each) => nameOf(each) === name)
  if (found === undefined) return null
  return found.type === 'ObjectProperty' ? found.value : found
}

/** Returns whether the code of a node runs later than its file is imported: in a function, or for each instance. */
export function isDeferred({ node, parents }: Placed): boolean {
  const path = [...parents, node]
  return parents.some((parent, index) => {
    if (parent.type === 'ClassProperty') return !parent.static && path[index + 1] !== parent.key
    const around = parents[index - 1]
    const isCalledAtOnce = around?.type === 'CallExpression' && around.callee === parent
    return isFunction(parent) && !isCalledAtOnce
  })
}

/** Returns whether a node is a function. */
export function isFunction({ type }: Node): boolean {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ObjectMethod|Class(Private)?Method)$/.test(
    type,
  )
}
