import { registry } from '../registry.ts'
import type { Surroundings } from './surroundings.ts'

/** The surroundings of a command in a test, with the texts that it has written. */
export function recordingSurroundings(cwd: string) {
  let [stdout, stderr] = ['', '']
  const surroundings: Surroundings = {
    cwd,
    env: {},
    version: '1.2.3',
    services: registry,
    isTerminal: false,
    openBrowser: () => undefined,
    stopped: new Promise(() => undefined),
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
  }
  return { surroundings, written: () => ({ stdout, stderr }) }
}
