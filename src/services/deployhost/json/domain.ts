import type { Rows, Site } from '#deployhost/call.ts'
import type { Domain, ProjectDomain } from '#deployhost/schema.ts'
import { challengeDomain, challengeValue } from '#deployhost/rules/domain-challenge.ts'

/** The vendor's nameservers. https://vercel.com/docs/domains/working-with-nameservers */
const NAMESERVERS = ['ns1.vercel-dns.com', 'ns2.vercel-dns.com']

/** A domain of a project. https://vercel.com/docs/rest-api/reference/endpoints/projects/get-a-project-domain */
export function projectDomainJson(domain: ProjectDomain) {
  return {
    name: domain.name,
    apexName: domain.apexName,
    projectId: domain.projectId,
    redirect: domain.redirect,
    redirectStatusCode: domain.redirectStatusCode,
    gitBranch: domain.gitBranch,
    ...(domain.customEnvironmentId === null ? {} : { customEnvironmentId: domain.customEnvironmentId }),
    updatedAt: domain.updatedAt,
    createdAt: domain.createdAt,
    verified: domain.verified,
    ...(domain.verified ? {} : { verification: [challengeJson(domain)] }),
  }
}

/** The DNS record by which the owner of a domain proves ownership. */
function challengeJson(domain: ProjectDomain) {
  return {
    type: 'TXT',
    domain: challengeDomain(domain),
    value: challengeValue(domain),
    reason: 'pending_domain_verification',
  }
}

/**
 * A domain of an account.
 * https://vercel.com/docs/rest-api/reference/endpoints/domains/get-information-for-a-single-domain
 */
export function domainJson({ rows }: Pick<Site, 'rows'>, domain: Domain) {
  return {
    id: domain.id,
    name: domain.name,
    boughtAt: null,
    createdAt: domain.createdAt,
    creator: creatorJson(rows, domain),
    ...(domain.customNameservers.length === 0 ? {} : { customNameservers: domain.customNameservers }),
    echMode: domain.echMode,
    expiresAt: null,
    intendedNameservers: NAMESERVERS,
    nameservers: domain.customNameservers.length === 0 ? [] : domain.customNameservers,
    renew: domain.renew,
    serviceType: domain.zone ? 'zeit.world' : 'external',
    teamId: domain.teamId,
    userId: domain.userId,
    verified: domain.verified,
  }
}

function creatorJson(rows: Rows, { userId }: Domain) {
  const { id, username, email } = rows.users.require(userId)
  return { id, username, email }
}

/** A domain's configuration: complete once the domain is verified. */
export function domainConfigJson(configured: boolean) {
  return {
    configuredBy: configured ? 'A' : null,
    acceptedChallenges: configured ? ['dns-01', 'http-01'] : [],
    recommendedIPv4: [{ rank: 1, value: ['216.198.79.1'] }],
    recommendedCNAME: [{ rank: 1, value: 'cname.vercel-dns.com.' }],
    misconfigured: !configured,
  }
}
