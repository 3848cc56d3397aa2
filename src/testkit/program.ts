import { spawn, type ChildProcess } from 'node:child_process'
import { basename, resolve } from 'node:path'
import { build } from 'esbuild'

/**
 * Bundles a TypeScript program of this project for Node.js, and returns the path of the file. Packages are not bundled.
 */
export async function bundleProgram(source: string): Promise<string> {
  const outfile = resolve('node_modules/.cache/backlot/tests', `${basename(source, '.ts')}-${process.pid}.mjs`)
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  })
  return outfile
}

/** A program that runs in a process of its own. */
export interface RunningProgram {
  readonly process: ChildProcess
  /** Resolves with the next line of its standard output; rejects when it ends before. */
  line(): Promise<string>
  /** Resolves with all lines that it has printed, once it has ended. */
  readonly ended: Promise<readonly string[]>
}

/** Runs a bundled program. */
export function runProgram(file: string, args: readonly string[], env: Record<string, string> = {}): RunningProgram {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  let read = 0
  let rest = ''
  const wake: (() => void)[] = []
  let isOver = false
  const announce = (): void => {
    for (const each of wake.splice(0)) each()
  }
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    announce()
  })
  const ended = new Promise<readonly string[]>((done) => {
    child.on('close', () => {
      isOver = true
      announce()
      done(lines)
    })
  })
  return {
    process: child,
    ended,
    async line() {
      while (read >= lines.length) {
        if (isOver) throw new Error(`${basename(file)} ended after ${lines.length} lines`)
        // Each turn waits for the next output.
        await new Promise<void>((resolve) => wake.push(resolve))
      }
      return lines[read++] ?? ''
    },
  }
}
