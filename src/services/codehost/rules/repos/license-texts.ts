import { brotliDecompressSync } from 'node:zlib'
import { ownMember } from '#core/objects.ts'
import { LICENSES } from './licenses.ts'
import { TEXTS } from './license-texts.generated.ts'

// SPDX's texts of the licenses. This module is large: only `await import` loads it.

/** The terms of a license. */
export interface LicenseTerms {
  /** The text, with `[year]` and `[fullname]` where the vendor has them. */
  readonly body: string
  readonly description: string
  readonly permissions: readonly string[]
  readonly conditions: readonly string[]
  readonly limitations: readonly string[]
}

const PERMISSIONS = ['commercial-use', 'modifications', 'distribution', 'private-use']
const WITH_PATENTS = ['commercial-use', 'modifications', 'distribution', 'patent-use', 'private-use']
const NO_LIABILITY = ['liability', 'warranty']

// In the vendor's lines; SPDX breaks them elsewhere.
const MIT = `MIT License

Copyright (c) [year] [fullname]

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`

const TERMS: Readonly<Record<string, Omit<LicenseTerms, 'body'>>> = {
  'agpl-3.0': {
    description:
      'Copyleft that also reaches users over a network: the source of a changed version is given to all of them.',
    permissions: WITH_PATENTS,
    conditions: ['include-copyright', 'document-changes', 'disclose-source', 'network-use-disclose', 'same-license'],
    limitations: NO_LIABILITY,
  },
  'apache-2.0': {
    description: 'Permissive, with an express grant of patents; copyright and license notices are kept.',
    permissions: WITH_PATENTS,
    conditions: ['include-copyright', 'document-changes'],
    limitations: ['trademark-use', 'liability', 'warranty'],
  },
  'bsd-2-clause': {
    description: 'Permissive, in two clauses: the notice is kept in source and in binaries.',
    permissions: PERMISSIONS,
    conditions: ['include-copyright'],
    limitations: NO_LIABILITY,
  },
  'bsd-3-clause': {
    description: 'Permissive, like the 2-clause license, and the names of the authors may not advertise derived works.',
    permissions: PERMISSIONS,
    conditions: ['include-copyright'],
    limitations: NO_LIABILITY,
  },
  'bsl-1.0': {
    description: 'Permissive; the notice is kept in source, and binaries need none.',
    permissions: PERMISSIONS,
    conditions: ['include-copyright--source'],
    limitations: NO_LIABILITY,
  },
  'cc0-1.0': {
    description: 'Gives up copyright as far as the law allows, and dedicates the work to the public domain.',
    permissions: PERMISSIONS,
    conditions: [],
    limitations: ['liability', 'trademark-use', 'patent-use', 'warranty'],
  },
  'epl-2.0': {
    description: 'Weak copyleft with a grant of patents, made for commercial use beside other modules.',
    permissions: WITH_PATENTS,
    conditions: ['disclose-source', 'include-copyright', 'same-license'],
    limitations: NO_LIABILITY,
  },
  'gpl-2.0': {
    description: 'Copyleft: whoever distributes the work or a derived one gives its source under the same license.',
    permissions: PERMISSIONS,
    conditions: ['include-copyright', 'document-changes', 'disclose-source', 'same-license'],
    limitations: NO_LIABILITY,
  },
  'gpl-3.0': {
    description:
      'Strong copyleft with a grant of patents: whoever distributes the work gives its whole source under the same license.',
    permissions: WITH_PATENTS,
    conditions: ['include-copyright', 'document-changes', 'disclose-source', 'same-license'],
    limitations: NO_LIABILITY,
  },
  'lgpl-2.1': {
    description: 'Copyleft for libraries: programs that only link to one may have other terms.',
    permissions: PERMISSIONS,
    conditions: ['include-copyright', 'disclose-source', 'document-changes', 'same-license--library'],
    limitations: NO_LIABILITY,
  },
  mit: {
    description: 'Short and permissive; only the copyright and license notices are kept.',
    permissions: PERMISSIONS,
    conditions: ['include-copyright'],
    limitations: NO_LIABILITY,
  },
  'mpl-2.0': {
    description: 'Weak copyleft by file: changed files stay under the license, files beside them need not.',
    permissions: WITH_PATENTS,
    conditions: ['disclose-source', 'include-copyright', 'same-license--file'],
    limitations: ['liability', 'trademark-use', 'warranty'],
  },
  unlicense: {
    description: 'No conditions at all: the work is dedicated to the public domain.',
    permissions: PERMISSIONS,
    conditions: [],
    limitations: NO_LIABILITY,
  },
}

// The texts never change while a process runs, and all instances share them.
let bodies: ReadonlyMap<string, string> | undefined

/** Returns the texts by the vendor's keys; the first call reads them. */
function licenseBodies(): ReadonlyMap<string, string> {
  return (bodies ??= readBodies())
}

function readBodies(): ReadonlyMap<string, string> {
  const json = brotliDecompressSync(Buffer.from(TEXTS, 'base64')).toString()
  const texts: Readonly<Record<string, string>> = { ...JSON.parse(json), MIT }
  return new Map(
    Object.entries(LICENSES).map(([key, [, spdx]]) => {
      const text = texts[spdx]?.replace(/<year> <owner>\.? ?/, '[year], [fullname]') ?? ''
      return [key, text.endsWith('\n') ? text : `${text}\n`]
    }),
  )
}

/** Returns the terms of a license; undefined for a key that the vendor does not know. */
export function licenseTerms(key: string): LicenseTerms | undefined {
  const terms = ownMember(TERMS, key)
  return terms === undefined ? undefined : { body: licenseBodies().get(key) ?? '', ...terms }
}

/** Returns the key of the license that a file contains, in any lines and for any holder; `other` for none. */
export function licenseIn(text: string): string {
  const words = wordsOf(text)
  const known = [...licenseBodies()].filter(([, body]) => words.includes(wordsOf(body)))
  // The text of a license may contain a shorter one's.
  return known.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? 'other'
}

function wordsOf(text: string): string {
  const lines = text.split('\n').filter((line) => !/^\s*(?:copyright |(?:the )?mit license)/i.test(line))
  return lines
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
