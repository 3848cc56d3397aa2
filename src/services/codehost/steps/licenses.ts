import type * as licenseTexts from '#codehost/rules/repos/license-texts.ts'

type Texts = typeof licenseTexts

/** A step: loads the texts of licenses, for the routes that answer one. */
export async function loadLicenseTexts(): Promise<{ readonly texts: Texts }> {
  return { texts: await import('#codehost/rules/repos/license-texts.ts') }
}

/** A body that may name a license for the first commit. */
interface WithLicense {
  readonly body: { readonly license_template?: string | null | undefined }
}

/** A step: adds the text of the license that the body names; null for none and for one that the vendor lacks. */
export function loadLicenseBody({ body }: WithLicense): LicenseBody | Promise<LicenseBody> {
  const { license_template: key } = body
  if (!key) return { licenseBody: null }
  return loadLicenseTexts().then(({ texts }) => ({ licenseBody: texts.licenseTerms(key)?.body ?? null }))
}

interface LicenseBody {
  readonly licenseBody: string | null
}
