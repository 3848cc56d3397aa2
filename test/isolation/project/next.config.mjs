export default { serverExternalPackages: ['mongodb', 'undici', 'stripe', '@octokit/rest'] }
