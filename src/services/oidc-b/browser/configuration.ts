/** The options of `AppleID.auth.init`. https://developer.apple.com/documentation/signinwithapplejs/clientconfigi */
export interface ClientConfig {
  readonly clientId?: string
  readonly redirectURI?: string
  readonly scope?: string
  readonly state?: string
  readonly nonce?: string
  readonly usePopup?: boolean
}

let configuration: ClientConfig | undefined

/** Takes the options of the page for every later sign-in. */
export function configure(options: ClientConfig): void {
  configuration = options
}

/**
 * Returns the options of the page, with those of one sign-in.
 *
 * @throws Error when the page has given none.
 */
export function configured(more: ClientConfig = {}): ClientConfig {
  if (configuration === undefined) throw new Error('The "init" function must be called first.')
  return { ...configuration, ...more }
}

/**
 * Returns the options that the page has as metadata; undefined when it has none.
 * https://developer.apple.com/documentation/signinwithapple/configuring-your-webpage-for-sign-in-with-apple
 */
export function configurationOfMarkup(): ClientConfig | undefined {
  const contents = new Map(
    [...document.querySelectorAll<HTMLMetaElement>('meta[name^="appleid-signin-"]')].map((meta) => [
      meta.name.slice('appleid-signin-'.length),
      meta.content,
    ]),
  )
  const named = { clientId: 'client-id', redirectURI: 'redirect-uri', scope: 'scope', state: 'state', nonce: 'nonce' }
  const texts = Object.entries(named).flatMap(([name, meta]) => {
    const content = contents.get(meta)
    return content === undefined ? [] : [[name, content] as const]
  })
  if (texts.length === 0) return undefined
  return { ...Object.fromEntries(texts), usePopup: contents.get('use-popup') === 'true' }
}
