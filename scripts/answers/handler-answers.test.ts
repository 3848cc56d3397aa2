import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, expect, it } from 'vitest'
import { HandlerAnswers } from './handler-answers.ts'

// One program for all cases: the compiler takes seconds to begin.
const ROUTES = `
declare const written: unique symbol
interface Answer<T = unknown> {
  readonly [written]?: T
  readonly headers: object
  readonly body: string | Uint8Array | null
}
type Handler = (call: { readonly query: string }) => Answer | Promise<Answer>
declare function json<T>(value: T): Answer<T>
declare function anything(): Answer
declare function get(operation: string, handler: Handler | string): void

function silent(): Answer {
  return json(1)
}
function constant(): Answer {
  const answer = silent()
  return answer
}
function several(query: string): Answer {
  if (query === 'text') return { headers: {}, body: 'text' }
  return query === 'one' ? json(1) : json({ id: 1 })
}
function countdown(at: number): Answer {
  return at > 0 ? countdown(at - 1) : json(1)
}

get('by its type', () => json(1))
get('when it waits', async () => json(1))
get('through a function that does not say', () => silent())
get('through a copy', () => ({ ...silent(), headers: {} }))
get('through a constant', () => constant())
get('through a function that calls itself', () => countdown(3))
get('through a promise', () => Promise.resolve().then(() => silent()))
get('several', ({ query }) => several(query))
get('bytes', () => ({ headers: {}, body: new Uint8Array(1) }))
get('anything', () => anything())
get('no handler', 'scope')
export {}
`

const folder = mkdtempSync(join(tmpdir(), 'backlot-answers-'))
const file = join(folder, 'routes.ts')
writeFileSync(file, ROUTES)
const program = ts.createProgram([file], { strict: true, target: ts.ScriptTarget.ES2023 })
const checker = program.getTypeChecker()
const handlers = new HandlerAnswers(checker)
const calls = (program.getSourceFile(file)?.statements ?? []).flatMap((statement) =>
  ts.isExpressionStatement(statement) && ts.isCallExpression(statement.expression) ? [statement.expression] : [],
)

afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the types that a route's answers are written from, as the compiler writes them. */
function answersOf(operation: string): readonly string[] | null | undefined {
  const call = calls.find(({ arguments: [first] }) => first?.getText() === `'${operation}'`)
  if (call === undefined) throw new Error(`no route is named ${operation}`)
  const types = handlers.of(call)
  return types === undefined || types === null ? types : types.map((type) => checker.typeToString(type))
}

it.each([
  'by its type',
  'when it waits',
  'through a function that does not say',
  'through a copy',
  'through a constant',
  'through a function that calls itself',
  'through a promise',
])('finds the answer of a handler %s', (operation) => {
  expect(answersOf(operation)).toEqual(['number'])
})

it('finds all that a handler may answer', () => {
  expect(answersOf('several')).toEqual(['string', 'number', '{ id: number; }'])
})

it('knows bytes as the log does: a text, or none', () => {
  expect(answersOf('bytes')).toEqual(['string', 'null'])
})

it('does not know when one of the answers is anything', () => {
  expect(answersOf('anything')).toBeNull()
})

it('finds no handler among other arguments', () => {
  expect(answersOf('no handler')).toBeUndefined()
})
