// Writes every file that is generated from the list of services in src/registry.ts: `npm run generate`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedFiles } from './generate/files.ts'

const root = process.cwd()
for (const [file, text] of await generatedFiles(root)) {
  const path = join(root, file)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
  writeFileSync(path, text)
  process.stdout.write(`wrote ${file}\n`)
}
