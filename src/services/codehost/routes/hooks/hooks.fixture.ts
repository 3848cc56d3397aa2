import { expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

/** A site with repositories and an organization for webhooks, and a token for each of the webhook scopes. */
export async function hooksSite() {
  const site = await codehostSite(() => ({
    tokens: {
      octocat: { login: 'octocat', scopes: ['repo', 'admin:org_hook'] },
      hooks: { login: 'octocat', scopes: ['admin:repo_hook'] },
      looks: { login: 'octocat', scopes: ['read:repo_hook'] },
      writes: { login: 'octocat', scopes: ['write:repo_hook'] },
      public: { login: 'octocat', scopes: ['public_repo'] },
      pusher: { login: 'hubber', scopes: ['repo', 'admin:org_hook'] },
    },
    codehost: {
      users: [{ login: 'octocat' }, { login: 'hubber' }],
      orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }] }],
      repos: [
        { owner: 'octocat', name: 'hello-world', auto_init: true, collaborators: [{ login: 'hubber' }] },
        { owner: 'octocat', name: 'empty', private: true },
        { owner: 'octocat', name: 'old', archived: true },
        { owner: 'acme', name: 'website', auto_init: true },
      ],
    },
  }))
  return {
    site,
    it: site.it,
    octokit: site.octokit,
    stranger: site.stranger,
    /** Creates a webhook of `octocat/hello-world` that sends to the receiver. */
    create: async (events = ['label'], secret = 'shh', token = 'octocat') => {
      const config = { url: site.receiver.url, content_type: 'json', secret }
      const hook = { owner: 'octocat', repo: 'hello-world', events, config }
      return (await site.octokit(token).repos.createWebhook(hook)).data
    },
    /** Returns the received events after checking each against the vendor's description. */
    delivered: async (): Promise<string[]> => {
      await site.codehost.webhooks.settled()
      expect(site.receiver.violations()).toEqual([])
      return site.receiver.received.map(({ event }) => event)
    },
  }
}
