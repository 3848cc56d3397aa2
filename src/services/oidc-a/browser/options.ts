/** Options of the library, as the page gave them; functions among them are called with answers. */
export interface Options {
  readonly [name: string]: unknown
}

/** An answer that the library gives to a callback of the page. */
export interface Answer {
  readonly [name: string]: unknown
}

/** Returns a text option; undefined when the page gave none. */
export function textOf(options: Options, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Calls a function that the page may have given with its options. */
export function callBack(options: Options, name: string, ...values: unknown[]): void {
  const callback = options[name]
  if (typeof callback === 'function') callback(...values)
}

/** Writes a message of the library to the console of the page. */
export function complain(message: string): void {
  console.error(`[GSI_LOGGER]: ${message}`)
}
