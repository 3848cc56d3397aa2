// Writes the JSON Schema of seeds to the path given.
import { writeFileSync } from 'node:fs'
import { seedJsonSchema } from './generate/seed-schema.ts'

const [, , path] = process.argv
if (path === undefined) throw new Error('build-schema: give the path to write to')
writeFileSync(path, `${JSON.stringify(await seedJsonSchema())}\n`)
