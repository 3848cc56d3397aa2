import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registry } from '../src/registry.ts'

// Every file of a user's tests starts a process that loads backlot: packages that few of them need must not be loaded
// with it. Here none can be.

const root = fileURLToPath(new URL('..', import.meta.url))
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-alone-'))
  cpSync(join(root, 'dist'), folder, { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

function run(program: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder, encoding: 'utf8' })
}

it.each(['index.js', 'adapter/index.js', 'intercept/register.js', 'cli.js'])('%s loads no other package', (entry) => {
  expect(run(`process.argv = ['node', 'backlot', '--version']; await import('./${entry}')`)).toMatch(/^[\d.\n]*$/)
})

it.each(registry.map(({ id }) => id))('%s starts, is intercepted and is reset without other packages', (service) => {
  const program = `
    import { createEmulator, interceptHosts } from './index.js'
    const emulator = await createEmulator({ service: '${service}', port: 0, hosts: 'real' })
    const intercepted = interceptHosts([emulator])
    emulator.reset()
    intercepted.close()
    await emulator.close()
    console.log('ended')`
  expect(run(program)).toBe('ended\n')
})

// The services of most test files sleep, and a file waits for all that it loads.
it.each(['vitest/index.js', 'jest/index.js', 'playwright/index.js'])(
  '%s loads nothing of what makes an instance',
  (entry) => {
    const loaded = run(`
      const { createRequire } = await import('node:module')
      const { readFileSync } = await import('node:fs')
      await import('${join(root, 'dist', entry)}')
      const files = Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes('/dist/chunks/'))
      console.log(files.map((file) => readFileSync(file, 'utf8')).join(''))`)
    expect(loaded).toContain('function acquire(')
    expect(loaded).not.toContain('function respondToNode(')
    expect(loaded.length).toBeLessThan(200_000)
  },
)
