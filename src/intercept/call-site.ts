import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The number of frames that are searched for the application's own code: clients have many of their own. */
const FRAMES = 64

/** Returns the stack of the code that called `above`, without that function and those that it called. */
export function stackAbove(above: (...parameters: never[]) => unknown): string {
  const { stackTraceLimit } = Error
  const holder: { stack?: string } = {}
  Error.stackTraceLimit = FRAMES
  try {
    Error.captureStackTrace(holder, above)
    // The stack is formatted when it is first read, and then the limit counts no more.
    return holder.stack ?? ''
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/**
 * Returns the file and line of the application's code in a stack, from the working directory: `src/notify.ts:12`.
 * Frames of Node.js and of packages are skipped. When there are no others, because a package connects later than it was
 * called, the outermost frame of a package counts. Null for a stack without files.
 */
export function callSite(stack: string): string | null {
  const places = stack.split('\n').flatMap((line) => placeIn(line) ?? [])
  const own = places.find(({ file }) => !/[\\/]node_modules[\\/]/.test(file)) ?? places.at(-1)
  if (own === undefined) return null
  const path = relative(process.cwd(), own.file)
  return `${path.startsWith('..') ? own.file : path}:${own.line}`
}

interface Place {
  readonly file: string
  readonly line: string
}

function placeIn(frame: string): Place | null {
  const [, text = ''] = /^\s*at (.+)$/.exec(frame) ?? []
  const [, location = ''] = /\((.+)\)$/.exec(text) ?? [text, text.replace(/^async /, '')]
  const [, file = '', line = ''] = /^(.+?):(\d+)(?::\d+)?$/.exec(location) ?? []
  if (file === '' || file.startsWith('node:') || file.startsWith('<')) return null
  return { file: file.startsWith('file:') ? fileURLToPath(file) : file, line }
}
