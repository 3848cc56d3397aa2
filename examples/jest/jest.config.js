export default {
  testEnvironment: 'backlot/jest',
  // A failed test leaves .backlot/reports/<test>.html: its calls, what they changed, and why one was refused.
  testEnvironmentOptions: { services: ['codehost'], report: 'on-failure' },
  // Octokit is published as ES modules, so no transform is needed.
  transform: {},
}
