import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { chromiumPath } from '#testkit/chromium.ts'
import { createProject, linkCommand, ownShard } from './project.ts'

// The wizard in small projects of each runner, with the packed package: what it writes has to pass as it is.

const { env } = ownShard(5)

it.each([
  ['vitest', { vitest: '*' }, ['run'], /1 passed/],
  ['jest', { jest: '*' }, [], /1 passed/],
  ['@playwright/test', { '@playwright/test': '*' }, ['test'], /1 passed/],
] as const)('writes a first test of %s that passes', async (runner, devDependencies, parameters, passed) => {
  const manifest = { private: true, dependencies: { stripe: '*' }, devDependencies }
  using project = createProject(
    { 'package.json': JSON.stringify(manifest) },
    { ...env, BACKLOT_CHROMIUM: chromiumPath() },
  )
  linkCommand(project)
  const written = await project.run('backlot', ['setup', '--yes'])
  expect(written.output).toContain('new file backlot.config.yaml')
  expect(written.code).toBe(0)
  expect(readFileSync(join(project.directory, 'backlot.config.yaml'), 'utf8')).toMatch(/^payments:$/m)
  const program = runner === '@playwright/test' ? 'playwright' : runner
  const { output, code } = await project.run(program, parameters)
  expect(output).toMatch(passed)
  expect(code).toBe(0)
  expect(existsSync(join(project.directory, '.backlot'))).toBe(false)
  if (runner !== 'vitest') return
  // The package that npm create backlot installs and runs.
  const creator = join(project.directory, 'node_modules', 'create-backlot')
  cpSync(fileURLToPath(new URL('../../create-backlot', import.meta.url)), creator, { recursive: true })
  const again = await project.run(process.execPath, [join(creator, 'index.js'), '--yes'])
  expect(again.output).toBe('nothing to do: the project is set up\n')
  expect((await project.run('backlot', ['doctor'])).output).toContain('nothing is wrong')
})
