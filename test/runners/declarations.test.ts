import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { compilerHost, messageOf } from '../compiler.ts'
import { unpackedPackage } from './package.ts'
import { createProject, type Project } from './project.ts'

/** The most types that an import of one fixture may add to a program. */
const MOST_TYPES = 21_000

/** A program that uses built-in and custom service definitions, with its expectations of their types. */
const DEFINITIONS = `
import * as v from 'valibot'
import { collection, createEmulator, defineService, routesFor, json, jsonErrors, type CallOf, type ContextOf, type Emulator } from 'backlot'
import { codehost } from 'backlot/services/codehost'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_first: A, _second: B, agrees: Same<A, B>) => agrees
declare const byId: Emulator<'codehost'>

const collections = { notes: collection<{ readonly id: number; readonly text: string }>()({}) }
const route = routesFor<CallOf<typeof collections, { readonly name: string }>>()
const notes = defineService({
  id: 'notes',
  port: 4100,
  title: 'Notes',
  seed: v.strictObject({ notes: v.optional(v.array(v.string()), []) }),
  starter: 'notes: []',
  collections,
  applySeed: ({ rows }, section) => section.notes.forEach((text) => rows.notes.insert({ text })),
  authenticate: () => null,
  dialect: jsonErrors,
  routes: [route.get('notes/list', '/notes', ({ rows }) => json(rows.notes.all()))],
  commands: { count: ({ rows }: ContextOf<typeof collections>) => rows.notes.all().length },
  env: (url) => ({ NOTES_URL: url }),
})

export async function use() {
  const own = await createEmulator({ service: notes, seed: { notes: { notes: ['one'] } } })
  const count: number = own.count()
  const id: 'notes' = own.service
  // @ts-expect-error a note is text
  await createEmulator({ service: notes, seed: { notes: { notes: [1] } } })
  same(await createEmulator({ service: codehost }), byId, true)
  same(await createEmulator({ service: 'codehost' }), byId, true)
  const { token } = byId.signIn({ login: 'octocat' })
  // @ts-expect-error a seed has no such key
  await createEmulator({ service: codehost, seed: { codehost: { usrs: [] } } })
  return [count, id, token]
}
`

const COMPILER_OPTIONS = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM'],
  module: 'node16',
  strict: true,
  noEmit: true,
  types: ['node'],
}

/** Returns the number of types in a program of one file, and the compiler's errors in backlot's declarations. */
function typesIn(text: string): { readonly count: number; readonly errors: readonly string[] } {
  using project = createProject({ 'program.ts': text })
  const { directory } = project
  const { options, errors: mistakes } = ts.convertCompilerOptionsFromJson(
    { ...COMPILER_OPTIONS, skipLibCheck: false },
    directory,
  )
  const program = ts.createProgram([join(directory, 'program.ts')], options, compilerHost(options))
  // The declarations of the runners have errors when libraries are checked. They are linked, and so lie elsewhere.
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(directory))
  const found = own.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ])
  const errors = [...mistakes, ...program.getGlobalDiagnostics(), ...found]
  return {
    count: program.getTypeCount(),
    errors: errors.map((each) => `${each.file?.fileName.slice(directory.length + 1)}:${messageOf(each)}`),
  }
}

describe('the published declarations', { timeout: 240_000 }, () => {
  test.each([
    ['vitest', 'vitest'],
    ['playwright', '@playwright/test'],
  ])(`add at most ${MOST_TYPES} types with a fixture of %s, and have no errors`, (runner, module) => {
    const use = `import { test } from '${module}'\ntest.extend({})\n`
    const without = typesIn(use)
    const fixture = typesIn(
      `${use}import { codehostFixture } from 'backlot/${runner}'\nexport const fixtures = codehostFixture\n`,
    )
    expect(fixture.errors).toEqual([])
    expect(fixture.count - without.count).toBeGreaterThan(0)
    expect(fixture.count - without.count).toBeLessThanOrEqual(MOST_TYPES)
  })

  test('give exact types for definitions, built in and of one’s own, and have no errors', () => {
    expect(typesIn(DEFINITIONS).errors).toEqual([])
  })

  test('say nothing of the rows and routes of a built-in service', () => {
    const text = readFileSync(join(unpackedPackage(), 'dist/types/services/codehost/index.d.cts'), 'utf8')
    expect(text).toContain("export declare const codehost: BuiltInService<'codehost'>")
    expect(text.length).toBeLessThan(1000)
  })

  test('are published once: a module’s declarations only name those of the tree', () => {
    const dist = join(unpackedPackage(), 'dist')
    const outside = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.d\.c?ts$/.test(file) && !file.startsWith('types'),
    )
    expect(outside).toContain('index.d.ts')
    expect(outside.filter((file) => readFileSync(join(dist, file), 'utf8').length > 1500)).toEqual([])
  })

  test('serve a CommonJS project', async () => {
    using project: Project = createProject({
      'package.json': '{ "private": true }\n',
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...COMPILER_OPTIONS, skipLibCheck: true },
        include: ['*.ts'],
      }),
      'program.ts': `
        import { createEmulator } from 'backlot'
        import { codehost } from 'backlot/services/codehost'
        import { backlot, codehostFixture, emulatorFixture } from 'backlot/vitest'
        import { codehostFixture as fixtures } from 'backlot/playwright'
        import { withEmulators } from 'backlot/jest'
        export const all = [createEmulator({ service: codehost }), backlot(), codehostFixture, emulatorFixture('mail'), fixtures, withEmulators]`,
    })
    expect(await project.run('tsc')).toMatchObject({ output: '', code: 0 })
  })
})
