// Values of headers arrive as one character for each byte. https://www.rfc-editor.org/rfc/rfc9110#section-5.5

/** Returns the text of a header whose client has sent it in UTF-8; other values are returned unchanged. */
export function headerText(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value) || /[^\0-\u00ff]/.test(value)) return value
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}

/**
 * Returns the text of a header with user metadata: encoded words are decoded (RFC 2047).
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html#UserMetadata
 */
export function metadataText(value: string): string {
  const [, encoding, encoded] = /^=\?utf-8\?([bq])\?([^?]*)\?=$/i.exec(value) ?? []
  if (encoding === undefined || encoded === undefined) return headerText(value)
  if (encoding.toLowerCase() === 'b') return Buffer.from(encoded, 'base64').toString('utf8')
  const bytes = encoded
    .replaceAll('_', ' ')
    .replaceAll(/=([\da-f]{2})/gi, (_match, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/**
 * Returns user metadata as headers carry it: printable ASCII unchanged, other text as one encoded word, in Base64 where
 * a character cannot be shown.
 */
export function metadataHeader(text: string): string {
  if (/^[\t\u0020-\u007e]*$/.test(text)) return text
  const bytes = Buffer.from(text)
  if (/[\p{C}\ufffd]/u.test(text)) return `=?UTF-8?B?${bytes.toString('base64')}?=`
  const quoted = [...bytes].map((byte) => {
    const letter = String.fromCharCode(byte)
    if (letter === ' ') return '_'
    return /[!-~]/.test(letter) && !/[=?_]/.test(letter) ? letter : `=${byte.toString(16).toUpperCase()}`
  })
  return `=?UTF-8?Q?${quoted.join('')}?=`
}
