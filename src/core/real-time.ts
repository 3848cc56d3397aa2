// Real time: the functions of the global object, kept from before a test installs fake timers, which must not stop the
// server in the test's thread. Every module that needs one takes it from here, because a module that is loaded later
// would keep the fake ones.

/** `setTimeout`, by the wall clock. */
export const startTimer = setTimeout
/** `clearTimeout`, by the wall clock. */
export const stopTimer = clearTimeout
/** `setInterval`, by the wall clock. */
export const startInterval = setInterval
/** `clearInterval`, by the wall clock. */
export const stopInterval = clearInterval
/** `setImmediate` of the real event loop. */
export const nextTurn = setImmediate
/** Returns the wall clock's time, in epoch milliseconds. */
export const wallNow = Date.now

// `performance.now` would load a part of Node.js that a start needs for nothing else.
const hrtime = process.hrtime.bind(process)

/** Returns the milliseconds since a fixed moment in the past, by a clock that only goes forward. */
export function elapsed(): number {
  const [seconds, nanoseconds] = hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
