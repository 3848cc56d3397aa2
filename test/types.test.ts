import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

// The check takes about twenty seconds of one core: as a test it has the other one beside it.
test('the project has no type errors', { timeout: 600_000 }, async () => {
  const output = await new Promise<string>((resolve) => {
    execFile('npm', ['run', '--silent', 'check:types'], { cwd: ROOT }, (error, stdout, stderr) =>
      resolve(error === null ? '' : stdout + stderr || error.message),
    )
  })
  expect(output).toBe('')
})
