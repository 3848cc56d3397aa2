// The real function, saved before a test installs fake timers. `performance.now` would load a part of Node.js that a
// start needs for nothing else.
const hrtime = process.hrtime.bind(process)

/**
 * Returns the milliseconds since a fixed moment in the past, by a clock that only goes forward, whatever clock a test
 * has faked.
 */
export function elapsed(): number {
  const [seconds, nanoseconds] = hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
