// The constant that the service writes before the text of the library, for each request: see routes/browser-library.ts.

/** The base URL of the emulator that served the library. */
declare const SERVED_ORIGIN: string
