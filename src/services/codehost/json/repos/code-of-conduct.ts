import type { Site } from '#codehost/call.ts'
import type { CodeOfConduct } from '#codehost/rules/repos/codes-of-conduct.ts'

/** A code of conduct without its text: `code-of-conduct`. */
export function codeOfConductJson({ base }: Pick<Site, 'base'>, { key, name }: CodeOfConduct) {
  return { key, name, html_url: null as string | null, url: `${base}/codes_of_conduct/${key}` }
}
