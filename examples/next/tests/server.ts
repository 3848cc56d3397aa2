import { spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { env, next } from './build.ts'

/** The application's server, which tests can restart. */
export interface Server {
  /** Ends the server and starts another, which has only what was saved. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts the application with the state that the seed describes. */
export async function startServer(): Promise<Server> {
  rmSync('.backlot', { recursive: true, force: true })
  let child = await launch()
  return {
    async restart() {
      await end(child)
      child = await launch()
    },
    stop: () => end(child),
  }
}

function launch(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [next, 'start', '--port', '3100'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    child.stdout.on('data', (text: Buffer) => {
      if (text.toString().includes('Ready')) resolve(child)
    })
  })
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
    // Next waits for connections that a browser keeps open. What a page has shown is saved within a quarter of a
    // second.
    setTimeout(() => child.kill('SIGKILL'), 2000).unref()
  })
}
