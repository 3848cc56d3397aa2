import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { launch, launchSync, outputSync } from './launch.ts'
import { bundleProgram } from './program.ts'

const WORDS = ['a b', "it's", '"$HOME"', '`a`', 'line\nline', '', '*', '\\', 'ü']
const print = ['-c', 'for word; do printf "<%s>" "$word"; done; cat; echo "$A-$B" >&2; pwd; exit 3', 'sh', ...WORDS]
const options = { cwd: tmpdir(), env: { PATH: process.env['PATH'], A: "x 'y'\n", B: undefined }, input: 'input\n' }

describe.each([
  ['launch', launch],
  ['launchSync', async (...given: Parameters<typeof launchSync>) => launchSync(...given)],
])('%s', (_name, run) => {
  it('gives a program its words, folder, environment and input, and returns how it ended', async () => {
    const { code, stdout, stderr } = await run('sh', print, options)
    expect(code).toBe(3)
    expect(stdout.toString()).toBe(`${WORDS.map((word) => `<${word}>`).join('')}input\n${tmpdir()}\n`)
    expect(stderr.toString()).toBe("x 'y'\n-\n")
  })

  it('passes bytes on as they are', async () => {
    const input = Buffer.from([0, 255, 10, 13, 128])
    expect((await run('cat', [], { input })).stdout).toEqual(input)
  })

  it('tells a program that there is none, and one that a signal ends', async () => {
    expect((await run('backlot-none', [])).code).toBe(127)
    expect((await run('sh', ['-c', 'kill -9 $$'])).code).toBe(137)
  })
})

it('runs several programs at the same time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'launch-'))
  try {
    outputSync('mkfifo', [join(folder, 'pipe')])
    const reader = launch('cat', ['pipe'], { cwd: folder })
    expect((await launch('sh', ['-c', 'echo word >pipe'], { cwd: folder })).code).toBe(0)
    expect((await reader).stdout.toString()).toBe('word\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('throws what a program wrote when it fails', () => {
  expect(() => outputSync('sh', ['-c', 'echo broken >&2; exit 1'])).toThrow('ended with 1: broken')
})

it('leaves no file and no shell when its worker ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'launch-'))
  const file = await bundleProgram(join(import.meta.dirname, 'launch.ts'))
  const source = `
    const { launch, launchSync } = await import(process.argv[1])
    await launch('true', [])
    launchSync('true', [])
    process.kill(process.pid, 'SIGKILL')`
  const env = { ...process.env, TMPDIR: folder }
  expect((await launch(process.execPath, ['--input-type=module', '-e', source, file], { env })).code).toBe(137)
  try {
    // The shells remove their folders when they end.
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]), { timeout: 10_000 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
