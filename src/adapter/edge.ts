// The module for runtimes that are not Node.js, such as the edge runtime of Next. It imports nothing, so that any
// bundler takes it.

const SENTENCE =
  "backlot/adapter needs Node.js, and this is the edge runtime: write export const runtime = 'nodejs' in the route's file"

/** Throws: the stand-ins need Node.js. */
export function createHandler(): never {
  throw new Error(SENTENCE)
}

/** Throws: the file system needs Node.js. */
export function filePersistence(): never {
  throw new Error(SENTENCE)
}

/** Throws: the stand-ins need Node.js. */
export function postgresPersistence(): never {
  throw new Error(SENTENCE)
}

/** Throws: the stand-ins need Node.js. */
export function redisPersistence(): never {
  throw new Error(SENTENCE)
}

/** Throws: the stand-ins need Node.js. */
export function s3Persistence(): never {
  throw new Error(SENTENCE)
}
