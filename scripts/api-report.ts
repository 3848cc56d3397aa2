// Writes the report of the public types, after a change of them that is meant. `npm run api`
import { writeFileSync } from 'node:fs'
import { apiReport } from './api/report.ts'

writeFileSync('test/published/api.txt', apiReport())
