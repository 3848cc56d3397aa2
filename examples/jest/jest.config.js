export default {
  testEnvironment: 'backlot/jest',
  testEnvironmentOptions: { services: ['codehost'] },
  // Octokit is ESM: no transform.
  transform: {},
}
