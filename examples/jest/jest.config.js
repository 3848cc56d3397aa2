export default {
  testEnvironment: 'backlot/jest',
  testEnvironmentOptions: { services: ['codehost'] },
  // Octokit is published as ES modules, so no transform is needed.
  transform: {},
}
