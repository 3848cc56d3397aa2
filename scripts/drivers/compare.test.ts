import { describe, expect, it } from 'vitest'
import { compareFailures, readReport, type Failure } from './compare.ts'

const failure = (file: string, title = 'fails'): Failure => ({ file, title, message: '' })

describe('a run of the suites', () => {
  const known = {
    'a.js': [
      { count: 1, reason: 'x' },
      { count: 1, reason: 'y' },
    ],
    'b.js': [{ count: 1, reason: 'z' }],
  }

  it('is as known when as many tests of each file fail', () => {
    const failures = [failure('a.js', 'one'), failure('a.js', 'two'), failure('b.js')]
    expect(compareFailures(failures, known, new Set(['a.js', 'b.js', 'c.js']))).toEqual({ worse: [], better: [] })
  })

  it('is worse when more fail, and better when fewer do', () => {
    const failures = [failure('a.js'), failure('c.js')]
    expect(compareFailures(failures, known, new Set(['a.js', 'c.js']))).toEqual({
      worse: [{ file: 'c.js', known: 0, failures: [failure('c.js')] }],
      better: [{ file: 'a.js', known: 2, failures: [failure('a.js')] }],
    })
  })
})

it('a report counts a test once, by the path below the folder of the suite', () => {
  const failed = { file: '/suite/test/a.js', fullTitle: 'it fails', err: { message: 'no\nat x' } }
  const report = {
    stats: { passes: 3, pending: 1 },
    tests: [{ file: '/suite/test/a.js' }, { file: '/suite/test/b.js' }],
    failures: [failed, failed],
  }
  expect(readReport(JSON.stringify(report), '/suite')).toEqual({
    passed: 3,
    skipped: 1,
    failures: [{ file: 'test/a.js', title: 'it fails', message: 'no' }],
    files: new Set(['test/a.js', 'test/b.js']),
  })
})
