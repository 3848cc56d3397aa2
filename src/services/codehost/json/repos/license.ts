import type { LicenseTerms } from '#codehost/rules/repos/license-texts.ts'
import { FEATURED_LICENSES, LICENSES } from '#codehost/rules/repos/licenses.ts'
import { nodeId } from '../format.ts'

/** A license as repositories and lists have it. `key` is `other` for a text that the vendor does not recognise. */
export function licenseJson(base: string, key: string) {
  const [name, spdx] = LICENSES[key] ?? ['Other', 'NOASSERTION']
  return {
    key,
    name,
    spdx_id: spdx,
    url: key in LICENSES ? `${base}/licenses/${key}` : null,
    node_id: nodeId('L', key),
  }
}

/** A license with its terms and its text. */
export function fullLicenseJson(base: string, key: string, terms: LicenseTerms) {
  const { body, description, permissions, conditions, limitations } = terms
  const names = body.includes('[fullname]')
    ? ' Replace [year] with the current year and [fullname] with the name (or names) of the copyright holders.'
    : ''
  return {
    ...licenseJson(base, key),
    html_url: `http://choosealicense.com/licenses/${key}/`,
    description,
    implementation: `Create a text file (typically named LICENSE or LICENSE.txt) in the root of your source code and copy the text of the license into the file.${names}`,
    permissions,
    conditions,
    limitations,
    body,
    featured: FEATURED_LICENSES.includes(key),
  }
}
