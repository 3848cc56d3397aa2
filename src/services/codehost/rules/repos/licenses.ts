/** The licenses that the vendor knows, by key. */
export const LICENSES: Readonly<Record<string, readonly [name: string, spdx: string]>> = {
  'agpl-3.0': ['GNU Affero General Public License v3.0', 'AGPL-3.0'],
  'apache-2.0': ['Apache License 2.0', 'Apache-2.0'],
  'bsd-2-clause': ['BSD 2-Clause "Simplified" License', 'BSD-2-Clause'],
  'bsd-3-clause': ['BSD 3-Clause "New" or "Revised" License', 'BSD-3-Clause'],
  'bsl-1.0': ['Boost Software License 1.0', 'BSL-1.0'],
  'cc0-1.0': ['Creative Commons Zero v1.0 Universal', 'CC0-1.0'],
  'epl-2.0': ['Eclipse Public License 2.0', 'EPL-2.0'],
  'gpl-2.0': ['GNU General Public License v2.0', 'GPL-2.0'],
  'gpl-3.0': ['GNU General Public License v3.0', 'GPL-3.0'],
  'lgpl-2.1': ['GNU Lesser General Public License v2.1', 'LGPL-2.1'],
  mit: ['MIT License', 'MIT'],
  'mpl-2.0': ['Mozilla Public License 2.0', 'MPL-2.0'],
  unlicense: ['The Unlicense', 'Unlicense'],
}

/** Returns whether a repository can be created with this license. */
export function isKnownLicense(key: string): boolean {
  return key in LICENSES
}

/** The licenses that the vendor recommends, in its order. */
export const FEATURED_LICENSES: readonly string[] = ['apache-2.0', 'gpl-3.0', 'mit']
