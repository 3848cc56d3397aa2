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
