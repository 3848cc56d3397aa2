// Writes the JSON Schema of seeds, and the facts about the starter seeds, to the paths given.
import { writeFileSync } from 'node:fs'
import { starterFacts } from './build/starter-facts.ts'
import { seedJsonSchema } from './generate/seed-schema.ts'

const [, , path, factsPath] = process.argv
if (path === undefined || factsPath === undefined) throw new Error('build-schema: give the two paths to write to')
writeFileSync(factsPath, JSON.stringify(await starterFacts()))
writeFileSync(path, `${JSON.stringify(await seedJsonSchema())}\n`)
