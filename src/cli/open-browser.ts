import { spawn } from 'node:child_process'

/** The program that opens a URL, by platform. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens a URL in the person's browser; without one it says so. */
export function openBrowser(url: string): void {
  const [program = 'xdg-open', ...args] = OPENERS[process.platform] ?? []
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  child.once('error', () => process.stderr.write(`backlot: no browser could be opened: see ${url}\n`))
  child.unref()
}
