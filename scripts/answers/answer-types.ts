import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { pascalCase } from '../generate/names.ts'
import { HandlerAnswers } from './handler-answers.ts'
import { TypeWriter } from './type-writer.ts'

const HEADER = `// Written by npm run answers from what the handlers of the operations answer. Do not edit.
import type { JsonValue } from '#core/calls/received-call.ts'
`

/** A service, and those of its operations that share a handler. */
export interface ServiceOperations {
  readonly id: string
  /** All operations with the handler of an operation, by its id. */
  readonly sharing: ReadonlyMap<string, readonly string[]>
  /** The operations that are within the bodies of others, each with the operation of that body. */
  readonly within: ReadonlyMap<string, string>
}

/**
 * Returns the files with the types of the answers of services: of each operation whose handler says what it answers,
 * the type of the JSON that it becomes. It needs the compiler, and takes half a minute of processor time.
 */
export function answerTypes(root: string, services: readonly ServiceOperations[]): ReadonlyMap<string, string> {
  const files = services.flatMap(({ id }) => routeFiles(root, id))
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const program = ts.createProgram(files, { ...options, noEmit: true })
  const found = services.map((service): [string, string] => [
    `src/services/${service.id}/answer-types.generated.ts`,
    moduleOf(program, root, service, operationsOf(root, service.id)),
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

/** The types of the answers of a route; null where its handler does not say them. */
type Answered = readonly ts.Type[] | null

function moduleOf(
  program: ts.Program,
  root: string,
  { id, sharing, within }: ServiceOperations,
  operations: ReadonlySet<string>,
): string {
  const checker = program.getTypeChecker()
  const writer = new TypeWriter(checker)
  const handlers = new HandlerAnswers(checker)
  const answers = new Map<string, readonly Answered[]>()
  const composed: { readonly ids: RegExp; readonly types: Answered }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const ids = operationsIn(checker, node)
      const known = ids instanceof RegExp ? [] : ids.filter((each) => operations.has(each))
      const types = ids instanceof RegExp || known.length > 0 ? handlers.of(node) : undefined
      if (types !== undefined && ids instanceof RegExp) composed.push({ ids, types })
      if (types !== undefined) for (const each of known) answers.set(each, [...(answers.get(each) ?? []), types])
    }
    ts.forEachChild(node, visit)
  }
  const folder = join(root, 'src/services', id)
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${folder}/`))
  for (const file of files.toSorted((left, right) => (left.fileName < right.fileName ? -1 : 1))) visit(file)
  const texts = new Map<string, string | null>()
  for (const operation of operations) {
    const [known] = [operation, ...(sharing.get(operation) ?? [])].flatMap((each) => {
      const found = answers.get(each)
      return found === undefined ? [] : [found]
    })
    // An operation with several routes may answer what each of them answers.
    const routes = known ?? closest(composed, operation)
    const types = routes.some((each) => each === null) ? [] : routes.flatMap((each) => each ?? [])
    texts.set(operation, textOf(writer, types, pascalOf(operation)))
  }
  const members = [...operations].flatMap((operation) => {
    const text = texts.get(within.get(operation) ?? operation) ?? null
    return text === null ? [] : [`  '${operation}': ${text}\n`]
  })
  return `${HEADER}
${writer.declarations.join('')}
/** The answers of the operations of ${id}, as far as their handlers say what they answer. */
export interface ${pascalCase(id)}Answers {
${members.join('')}}
`
}

/** Returns the types of the route whose pattern says most about an operation; none where two say as much. */
function closest(
  composed: readonly { readonly ids: RegExp; readonly types: Answered }[],
  operation: string,
): readonly Answered[] {
  const fitting = composed.filter(({ ids }) => ids.test(operation))
  const lengthOf = ({ source }: RegExp): number => source.replaceAll('.*', '').length
  const longest = Math.max(...fitting.map(({ ids }) => lengthOf(ids)))
  const found = fitting.filter(({ ids }) => lengthOf(ids) === longest).map(({ types }) => types)
  return found.length === 1 ? found : []
}

/**
 * Returns the ids of the operations that the first argument of a call names: the texts that its type allows, those that
 * a list of names in the same file has under this name, those that the function is called with of which it is a
 * parameter, or, for an id that is put together, a pattern; none for another argument.
 */
function operationsIn(checker: ts.TypeChecker, { arguments: [first] }: ts.CallExpression): readonly string[] | RegExp {
  if (first === undefined) return []
  const type = checker.getTypeAtLocation(first)
  const texts = (type.isUnion() ? type.types : [type]).flatMap((each) => (each.isStringLiteral() ? [each.value] : []))
  if (texts.length > 0) return texts
  if (ts.isIdentifier(first)) return textsGiven(checker, first)
  if (ts.isPropertyAccessExpression(first)) return textsNamed(first.getSourceFile(), first.name.text)
  if (ts.isTemplateExpression(first)) {
    const parts = [first.head, ...first.templateSpans.map(({ literal }) => literal)].map(({ text }) => text)
    return pattern(parts.map(asPattern).join('.*'))
  }
  if (!ts.isCallExpression(first)) return []
  const [inner] = first.arguments
  return inner !== undefined && ts.isStringLiteralLike(inner)
    ? pattern(`(?:.*/)?${asPattern(inner.text)}(?:[A-Z].*)?`)
    : []
}

/** Returns the texts that calls in the same file give for a parameter of a function. */
function textsGiven(checker: ts.TypeChecker, name: ts.Identifier): readonly string[] {
  const parameter = checker.getSymbolAtLocation(name)?.valueDeclaration
  if (parameter === undefined || !ts.isParameter(parameter) || !ts.isFunctionDeclaration(parameter.parent)) return []
  const { name: called, parameters } = parameter.parent
  const at = parameters.indexOf(parameter)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === called?.text) {
      const argument = node.arguments[at]
      if (argument !== undefined && ts.isStringLiteralLike(argument)) found.push(argument.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(name.getSourceFile())
  return found
}

/** Returns the texts that objects of a file have under a name. */
function textsNamed(file: ts.SourceFile, name: string): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === name && ts.isStringLiteralLike(node.initializer)) {
      found.push(node.initializer.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Returns a text as the part of a pattern that matches it alone. */
function asPattern(text: string): string {
  return text.replaceAll(/[^\w/]/g, String.raw`\$&`)
}

function pattern(text: string): RegExp {
  return new RegExp(`^${text}$`)
}

function textOf(writer: TypeWriter, types: readonly ts.Type[], hint: string): string | null {
  const texts = [...new Set(types.map((each) => writer.write(each, hint)))]
  const text = texts
    .filter((each) => each !== 'undefined')
    .toSorted()
    .join(' | ')
  return text === '' || (/\bJsonValue\b/.test(text) && /^\(?JsonValue/.test(text)) ? null : text
}

function pascalOf(operation: string): string {
  return operation
    .split(/[^A-Za-z\d]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
