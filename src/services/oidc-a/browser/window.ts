import type { Answer } from './options.ts'

/** The ends of a window on which a person signs in. */
export interface WindowEnds {
  answered(answer: Answer): void
  closed(): void
  blocked(): void
}

/** How often the library looks whether the person has closed the window. Milliseconds. */
const LOOK_EVERY = 200

/**
 * Opens a page of the emulator in a window of its own, and calls one of the ends once. The page posts its answer to
 * this page, whose origin is in `redirect_uri`.
 */
export function openWindow(path: string, parameters: Readonly<Record<string, string | undefined>>, ends: WindowEnds) {
  const id = `auth${randomDigits()}`
  const address = addressOf(path, { ...parameters, redirect_uri: relayTo(location.origin, id) })
  const opened = open(address, `g_auth_${id}`, 'popup,width=500,height=600')
  if (opened === null) return ends.blocked()
  const stop = (): void => {
    removeEventListener('message', listen)
    clearInterval(looking)
  }
  const listen = ({ source, origin, data }: MessageEvent<Answer>): void => {
    if (source !== opened || origin !== new URL(SERVED_ORIGIN).origin) return
    stop()
    opened.close()
    ends.answered(data)
  }
  const looking = setInterval(() => {
    if (!opened.closed) return
    stop()
    ends.closed()
  }, LOOK_EVERY)
  addEventListener('message', listen)
}

/** Returns the address of a page of the emulator; parameters without a value are left out. */
export function addressOf(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value)
  return `${SERVED_ORIGIN}${path}?${query.toString()}`
}

/** Returns digits that no other page can guess. */
export function randomDigits(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('')
}

/** Returns the redirect_uri that stands for a page. */
function relayTo(origin: string, id: string): string {
  return `storagerelay://${origin.replace('://', '/')}?id=${id}`
}
