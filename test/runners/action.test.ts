import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '#testkit/free-port.ts'
import { createProject, linkCommand, type Project } from './project.ts'

// The steps of action.yml, run as the runner of GitHub does: inputs and the environment of a step are expanded, the
// commands run in bash with `-e -o pipefail`, and the files that GITHUB_ENV and GITHUB_OUTPUT name are read after each.
// https://docs.github.com/actions/sharing-automations/creating-actions/metadata-syntax-for-github-actions

interface Step {
  readonly id?: string
  readonly if?: string
  readonly shell?: string
  readonly run?: string
  readonly uses?: string
  readonly env?: Readonly<Record<string, string>>
  readonly with?: Readonly<Record<string, string>>
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

const action = parse(readFileSync(fileURLToPath(new URL('../../action.yml', import.meta.url)), 'utf8')) as Action // the schema of an action

/** Runs the steps; returns the variables and the outputs that they have set, and the uploads. */
function runAction(project: Project, inputs: Readonly<Record<string, string>>) {
  const values: Record<string, string> = {}
  for (const [name, { default: fallback = '' }] of Object.entries(action.inputs))
    values[name] = inputs[name] ?? fallback
  const [envFile, outputFile] = ['github-env', 'github-output'].map((name) => join(project.directory, name))
  const expanded = (text: string): string =>
    text.replaceAll(/\$\{\{\s*inputs\.([\w-]+)\s*\}\}/g, (_all, name: string) => values[name] ?? '')
  const variables: Record<string, string> = {}
  const uploads: Readonly<Record<string, string>>[] = []
  let [failed, output] = [false, '']
  for (const step of action.runs.steps) {
    if (!applies(step.if, values, failed)) continue
    if (step.uses !== undefined) {
      uploads.push(Object.fromEntries(Object.entries(step.with ?? {}).map(([name, text]) => [name, expanded(text)])))
      continue
    }
    expect(step.shell).toBe('bash')
    for (const file of [envFile, outputFile]) writeFileSync(file ?? '', '')
    const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, expanded(text)])
    const ended = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', expanded(step.run ?? '')], {
      cwd: project.directory,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        HOME: project.directory,
        RUNNER_TEMP: project.directory,
        GITHUB_ENV: envFile,
        GITHUB_OUTPUT: outputFile,
        ...variables,
        ...Object.fromEntries(own),
      },
    })
    output += ended.stdout + ended.stderr
    Object.assign(variables, readVariables(readFileSync(envFile ?? '', 'utf8')))
    if (step.id === 'start') values['url'] = readVariables(readFileSync(outputFile ?? '', 'utf8'))['url'] ?? ''
    failed ||= ended.status !== 0
  }
  const { BACKLOT_PID: pid } = variables
  if (pid !== undefined) onTestFinished(() => void process.kill(Number(pid), 'SIGTERM'))
  return { variables, url: values['url'], uploads, failed, output }
}

/** Evaluates the condition of a step: texts compared with inputs, and failure(). */
function applies(condition: string | undefined, values: Readonly<Record<string, string>>, failed: boolean): boolean {
  if (condition === undefined) return !failed
  const parts = condition.replace(/^\$\{\{\s*(.*?)\s*\}\}$/, '$1').split(' && ')
  const holds = parts.every((part) => {
    const [, name = ''] = /^inputs\.([\w-]+) != ''$/.exec(part) ?? []
    return part === 'failure()' ? failed : values[name] !== ''
  })
  return holds && (parts.includes('failure()') || !failed)
}

/** Reads a file of variables: `NAME=value`, or several lines up to a delimiter. */
function readVariables(text: string): Record<string, string> {
  const found = text.matchAll(/^(\w+)(?:=(.*)|<<(\w+)\n([^]*?)\n\3)$/gm)
  return Object.fromEntries(Array.from(found, ([, name = '', value, , lines]) => [name, value ?? lines ?? '']))
}

it('starts the services, waits until they answer, and passes their variables to later steps', async () => {
  using project = createProject({ 'package.json': '{}' })
  linkCommand(project)
  const port = String(await freePort())
  const { variables, url, uploads, failed, output } = runAction(project, { port, service: 'payments,auth-saas' })
  expect([failed, output]).toEqual([false, ''])
  expect(url).toBe(`http://localhost:${port}`)
  expect(variables).toMatchObject({
    STRIPE_API_BASE: `${url}/payments`,
    STRIPE_SECRET_KEY: 'sk_test_backlot',
    BACKLOT_REPORT: 'html',
  })
  expect(variables['CLERK_JWT_KEY']).toMatch(/^-----BEGIN PUBLIC KEY-----\n[^]+-----END PUBLIC KEY-----$/)
  const answer = await fetch(`${variables['STRIPE_API_BASE']}/v1/customers`, {
    headers: { authorization: `Bearer ${variables['STRIPE_SECRET_KEY']}` },
  })
  expect(answer.status).toBe(200)
  expect(uploads).toEqual([])
})

it('runs the tests with the variables, and uploads the reports when they fail', async () => {
  using project = createProject({ 'package.json': '{}' })
  linkCommand(project)
  const port = String(await freePort())
  const run = 'test -n "$STRIPE_SECRET_KEY" && echo "key $STRIPE_SECRET_KEY" && exit 3'
  const { failed, output, uploads } = runAction(project, { port, service: 'payments', run })
  expect(failed).toBe(true)
  expect(output).toContain('key sk_test_backlot')
  expect(uploads).toMatchObject([{ name: 'backlot-reports', path: './.backlot/reports' }])
})

it('fails with the reason when the services cannot start', async () => {
  using project = createProject({ 'package.json': '{}', 'backlot.config.yaml': 'payments: { customer: [] }\n' })
  linkCommand(project)
  const { failed, output } = runAction(project, { port: String(await freePort()), service: 'payments' })
  expect(failed).toBe(true)
  expect(output).toContain('payments.customer: unknown key')
})
