import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** How long another worker may take to pack, in milliseconds. */
const PATIENCE = 180_000

/**
 * The folder of this package as a user gets it: packed and unpacked, once in a run of the tests, whichever of its workers
 * comes first. BACKLOT_PACKAGE names a folder to use instead.
 */
export function unpackedPackage(): string {
  const given = process.env['BACKLOT_PACKAGE']
  if (given !== undefined && given !== '') return given
  const folder = join(tmpdir(), `backlot-packed-${process.pid}`)
  const ready = join(folder, 'package')
  try {
    mkdirSync(folder)
  } catch {
    awaitFolder(ready)
    return ready
  }
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT, encoding: 'utf8' })
  const tarball = packed.trim().split('\n').at(-1) ?? ''
  const unpacking = join(folder, 'unpacking')
  mkdirSync(unpacking)
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', unpacking])
  renameSync(join(unpacking, 'package'), ready)
  return ready
}

/** Blocks until another worker of this run has packed. */
function awaitFolder(ready: string): void {
  const deadline = Date.now() + PATIENCE
  const nothing = new Int32Array(new SharedArrayBuffer(4))
  while (!existsSync(ready)) {
    if (Date.now() > deadline) throw new Error(`no other worker has packed into ${ready} within ${PATIENCE / 1000} s`)
    Atomics.wait(nothing, 0, 0, 100)
  }
}
