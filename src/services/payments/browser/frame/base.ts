/** The address of the emulator that serves this frame at `<address>/v3/…`, without a slash at the end. */
export const EMULATOR = new URL('..', location.href).href.replace(/\/$/, '')
