import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { copyExample, expectPassed } from './example.ts'
import { linkCommand, ownShard } from './project.ts'

const { env } = ownShard(3)

describe('the examples', { timeout: 300_000 }, () => {
  test.each([
    ['open issues', 'vitest', '7 passed'],
    ['answer as an agent in a thread', 'agent', '4 passed'],
    ['answer an issue as a GitHub App', 'probot', '5 passed'],
    ['deploy a preview', 'deploy-preview', '7 passed'],
    ['follow a subscription for a year', 'subscription', '2 passed'],
    ['charge an order once', 'double-charge', '2 passed'],
    ['place orders in transactions', 'orders', '6 passed'],
    ['work on uploads', 'upload-worker', '8 passed'],
    ['release what was pushed', 'release-bot', '3 passed'],
    ['serve an API of their own', 'custom-service', '2 passed'],
  ])('%s under Vitest', async (_what, name, passed) => {
    using project = copyExample(name, env)
    expectPassed(await project.run('vitest', ['run']), passed)
  })

  // The tests of the doctor read all examples. Here is its program, in a project as npm makes it.
  test('have nothing that the doctor finds wrong', async () => {
    using project = copyExample('vitest', env)
    linkCommand(project)
    expect(await project.run('backlot', ['doctor'])).toMatchObject({ code: 0, output: 'nothing is wrong\n' })
  })

  test('open issues under Jest', async () => {
    using project = copyExample('jest', env)
    const ended = await project.run('jest', [], { NODE_OPTIONS: '--experimental-vm-modules' })
    expectPassed(ended, 'Tests:       4 passed, 4 total')
  })

  test('leave a report under Jest for a test that fails', async () => {
    using project = copyExample('jest', env)
    const broken = 'export const openIssues = () => fetch(`${process.env.GITHUB_API_URL}/repos/ada/none`)'
    writeFileSync(join(project.directory, 'src/open-issues.js'), broken)
    const { code, output } = await project.run('jest', [], { NODE_OPTIONS: '--experimental-vm-modules' })
    expect(code).toBe(1)
    const [, report = ''] = /the report of this test is (\S+\.html)/.exec(output) ?? []
    expect(readFileSync(join(project.directory, report), 'utf8')).toContain('opens an issue with the label')
  })

  test('serve a Hono application of their own, for tests and for a person', async () => {
    using project = copyExample('hono-service', env)
    expectPassed(await project.run('vitest', ['run']), '3 passed')
    const bundle = ['--bundle', '--packages=external', '--platform=node', '--format=esm', '--outfile=dist/serve.js']
    expect(await project.run('esbuild', ['src/serve.ts', ...bundle])).toMatchObject({ code: 0 })
    const served = project.start(process.execPath, ['dist/serve.js'], { PORT: '0' })
    const [url] = await served.until(/http:\/\/localhost:\d+\/rooms/)
    expect(await (await fetch(url)).json()).toEqual([
      { id: 'Attic', by: null },
      { id: 'Cellar', by: null },
    ])
    served.kill('SIGTERM')
    await served.ended
  })
})
