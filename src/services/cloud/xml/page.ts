import { members, type XmlMembers, type XmlValue } from '#cloud/protocols/xml.ts'
import { pageOf, type Listing, type PageParameters } from '#cloud/rules/iam/page.ts'

/** Returns a page as members of an answer: `<Users><member>…</member></Users><IsTruncated>…</IsTruncated>`. */
export function pageXml<R>(
  name: string,
  listing: Listing<R>,
  parameters: PageParameters,
  shape: (row: R) => XmlValue,
): XmlMembers {
  const { rows, paging } = pageOf(listing, parameters)
  return { [name]: members(rows.map(shape)), ...paging }
}
