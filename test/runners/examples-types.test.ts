import { dirname, join } from 'node:path'
import ts from 'typescript'
import { afterAll, expect, test } from 'vitest'
import { compilerHost, messageOf } from '../compiler.ts'
import { exampleNames, filesOfExample } from './example.ts'
import { createProject } from './project.ts'

const examples = exampleNames()
  .map((name) => ({ name, files: filesOfExample(name) }))
  .filter(({ files }) => 'tsconfig.json' in files)
const names = examples.map(({ name }) => name)

// All examples are in one project, so that the compiler reads the declarations of a package once for all of them.
const project = createProject(
  Object.fromEntries(
    examples.flatMap(({ name, files }) => Object.entries(files).map(([file, text]) => [`${name}/${file}`, text])),
  ),
)
afterAll(() => project[Symbol.dispose]())

/** Type-checks the examples, those with the same compiler options in one program, and returns the errors by example. */
function check(): ReadonlyMap<string, readonly string[]> {
  const errors = new Map(names.map((name): [string, string[]] => [name, []]))
  const programs = new Map<string, { readonly options: ts.CompilerOptions; readonly files: readonly string[] }>()
  for (const name of names) {
    const { options, fileNames, errors: mistakes } = readConfiguration(join(project.directory, name, 'tsconfig.json'))
    errors.get(name)?.push(...mistakes.map(described))
    const key = JSON.stringify(options)
    const { files: others = [] } = programs.get(key) ?? {}
    programs.set(key, { options, files: [...others, ...fileNames] })
  }
  for (const { options, files } of programs.values()) {
    for (const diagnostic of ts.getPreEmitDiagnostics(ts.createProgram(files, options, compilerHost(options)))) {
      const place = diagnostic.file?.fileName.slice(project.directory.length + 1).split('/')[0] ?? ''
      const list = errors.get(place)
      // An error outside of the examples is one of each example.
      if (list === undefined) for (const each of errors.values()) each.push(described(diagnostic))
      else list.push(described(diagnostic))
    }
  }
  return errors
}

function readConfiguration(file: string): ts.ParsedCommandLine {
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile)
  if (error !== undefined) throw new Error(messageOf(error))
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, dirname(file))
  const { plugins: _plugins, incremental: _incremental, ...options } = parsed.options
  return { ...parsed, options: { ...options, noEmit: true } }
}

/** Writes a mistake with its place below the project. */
function described(diagnostic: ts.Diagnostic): string {
  return `${diagnostic.file?.fileName.slice(project.directory.length + 1) ?? ''}:${messageOf(diagnostic)}`
}

const errors = check()

test.each(names)('the example %s has no type errors', (name) => {
  expect(errors.get(name)).toEqual([])
})
