import { readdirSync } from 'node:fs'

/** Returns the files with tests below a directory, sorted, as paths from it. */
export function testFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .sort()
}
