import type { MethodsFor } from '#core/commands.ts'
import type { AuthSaasCodes, AuthSaasLinks, codes, links } from './codes.ts'
import type { Cookie, SignedIn, signIn, SignInOptions } from './sign-in.ts'

/** A browser context, such as Playwright's, as far as a sign-in needs it. */
interface CookieJar {
  addCookies(cookies: Cookie[]): Promise<void>
}

/** The options of a sign-in in a browser. */
interface BrowserSignInOptions extends SignInOptions {
  /** The browser context that gets the cookies. */
  readonly context: CookieJar
}

/** Signs a user in; with a browser context, the promise resolves when the context has the cookies. */
export interface SignInMethod {
  (options: BrowserSignInOptions): Promise<SignedIn>
  (options: SignInOptions): SignedIn
}

/** Returns the emulator's methods: those of the commands, and a sign-in that takes a browser context. */
export function methods(
  commands: MethodsFor<{ readonly signIn: typeof signIn; readonly codes: typeof codes; readonly links: typeof links }>,
): {
  readonly signIn: SignInMethod
  readonly codes: AuthSaasCodes
  readonly links: AuthSaasLinks
} {
  function signInMethod(options: BrowserSignInOptions): Promise<SignedIn>
  function signInMethod(options: SignInOptions): SignedIn
  function signInMethod(options: SignInOptions | BrowserSignInOptions): SignedIn | Promise<SignedIn> {
    if (!('context' in options)) return commands.signIn(options)
    const { context, ...rest } = options
    const signedIn = commands.signIn(rest)
    return context.addCookies([...signedIn.cookies]).then(() => signedIn)
  }
  return { signIn: signInMethod, codes: commands.codes, links: commands.links }
}
