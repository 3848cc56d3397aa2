import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('every promise of SECURITY.md names a test that exists', async () => {
  const text = await readFile('SECURITY.md', 'utf8')
  const promises = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| promise'))
  expect(promises.length).toBeGreaterThan(10)
  for (const promise of promises) {
    const files = [...promise.matchAll(/\]\(([^)]+\.test\.ts)\)/g)].map(([, file = '']) => file)
    expect(files.length, promise).toBeGreaterThan(0)
    for (const file of files) expect(existsSync(file), file).toBe(true)
  }
})
