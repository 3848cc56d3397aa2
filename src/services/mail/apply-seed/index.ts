import { SeedProblem } from '#core/service.ts'
import type { MailContext } from '#mail/call.ts'
import { seedAudiences } from './audiences.ts'
import { addApiKey } from '#mail/rules/account/new-api-key.ts'
import { addDomain } from '#mail/rules/account/new-domain.ts'
import { addWebhook } from '#mail/rules/account/new-webhook.ts'
import type { Section } from '#mail/seed.ts'

/**
 * Fills the store from the `mail` section of a seed.
 *
 * @throws {@link SeedProblem} where the section contradicts itself.
 */
export function applySeed(context: MailContext, section: Section): void {
  const { rows } = context
  rows.verificationTime.set(section.verify_ms)
  if (section.account_email !== undefined) rows.accountEmail.set(section.account_email.toLowerCase())
  seedDomains(context, section)
  seedApiKeys(context, section)
  for (const { url, events, secret } of section.webhooks) {
    addWebhook(context, { endpoint: url, events, ...(secret === undefined ? {} : { secret }) })
  }
  seedAudiences(context, section)
}

function seedDomains(context: MailContext, { domains }: Section): void {
  if (domains.length > 0) context.rows.domainsAreListed.set(true)
  for (const [index, { name, status, region, open_tracking, click_tracking }] of domains.entries()) {
    if (context.rows.domains.find('name', name) !== undefined) {
      throw new SeedProblem(['domains', index, 'name'], `${name}: another domain has this name`)
    }
    addDomain(context, {
      name,
      status,
      region,
      returnPath: 'send',
      openTracking: open_tracking,
      clickTracking: click_tracking,
      trackingSubdomain: null,
      tls: 'opportunistic',
      sending: 'enabled',
      receiving: 'disabled',
    })
  }
}

function seedApiKeys(context: MailContext, { api_keys: keys }: Section): void {
  const { rows } = context
  if (keys.some(({ token }) => token !== undefined)) rows.keysAreListed.set(true)
  for (const [index, { name, token, permission, domain }] of keys.entries()) {
    if (token !== undefined && rows.apiTokens.get(token) !== undefined) {
      throw new SeedProblem(['api_keys', index, 'token'], `${token}: another key has this token`)
    }
    const found = domain === undefined ? null : rows.domains.find('name', domain.toLowerCase())
    if (found === undefined) {
      const names = rows.domains.all().map((each) => each.name)
      throw new SeedProblem(['api_keys', index, 'domain'], `no domain is named ${JSON.stringify(domain)}`, names)
    }
    const domainId = found?.id ?? null
    addApiKey(context, { name, permission, domainId, ...(token === undefined ? {} : { token }) })
  }
}
