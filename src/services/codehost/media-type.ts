import type { CodehostCall } from './call.ts'

/**
 * Whether the client asks for one of the vendor's media types: `raw` by `application/vnd.github.raw+json`,
 * `application/vnd.github.v3.raw` and so on. https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api#media-types
 */
export function asks({ header }: Pick<CodehostCall, 'header'>, parameter: string): boolean {
  return (header('accept') ?? '').split(',').some((each) => {
    const [, named] =
      /^\s*application\/vnd\.github\.(?:v3\.|[\w-]+-preview\.)?([\w-]+)(?:\+json)?\s*(?:;|$)/.exec(each) ?? []
    return named === parameter
  })
}
