#!/usr/bin/env node
import packageJson from '../package.json' with { type: 'json' }
import { catalog } from '../src/catalog.ts'
import { runDetectCommand } from './detect/command.ts'

async function main(): Promise<void> {
  process.exitCode = await runDetectCommand({
    words: process.argv.slice(2),
    cwd: process.cwd(),
    version: packageJson.version,
    catalog,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
  })
}

void main()
