import { blobAt, blobText, type Commit, type Objects } from '#codehost/git/objects.ts'
import { entryAt } from '#codehost/git/trees.ts'
import { isMapping, readYaml, textOf, texts } from '../actions/yaml-values.ts'

/** A pull request as the categories of release notes see it. */
export interface NotedPull {
  readonly author: string
  readonly labels: readonly string[]
}

/** Labels and authors of pull requests, in lower case. */
interface PullFilter {
  readonly labels: readonly string[]
  readonly authors: readonly string[]
}

interface Category {
  readonly title: string
  /** `*` matches every pull request, with or without labels. */
  readonly labels: readonly string[]
  readonly exclude: PullFilter
}

/** A repository's configuration of release notes. */
export interface NotesConfiguration {
  readonly path: string
  readonly exclude: PullFilter
  readonly categories: readonly Category[]
}

const PATHS = ['.github/release.yml', '.github/release.yaml']

/** The heading of pull requests that match no category. */
const OTHERS = 'Other Changes'

/**
 * Returns the configuration at a commit: the named file, else the default one; null when there is none.
 * https://docs.github.com/repositories/releasing-projects-on-github/automatically-generated-release-notes#configuring-automatically-generated-release-notes
 */
export function notesConfiguration(
  objects: Objects,
  { tree }: Commit,
  named: string | undefined,
): NotesConfiguration | null {
  for (const path of named === undefined ? PATHS : [named]) {
    const entry = entryAt(objects, tree, path)
    const file = entry?.mode === '100644' || entry?.mode === '100755' ? blobAt(objects, entry.sha) : null
    const document = file === null ? null : readYaml(blobText(file) ?? '')
    const changelog = isMapping(document) ? document['changelog'] : null
    if (!isMapping(changelog)) continue
    const categories = Array.isArray(changelog['categories']) ? changelog['categories'].filter(isMapping) : []
    return { path, exclude: filterOf(changelog['exclude']), categories: categories.map(categoryOf) }
  }
  return null
}

/**
 * Groups the pull requests that are not excluded by the title of their category, in the order of the categories.
 * Without categories there is one group, null.
 */
export function divideByCategory<T>(
  { exclude, categories }: NotesConfiguration,
  all: readonly T[],
  describe: (each: T) => NotedPull,
): ReadonlyMap<string | null, readonly T[]> {
  const titles = categories.length === 0 ? [null] : [...categories.map(({ title }) => title), OTHERS]
  const found = new Map<string | null, T[]>(titles.map((title) => [title, []]))
  for (const each of all) {
    const pull = describe(each)
    if (excludes(exclude, pull)) continue
    const category = categories.find(({ labels, exclude }) => {
      return (labels.includes('*') || overlaps(labels, pull.labels)) && !excludes(exclude, pull)
    })
    found.get(categories.length === 0 ? null : (category?.title ?? OTHERS))?.push(each)
  }
  return new Map([...found].filter(([, under]) => under.length > 0))
}

function categoryOf(category: Readonly<Record<string, unknown>>): Category {
  const { labels, exclude } = category
  return { title: textOf(category['title']) ?? '', labels: lower(labels), exclude: filterOf(exclude) }
}

function filterOf(filter: unknown): PullFilter {
  return isMapping(filter)
    ? { labels: lower(filter['labels']), authors: lower(filter['authors']) }
    : { labels: [], authors: [] }
}

function excludes({ labels, authors }: PullFilter, pull: NotedPull): boolean {
  return overlaps(labels, pull.labels) || overlaps(authors, [pull.author])
}

function overlaps(filter: readonly string[], names: readonly string[]): boolean {
  return names.some((name) => filter.includes(name.toLowerCase()))
}

function lower(value: unknown): readonly string[] {
  return (texts(value) ?? []).map((each) => each.toLowerCase())
}
