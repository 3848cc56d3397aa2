import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Creates a project with these files, the built package and the packages of this one. Returns its folder. */
export function createProject(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-bench-'))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, 'backlot'), { recursive: true })
  for (const name of readdirSync('node_modules')) {
    const isHidden = name.startsWith('.') && name !== '.bin'
    if (!isHidden && !existsSync(join(modules, name))) symlinkSync(resolve('node_modules', name), join(modules, name))
  }
  for (const part of ['package.json', 'dist']) cpSync(part, join(modules, 'backlot', part), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
