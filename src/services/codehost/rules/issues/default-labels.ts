/**
 * The labels of every new repository.
 * https://docs.github.com/issues/using-labels-and-milestones-to-track-work/managing-labels#about-default-labels
 */
export const DEFAULT_LABELS: readonly (readonly [name: string, color: string, description: string])[] = [
  ['bug', 'd73a4a', "Something isn't working"],
  ['documentation', '0075ca', 'Improvements or additions to documentation'],
  ['duplicate', 'cfd3d7', 'This issue or pull request already exists'],
  ['enhancement', 'a2eeef', 'New feature or request'],
  ['good first issue', '7057ff', 'Good for newcomers'],
  ['help wanted', '008672', 'Extra attention is needed'],
  ['invalid', 'e4e669', "This doesn't seem right"],
  ['question', 'd876e3', 'Further information is requested'],
  ['wontfix', 'ffffff', 'This will not be worked on'],
]

const NAMES: ReadonlySet<string> = new Set(DEFAULT_LABELS.map(([name]) => name))

/** Returns whether a label has the name of a default label, whoever created it. */
export function isDefaultLabel({ name }: { readonly name: string }): boolean {
  return NAMES.has(name.toLowerCase())
}
