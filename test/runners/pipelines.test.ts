import { spawn } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '#testkit/free-port.ts'
import { createProject, linkCommand, type Project } from './project.ts'

// The pipelines of docs/ci.md, run as the runners of GitLab and CircleCI do, but for the installation of the packages.
// GitLab: all lines of a job are one script. CircleCI: each step is a shell of its own, which first reads the file that
// BASH_ENV names, and a step in the background runs beside those that follow.
// https://docs.gitlab.com/runner/shells/ https://circleci.com/docs/guides/orchestrate/using-shell-scripts/

const page = readFileSync(fileURLToPath(new URL('../../docs/ci.md', import.meta.url)), 'utf8')

/** Returns the pipeline below a heading of the page, with another port. */
function pipelineOf(heading: string, port: number): unknown {
  const [, text = ''] = new RegExp(`^## ${heading}\\n\\n\`\`\`yml\\n([^]*?)^\`\`\``, 'm').exec(page) ?? []
  return parse(text.replaceAll('--one-port 4000', `--one-port ${port}`))
}

/** The output of the project's tests. */
const SPOKEN = 'payments answered 200'

/** A project whose tests call payments with the variables that they find. */
function projectOfUser(): Project {
  const project = createProject({
    'package.json': '{ "type": "module", "private": true, "scripts": { "test": "node test.js" } }',
    'test.js': `
      const { STRIPE_API_BASE: base, STRIPE_SECRET_KEY: key } = process.env
      const { status } = await fetch(base + '/v1/customers', { headers: { authorization: 'Bearer ' + key } })
      console.log('payments answered ' + status)
    `,
    'bin/npm': '#!/bin/sh\n[ "$1" = ci ] && exit\nPATH=${PATH#*:} exec npm "$@"\n',
  })
  linkCommand(project)
  chmodSync(join(project.directory, 'bin', 'npm'), 0o755)
  onTestFinished(() => project[Symbol.dispose]())
  return project
}

/** Runs commands in bash. They end with the test, and whatever they have started does. */
function bash(
  { directory }: Project,
  commands: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn('bash', ['-eo', 'pipefail', '-c', commands], {
    cwd: directory,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: `${join(directory, 'bin')}:${process.env['PATH']}`, HOME: directory, ...env },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  onTestFinished(() => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    } catch {
      // All of them have ended.
    }
  })
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve({ code, output }))
  })
}

// Each starts six programs, one after another.
describe('the pipeline of the documentation', { timeout: 60_000 }, () => {
  it('runs the tests with the variables of the services at GitLab', async () => {
    const { test } = pipelineOf('GitLab', await freePort()) as { test: { script: readonly string[] } } // its own keys
    const { code, output } = await bash(projectOfUser(), test.script.join('\n'))
    expect(output).toContain(SPOKEN)
    expect(code).toBe(0)
  })

  it('runs the tests with the variables of the services at CircleCI', async () => {
    type Command = string | { readonly command: string; readonly background?: boolean }
    const { jobs } = pipelineOf('CircleCI', await freePort()) as {
      jobs: { test: { steps: readonly (string | { readonly run?: Command })[] } }
    } // its own keys
    const project = projectOfUser()
    const env = { BASH_ENV: join(project.directory, 'bash-env') }
    writeFileSync(env.BASH_ENV, '')
    const outputs: string[] = []
    for (const step of jobs.test.steps) {
      const run = typeof step === 'string' ? undefined : step.run
      if (run === undefined) continue
      const { command, background = false } = typeof run === 'string' ? { command: run } : run
      // A step follows the one before, unless that runs in the background.
      const ended = bash(project, command, env)
      if (background) continue
      const { code, output } = await ended
      expect([code, output]).toEqual([0, output])
      outputs.push(output)
    }
    expect(outputs.at(-1)).toContain(SPOKEN)
  })
})
