import { createHash } from 'node:crypto'
import type { Site } from '#codehost/call.ts'
import type { FoundDependency } from '#codehost/rules/security/dependencies.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { GlobalAdvisory } from '#codehost/schema/advisories.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { time } from '../format.ts'

/** The dependencies of a repository as a document of SPDX: `dependency-graph-spdx-sbom`. `at` is the present time. */
export function sbomJson(site: Site, repo: Repo, dependencies: readonly FoundDependency[], id: string, at: number) {
  const { fullName } = repoUrls(site, repo)
  const name = `com.github.${fullName}`
  const root = `SPDXRef-${name.replace('/', '-')}`
  const packages = [...new Map(dependencies.map((each) => [each.packageUrl, each])).values()]
  return {
    sbom: {
      SPDXID: 'SPDXRef-DOCUMENT',
      spdxVersion: 'SPDX-2.3',
      creationInfo: { created: time(at), creators: ['Tool: GitHub.com-Dependency-Graph'] },
      name,
      dataLicense: 'CC0-1.0',
      documentNamespace: `https://spdx.org/spdxdocs/protobom/${id}`,
      packages: [
        ...packages.map((each) => ({
          name: each.name,
          SPDXID: referenceOf(each),
          versionInfo: each.version,
          downloadLocation: 'NOASSERTION',
          filesAnalyzed: false,
          ...(each.license === null ? {} : { licenseConcluded: each.license }),
          externalRefs: [purlJson(each.packageUrl)],
        })),
        {
          name,
          SPDXID: root,
          versionInfo: repo.defaultBranch,
          downloadLocation: `git+https://github.com/${fullName}`,
          filesAnalyzed: false,
          externalRefs: [purlJson(`pkg:github/${fullName}@${repo.defaultBranch}`)],
        },
      ],
      relationships: [
        ...packages.map((each) => ({
          relationshipType: 'DEPENDS_ON',
          spdxElementId: root,
          relatedSpdxElement: referenceOf(each),
        })),
        { relationshipType: 'DESCRIBES', spdxElementId: 'SPDXRef-DOCUMENT', relatedSpdxElement: root },
      ],
    },
  }
}

function referenceOf({ ecosystem, name, version, packageUrl }: FoundDependency): string {
  const words = `${ecosystem}-${name}-${version}`.replaceAll(/[^A-Za-z\d.-]/g, '-')
  return `SPDXRef-${words}-${createHash('sha256').update(packageUrl).digest('hex').slice(0, 6)}`
}

function purlJson(referenceLocator: string) {
  return { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator }
}

/** A dependency that a comparison adds or removes: an item of `dependency-graph-diff`. */
export function dependencyChangeJson(
  { origin }: Site,
  change: 'added' | 'removed',
  { manifest, ecosystem, name, version, packageUrl, license, scope }: FoundDependency,
  advisories: readonly GlobalAdvisory[],
) {
  return {
    change_type: change,
    manifest,
    ecosystem,
    name,
    version,
    package_url: packageUrl,
    license,
    source_repository_url: ecosystem === 'actions' ? `${origin}/${name.split('/').slice(0, 2).join('/')}` : null,
    vulnerabilities: advisories.map(({ ghsaId, severity, summary }) => ({
      severity: severity ?? 'unknown',
      advisory_ghsa_id: ghsaId,
      advisory_summary: summary,
      advisory_url: `${origin}/advisories/${ghsaId}`,
    })),
    scope,
  }
}
