import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it, onTestFinished } from 'vitest'
import { answerTypes } from './answers/answer-types.ts'
import { TypeWriter } from './answers/type-writer.ts'

/** Returns the type of the JSON that a value of this type becomes, with the types that got a name. */
function written(type: string): { readonly text: string; readonly declarations: string } {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-answers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'type.ts')
  writeFileSync(file, `export type Value = ${type}\n`)
  const program = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2023,
  })
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
  ['Record<string, unknown>', '{ [name: string]: JsonValue }'],
  ["{ kind: 'a'; of: number } | { kind: 'b'; of?: undefined }", '{ kind: "a" | "b"; of?: number }'],
])('writes %s as %s', (type, text) => {
  expect(written(type).text).toBe(text)
})

it('names a long type once', () => {
  const long = '{ identifier: number; description: string; createdAt: number }'
  const { text, declarations } = written(`{ first: ${long}; second: ${long} }`)
  expect(text).toBe('{ first: First; second: First }')
  expect(declarations).toBe(`type First = ${long}\n`)
})

it('finds what the operations of oidc-b answer, as the generated file has it', { timeout: 300_000 }, () => {
  const [[file = '', text] = []] = answerTypes(process.cwd(), [{ id: 'oidc-b', sharing: new Map() }])
  expect(text).toBe(readFileSync(file, 'utf8'))
})
