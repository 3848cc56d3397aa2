// RFC 9110 sections 5.1 and 5.5
const NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/
const UNSENDABLE = /[^\t\u0020-\u007e\u0080-\u00ff]/
const UNSENDABLE_IN_LOCATION = /[^\u0021-\u007e]/

/** Returns true for a name that HTTP can send. */
export function isHeaderName(name: string): boolean {
  return NAME.test(name)
}

/** Returns the first character of a header's value that HTTP cannot send; undefined when it can send all. */
export function unsendableIn(value: string): string | undefined {
  return UNSENDABLE.exec(value)?.[0]
}

/**
 * Returns the value of a header as HTTP can send it: characters that it cannot send are percent-encoded in UTF-8, in
 * `location` all that a URL cannot have.
 */
export function sendable(name: string, value: string): string {
  const pattern = name === 'location' ? UNSENDABLE_IN_LOCATION : UNSENDABLE
  if (!pattern.test(value)) return value
  return value.replaceAll(new RegExp(pattern, 'gu'), (character) =>
    // A lone surrogate has no encoding.
    /[\ud800-\udfff]/.test(character) && character.length === 1 ? '%EF%BF%BD' : encodeURIComponent(character),
  )
}
