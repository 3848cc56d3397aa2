// The constants that the service writes before the text of the library, for each request: see routes/browser.ts.

/** The origin of the frames: that of the emulator that served the library. */
declare const SERVED_ORIGIN: string
/** The base URL of the API. */
declare const SERVED_API: string
/** The version that the page asked for: 3 for `/v3/`, otherwise the name of the release, such as `clover`. */
declare const SERVED_VERSION: number | string
