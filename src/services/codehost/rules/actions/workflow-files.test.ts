import { describe, expect, it } from 'vitest'
import { readWorkflow } from './workflow-files.ts'

const names = (matrix: string, more = ''): string[] | undefined =>
  readWorkflow(`on: push\njobs:\n  a:\n    ${more}\n    strategy: { matrix: ${matrix} }\n`)?.jobs.map(
    ({ name }) => name,
  )

describe('a workflow file', () => {
  it('gives its name, run name and triggers, in every notation', () => {
    expect(readWorkflow('name: N\nrun-name: R\non: push')).toMatchObject({ name: 'N', runName: 'R' })
    const events = (on: string) => Object.keys(readWorkflow(on)?.triggers ?? {})
    expect(events('on: push')).toEqual(['push'])
    expect(events('on: [push, pull_request]')).toEqual(['push', 'pull_request'])
    expect(events('on: { push: , workflow_dispatch: { inputs: {} } }')).toEqual(['push', 'workflow_dispatch'])
    expect(readWorkflow('on: { push: { branches: main, tags-ignore: [1] } }')?.triggers['push']).toMatchObject({
      branches: ['main'],
      branchesIgnore: null,
      tagsIgnore: ['1'],
    })
  })

  it('that is invalid starts nothing', () => {
    for (const text of ['', 'just words', '- a\n- list', 'on: [', '"']) expect(readWorkflow(text)).toBeNull()
    expect(readWorkflow('name: N')).toEqual({ name: 'N', runName: null, triggers: {}, inputs: {}, jobs: [] })
  })

  it('gives the inputs of workflow_dispatch', () => {
    const inputs =
      'a: { required: true }\n      b: { type: choice, options: [x, y] }\n      c: { type: boolean, default: true }\n      d:'
    expect(readWorkflow(`on:\n  workflow_dispatch:\n    inputs:\n      ${inputs}\n`)?.inputs).toEqual({
      a: { required: true, default: null, options: null },
      b: { required: false, default: 'x', options: ['x', 'y'] },
      c: { required: false, default: 'true', options: ['true', 'false'] },
      d: { required: false, default: null, options: null },
    })
  })

  it('has a job for each combination of a matrix, named by its values', () => {
    expect(names('{ os: [linux, mac], node: [20, 22] }')).toEqual([
      'a (linux, 20)',
      'a (linux, 22)',
      'a (mac, 20)',
      'a (mac, 22)',
    ])
    expect(names('{ os: [linux, mac], node: [20], exclude: [{ os: mac }] }')).toEqual(['a (linux, 20)'])
    expect(names('{ os: [linux], include: [{ os: linux, extra: 1 }, { os: mac }] }')).toEqual([
      'a (linux, 1)',
      'a (mac)',
    ])
    expect(names('{ include: [{ x: 1 }, { x: 2 }] }')).toEqual(['a (1)', 'a (2)'])
    expect(names('{ x: [1] }', 'name: Named ${{ matrix.x }}!')).toEqual(['Named 1!'])
    expect(names('{ x: [1] }', 'name: Named')).toEqual(['Named (1)'])
    expect(names('"${{ fromJson(x) }}"')).toEqual(['a'])
  })

  it('has no jobs where a matrix has more than 256 of them, and the limit counts what is left by its exclusions', () => {
    const axis = (length: number) => JSON.stringify(Array.from({ length }, (_, index) => index))
    const plan = (matrix: string) =>
      readWorkflow(`on: push\njobs: { a: { strategy: { matrix: ${matrix} }, runs-on: x }, b: { runs-on: x } }`)
    expect(plan(`{ x: ${axis(16)}, y: ${axis(16)} }`)?.jobs).toHaveLength(257)
    expect(plan(`{ x: ${axis(257)} }`)).toMatchObject({ jobs: [], hasLargeMatrix: true })
    expect(plan(`{ x: ${axis(256)}, include: [{ x: 256 }] }`)).toMatchObject({ hasLargeMatrix: true })
    expect(plan(`{ x: ${axis(257)}, exclude: [{ x: 7 }] }`)?.jobs).toHaveLength(257)
    expect(plan(`{ x: ${axis(100)}, y: ${axis(100)}, z: ${axis(100)} }`)).toMatchObject({ hasLargeMatrix: true })
  })

  it('gives the steps and the labels of a job', () => {
    const text = `on: push
jobs:
  a:
    needs: [b]
    runs-on: { group: g, labels: [x, y] }
    steps:
      - run: one
      - { name: Two, run: two }
      - uses: actions/checkout@v4
  b: { runs-on: x }
  c: not a job
`
    expect(readWorkflow(text)?.jobs).toEqual([
      { key: 'a', name: 'a', needs: ['b'], labels: ['x', 'y'], steps: ['Run one', 'Two', 'Run actions/checkout@v4'] },
      { key: 'b', name: 'b', needs: [], labels: ['x'], steps: [] },
    ])
  })
})
