import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiReport } from '../../scripts/api/report.ts'

/** The most that the package may take of a user's disk, in bytes. */
const MOST_BYTES = 12_000_000

test('the package has the files of package-files.txt and no others, once each', { timeout: 60_000 }, () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' })
  const [packed] = JSON.parse(stdout) as [{ files: { path: string }[]; unpackedSize: number }] // of npm
  const files = packed.files.map(({ path }) => path)
  const patterns = readFileSync('test/published/package-files.txt', 'utf8')
    .trim()
    .split('\n')
    .map((each) => new RegExp(each))
  const unknown = files.filter((file) => !patterns.some((pattern) => pattern.test(file)))
  const missing = patterns.filter((pattern) => !files.some((file) => pattern.test(file)))
  expect({ unknown, missing: missing.map(String) }).toEqual({ unknown: [], missing: [] })
  expect(packed.unpackedSize).toBeLessThan(MOST_BYTES)
})

test('the licences of the packages that are bundled, or packed into modules, are shipped', () => {
  const licences = readFileSync('dist/LICENSES.txt', 'utf8')
  for (const name of ['graphql', 'gemoji', '@octokit/graphql-schema']) expect(licences).toContain(`\n${name} `)
})

test('the public types are those of api.txt', { timeout: 60_000 }, () => {
  const [saved, built] = [readFileSync('test/published/api.txt', 'utf8'), apiReport()].map((each) => each.split('\n'))
  const removed = saved?.filter((line) => !built?.includes(line))
  const added = built?.filter((line) => !saved?.includes(line))
  expect({ removed, added }, 'a change that is meant: run npm run api. What is removed breaks users').toEqual({
    removed: [],
    added: [],
  })
})
