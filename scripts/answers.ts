// Writes the types of the answers of operations, from their handlers: `npm run answers`, or for one service
// `npm run answers -- codehost`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { registry } from '../src/registry.ts'
import { answerTypes } from './answers/answer-types.ts'

const named = process.argv.slice(2)
const ids = registry.map(({ id }) => id).filter((id) => named.length === 0 || named.includes(id))
for (const [file, text] of answerTypes(process.cwd(), ids)) {
  writeFileSync(join(process.cwd(), file), text)
  process.stdout.write(`wrote ${file}\n`)
}
