/** The requests of browsers to hosts that are refused, so that a refused call can name the page that made it. */
export class PageRequests {
  /** The URLs of the pages, by the method and URL of what they requested last. */
  readonly #pages = new Map<string, string>()

  /** Adds a request that a page makes. */
  add(method: string, url: URL, page: string): void {
    this.#pages.set(`${method} ${url.origin}${url.pathname}`, page)
  }

  /** Returns the URL of the page that requested a URL; null for a request that no page was seen to make. */
  pageOf(method: string, origin: string, path: string): string | null {
    return this.#pages.get(`${method} ${origin}${path}`) ?? null
  }

  clear(): void {
    this.#pages.clear()
  }
}
