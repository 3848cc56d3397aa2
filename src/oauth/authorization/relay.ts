/**
 * Returns the origin of the page that gets an answer as a message, for a redirect_uri that names a page in place of an
 * address: `storagerelay://https/app.test?id=auth1` stands for the page at `https://app.test` that opened the window.
 * Null for every other address. Google's library for browsers sends such addresses.
 */
export function relayedOrigin(uri: string): string | null {
  const [, scheme, host] = /^storagerelay:\/\/(https?)\/([^/?#]+)/.exec(uri) ?? []
  const origin = `${scheme}://${host}`
  return scheme !== undefined && URL.canParse(origin) ? new URL(origin).origin : null
}

/** The redirect_uri with which an application redeems the code that its page got as a message. */
export const RELAYED = 'postmessage'
