import { realpathSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleNames, filesOfExample } from './example.ts'
import { createProject } from './project.ts'

/** A configuration of the compiler; the examples write theirs as plain JSON. */
interface Configuration {
  readonly compilerOptions: Readonly<Record<string, unknown>>
  readonly include: readonly string[]
}

const examples = exampleNames()
  .map((name) => ({ name, files: filesOfExample(name) }))
  .filter(({ files }) => 'tsconfig.json' in files)
const names = examples.map(({ name }) => name)

// Examples with the same compiler options are one program, which reads the declarations of a package once for all.
const configurations = combined()

const project = createProject(
  Object.fromEntries([
    ...examples.flatMap(({ name, files }) => Object.entries(files).map(([file, text]) => [`${name}/${file}`, text])),
    ...configurations.map((configuration, index) => [`tsconfig.${index}.json`, JSON.stringify(configuration)]),
  ]),
)
afterAll(() => project[Symbol.dispose]())

/** The compiler's output for all configurations, by line. */
let lines: readonly string[] = []

beforeAll(async () => {
  const outputs: string[] = []
  for (const index of configurations.keys()) outputs.push(await check(`tsconfig.${index}.json`))
  lines = outputs.join('\n').split('\n')
}, 300_000)

test.each(names)('the example %s has no type errors', (name) => {
  // The path of a file that has been checked is absolute; a mistake begins with a path below the project.
  expect(lines.some((line) => line.startsWith(`${realpathSync(project.directory)}/${name}/`))).toBe(true)
  const mistakes = lines.filter((line) => line.includes('error TS'))
  const ofOthers = names.filter((other) => other !== name)
  expect(mistakes.filter((line) => !ofOthers.some((other) => line.startsWith(`${other}/`)))).toEqual([])
})

/** Returns a configuration for each set of compiler options that examples have. */
function combined(): readonly Configuration[] {
  const byOptions = new Map<string, Configuration>()
  for (const { name, files } of examples) {
    const { compilerOptions, include } = JSON.parse(files['tsconfig.json'] ?? '') as Configuration // an example's own
    const { plugins: _plugins, incremental: _incremental, ...options } = compilerOptions
    const key = JSON.stringify(options)
    const { include: others = [] } = byOptions.get(key) ?? {}
    const paths = include.map((path) => `${name}/${path}`)
    byOptions.set(key, { compilerOptions: options, include: [...others, ...paths] })
  }
  return [...byOptions.values()]
}

/** Type-checks the files of a configuration. The output has the path of each file and a line for each mistake. */
async function check(configuration: string): Promise<string> {
  const settings = ['--noEmit', '--checkers', '1', '--pretty', 'false', '--listFiles']
  const { code, output } = await project.run('tsgo', ['-p', configuration, ...settings])
  if (code !== 0 && !output.includes('error TS')) throw new Error(`the compiler ended with ${code}:\n${output}`)
  return output
}
