import packageJson from '../../package.json' with { type: 'json' }
import { openBrowser } from './open-browser.ts'
import { run } from './run.ts'
import { registry } from '../registry.ts'

async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), {
    cwd: process.cwd(),
    env: process.env,
    version: packageJson.version,
    services: registry,
    isTerminal: process.stdout.isTTY,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    openBrowser,
    stopped: new Promise((resolve) => {
      process.once('SIGINT', resolve)
      process.once('SIGTERM', resolve)
      process.once('SIGHUP', resolve)
    }),
  })
}

void main()
