#!/usr/bin/env node
// `npm create backlot` runs `backlot setup` with the same arguments, in the same folder.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const manifest = fileURLToPath(import.meta.resolve('backlot/package.json'))
const command = [join(dirname(manifest), 'dist', 'cli.js'), 'setup', ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' })
process.exitCode = status ?? 1
