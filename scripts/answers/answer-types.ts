import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { pascalCase } from '../generate/names.ts'
import { TypeWriter } from './type-writer.ts'

const HEADER = `// Written by npm run answers from what the handlers of the operations answer. Do not edit.
import type { JsonValue } from '#core/calls/received-call.ts'
`

/**
 * Returns the files with the types of the answers of services: of each operation whose handler says what it answers,
 * the type of the JSON that it becomes. It needs the compiler, and takes half a minute of processor time.
 */
export function answerTypes(root: string, services: readonly string[]): ReadonlyMap<string, string> {
  const files = services.flatMap((id) => routeFiles(root, id))
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const program = ts.createProgram(files, { ...options, noEmit: true })
  const found = services.map((id): [string, string] => [
    `src/services/${id}/answer-types.generated.ts`,
    moduleOf(program, root, id, operationsOf(root, id)),
  ])
  return new Map(found)
}

/** Returns the files of a service in which routes may be written. */
function routeFiles(root: string, id: string): string[] {
  const folder = join(root, 'src/services', id)
  return ts.sys.readDirectory(folder, ['.ts'], ['**/*.test.ts', '**/*.fixture.ts', 'browser/**'])
}

function operationsOf(root: string, id: string): ReadonlySet<string> {
  const text = readFileSync(join(root, `src/services/${id}/operations.generated.ts`), 'utf8')
  return new Set([...text.matchAll(/^ {2}'(.+)',$/gm)].map(([, operation = '']) => operation))
}

function moduleOf(program: ts.Program, root: string, id: string, operations: ReadonlySet<string>): string {
  const checker = program.getTypeChecker()
  const writer = new TypeWriter(checker)
  const answers = new Map<string, string | null>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const operation = operationIn(node)
      if (operation !== null && operations.has(operation)) {
        const answered = answeredBy(checker, node)
        const text = answered === null ? null : textOf(writer, answered, pascalOf(operation))
        const before = answers.get(operation)
        // An operation with two routes has a type where both have the same.
        answers.set(operation, before === undefined || before === text ? text : null)
      }
    }
    ts.forEachChild(node, visit)
  }
  const folder = join(root, 'src/services', id)
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${folder}/`))
  for (const file of files.toSorted((left, right) => (left.fileName < right.fileName ? -1 : 1))) visit(file)
  const members = [...operations].flatMap((operation) => {
    const text = answers.get(operation) ?? null
    return text === null ? [] : [`  '${operation}': ${text}\n`]
  })
  return `${HEADER}
${writer.declarations.join('')}
/** The answers of the operations of ${id}, as far as their handlers say what they answer. */
export interface ${pascalCase(id)}Answers {
${members.join('')}}
`
}

function operationIn({ arguments: [first] }: ts.CallExpression): string | null {
  return first !== undefined && ts.isStringLiteralLike(first) ? first.text : null
}

function textOf(writer: TypeWriter, types: readonly ts.Type[], hint: string): string | null {
  const texts = [...new Set(types.map((each) => writer.write(each, hint)))]
  const text = texts
    .filter((each) => each !== 'undefined')
    .toSorted()
    .join(' | ')
  return text === '' || (/\bJsonValue\b/.test(text) && /^\(?JsonValue/.test(text)) ? null : text
}

/** Returns the types that the handler of a route answers with; null where it does not say so. */
function answeredBy(checker: ts.TypeChecker, { arguments: given }: ts.CallExpression): readonly ts.Type[] | null {
  for (const argument of given.toReversed()) {
    const [signature] = checker.getTypeAtLocation(argument).getCallSignatures()
    if (signature === undefined) continue
    const returned = answersIn(checker, signature.getReturnType())
    if (returned === null) continue
    const types = returned.flatMap((each) => (isUnknown(each) ? (answersOf(checker, signature) ?? [each]) : [each]))
    return types.some(isUnknown) ? null : types
  }
  return null
}

/** Returns what each answer in a type was written from; null for a type that is no answer. */
function answersIn(checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] | null {
  const settled = checker.getAwaitedType(type) ?? type
  const parts = settled.isUnion() ? settled.types : [settled]
  const found = parts.flatMap((part): readonly ts.Type[] => {
    const written = checker.getPropertiesOfType(part).find(({ name }) => name.startsWith('__@written'))
    if (written === undefined) return []
    const value = checker.getTypeOfSymbol(written)
    if (!value.isUnion()) return [value]
    return value.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
  })
  return found.length === 0 && !parts.some((part) => part.getProperty('headers') !== undefined) ? null : found
}

/** Returns what a function answers that is declared to return any answer, by the answers that it returns. */
function answersOf(checker: ts.TypeChecker, { declaration }: ts.Signature): readonly ts.Type[] | null {
  const body = declaration === undefined ? undefined : (declaration as ts.FunctionLikeDeclaration).body
  if (body === undefined) return null
  const returned: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return
    if (ts.isReturnStatement(node) && node.expression !== undefined) returned.push(node.expression)
    ts.forEachChild(node, visit)
  }
  if (ts.isBlock(body)) ts.forEachChild(body, visit)
  else returned.push(body)
  const types = returned.flatMap((each) => answersIn(checker, checker.getTypeAtLocation(each)) ?? [])
  return types.length === 0 ? null : types
}

function isUnknown({ flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) !== 0
}

function pascalOf(operation: string): string {
  return operation
    .split(/[^A-Za-z\d]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
