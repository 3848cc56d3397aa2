import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it, onTestFinished } from 'vitest'
import { routesOf } from '#core/service-routes.ts'
import { resolveService } from '../src/find-service.ts'
import { registry, type ServiceId } from '../src/registry.ts'
import { answerTypes } from './answers/answer-types.ts'
import { TypeWriter } from './answers/type-writer.ts'

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2023,
  types: [], // by default those of every package that is installed
}

const sources = new Map<string, ts.SourceFile | undefined>()

/** Returns a program of one file. The files of the language, which all programs have, are read once. */
function programOf(file: string): ts.Program {
  const host = ts.createCompilerHost(OPTIONS)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (name, ...rest) => {
    if (name === file) return read(name, ...rest)
    if (!sources.has(name)) sources.set(name, read(name, ...rest))
    return sources.get(name)
  }
  return ts.createProgram([file], OPTIONS, host)
}

/** Returns the type of the JSON that a value of this type becomes, with the types that got a name. */
function written(type: string): { readonly text: string; readonly declarations: string } {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-answers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'type.ts')
  writeFileSync(file, `export type Value = ${type}\n`)
  const program = programOf(file)
  const checker = program.getTypeChecker()
  const [statement] = program.getSourceFile(file)?.statements ?? []
  if (statement === undefined) throw new Error('the file has no type')
  const writer = new TypeWriter(checker)
  const text = writer.write(checker.getTypeAtLocation(statement), 'Value')
  return { text, declarations: writer.declarations.join('') }
}

it.each([
  ['Date', 'string'],
  ['readonly (number | null)[]', '(number | null)[]'],
  ["'b' | 'a' | undefined | null", '"a" | "b" | null'],
  ['{ id: number; at?: Date; call(): void; gone: undefined }', '{ id: number; at?: string }'],
  ['string & { readonly brand: true }', 'string'],
  ['{ toJSON(): boolean }', 'boolean'],
  ['unknown', 'JsonValue'],
  ['{ none: never[] }', '{ none: never[] }'],
  ['Record<string, unknown>', '{ [name: string]: JsonValue }'],
  ["{ kind: 'a'; of: number } | { kind: 'b'; of?: undefined }", '{ kind: "a" | "b"; of?: number }'],
])('writes %s as %s', (type, text) => {
  expect(written(type).text).toBe(text)
})

it('lets an object have further members that is written with those of a record', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-answers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'value.ts')
  writeFileSync(
    file,
    `declare const more: Record<string, unknown>
declare const named: { a: number }
export const values = [{ ...more, id: 1 }, { ...named, id: 1 }] as const\n`,
  )
  const program = programOf(file)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const values = source === undefined ? undefined : checker.getSymbolAtLocation(source)?.exports?.get('values' as never)
  if (values === undefined) throw new Error('the file exports no values')
  const parts = checker.getTypeArguments(checker.getTypeOfSymbol(values) as ts.TypeReference) // a tuple is one
  const writer = new TypeWriter(checker)
  expect(parts.map((part) => writer.write(part, 'Value'))).toEqual([
    '{ id: 1; [name: string]: JsonValue | undefined }',
    '{ id: 1; a: number }',
  ])
})

it('names a long type once', () => {
  const long = '{ identifier: number; description: string; createdAt: number }'
  const { text, declarations } = written(`{ first: ${long}; second: ${long} }`)
  expect(text).toBe('{ first: First; second: First }')
  expect(declarations).toBe(`type First = ${long}\n`)
})

it('finds what the operations of oidc-b answer, as the generated file has it', { timeout: 300_000 }, () => {
  const [[file = '', text] = []] = answerTypes(process.cwd(), [{ id: 'oidc-b', sharing: new Map(), within: new Map() }])
  expect(text).toBe(readFileSync(file, 'utf8'))
})

/** The operations that refuse every call: what they answer is the vendor's error. docs/recipes.md names them. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  chat: [
    'stars.add',
    'stars.list',
    'stars.remove',
    'files.upload',
    'rtm.connect',
    'rtm.start',
    'workflows.stepCompleted',
    'workflows.stepFailed',
    'workflows.updateStep',
  ],
  cloud: ['sts:DecodeAuthorizationMessage'],
  codehost: [
    'issues/approve-suggestion',
    'issues/dismiss-suggestion',
    'actions/get-custom-image-for-org',
    'actions/delete-custom-image-from-org',
    'actions/list-custom-image-versions-for-org',
    'actions/get-custom-image-version-for-org',
    'actions/delete-custom-image-version-from-org',
    'secret-scanning/create-push-protection-bypass',
  ],
  'auth-saas': ['frontend/getWebAuthnOrigins'],
  docdb: ['dataApi', 'dataApiBeta'].flatMap((prefix) =>
    [
      'findOneAndUpdate',
      'findOneAndReplace',
      'findOneAndDelete',
      'bulkWrite',
      'count',
      'countDocuments',
      'distinct',
    ].map((action) => `${prefix}_${action}`),
  ),
}

it.each(registry.map(({ id }) => id))('knows what every operation of %s answers, unless it refuses all', async (id) => {
  const { routes, carried } = await routesOf(await resolveService(id as ServiceId)) // the ids are those of the registry
  const operations = new Set([...routes.map(({ operation }) => operation), ...((await carried?.ids()) ?? [])])
  const text = readFileSync(join(process.cwd(), `src/services/${id}/answer-types.generated.ts`), 'utf8')
  const typed = new Set([...text.matchAll(/^ {2}'(.+?)': /gm)].map(([, operation]) => operation))
  const untyped = [...operations].filter((operation) => !typed.has(operation))
  expect(untyped, 'run npm run answers; write the handler so that its answer says what it is written from').toEqual(
    REFUSED[id] ?? [],
  )
})
