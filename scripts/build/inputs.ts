import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The inputs of the build: folders, without their tests, and single files. */
const FOLDERS = ['src', 'scripts', 'bench']
const FILES = ['package.json', 'package-lock.json', 'mappings.json']

/** Returns a digest of all inputs of the build. It changes when an input does. */
export function digestOfInputs(root: string): string {
  const folders = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|mjs|json)$/.test(file) && !file.endsWith('.test.ts'))
      .map((file) => join(folder, file)),
  )
  const hash = createHash('sha1').update(process.version)
  for (const file of [...folders.toSorted(), ...FILES]) {
    const path = join(root, file)
    if (existsSync(path)) hash.update(`${file}\0`).update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}
