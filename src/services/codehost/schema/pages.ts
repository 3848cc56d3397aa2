import { collection, value, timer } from '#core/store.ts'
import { cascade, setNull } from './keys.ts'

// The sites that repositories publish. Times are in epoch milliseconds. The wire shapes are in json/pages/.

/** The branch and the folder that a site is built from. */
interface PagesSource {
  readonly branch: string
  readonly path: '/' | '/docs'
}

/** The site of a repository. */
export interface PagesSite {
  readonly id: number
  readonly repoId: number
  /** `legacy` for a site that every push to its source builds, `workflow` for one that workflows deploy. */
  readonly buildType: 'legacy' | 'workflow'
  readonly source: PagesSource
  readonly cname: string | null
  readonly httpsEnforced: boolean
}

/** A build of a site from its source. */
export interface PagesBuild {
  readonly id: number
  readonly repoId: number
  readonly status: 'queued' | 'built'
  readonly sha: string
  readonly pusherId: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** A deployment of a site by a workflow. */
export interface PagesDeployment {
  readonly id: number
  readonly repoId: number
  /** The workflow's name for the build, by which the deployment is found: a SHA. */
  readonly version: string
  readonly isCancelled: boolean
  readonly createdAt: number
}

/** The collections of sites. */
export const pagesCollections = {
  pagesSites: collection<PagesSite>()({
    unique: { repo: ['repoId'] },
    references: { repoId: cascade('repos') },
  }),
  pagesBuilds: collection<PagesBuild>()({
    indexes: { byRepo: ['repoId', 'createdAt'] },
    references: { repoId: cascade('repos'), pusherId: setNull('accounts') },
  }),
  pagesDeployments: collection<PagesDeployment>()({
    indexes: { byVersion: ['repoId', 'version', 'createdAt'] },
    references: { repoId: cascade('repos') },
  }),
  endPagesBuild: timer<{ readonly buildId: number }>(),
  /** The domain whose health was asked for last; null before the first time. */
  checkedDomains: value<string | null, [repoId: number]>(null),
}
