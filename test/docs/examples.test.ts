// The complete tests that the documentation shows, as they stand there, in a project with the package and no seed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProject, type Project } from '../runners/project.ts'
import { documentedBlocks, type Block } from './blocks.ts'

/** The application under test of a page: what its example calls, and does not define. */
const APPLICATIONS: Readonly<Record<string, string>> = {
  'docs/cloud.md': `import { PutObjectCommand } from '@aws-sdk/client-s3'
const bytes = new Uint8Array(8)
const uploadAvatar = (s3, user, Body) =>
  s3.send(new PutObjectCommand({ Bucket: 'uploads', Key: \`avatars/\${user}.png\`, Body, ContentType: 'image/png' }))
`,
  'docs/oidc-d.md': `const suspendEverybodyBut = async (login, okta) => {
  for await (const user of await okta.userApi.listUsers({}))
    if (user.profile.login !== login) await okta.userApi.suspendUser({ userId: user.id })
}
`,
}

const examples = documentedBlocks('ts').filter(
  ({ code }) => /from 'backlot\/vitest'/.test(code) && /^test\(/m.test(code),
)
const fileOf = ({ page, line }: Block): string => `${page.replace(/^.*\//, '').replace(/\.md$/, '')}-${line}.test.ts`

let project: Project
let output: string
beforeAll(async () => {
  const files = examples.map((block) => [fileOf(block), (APPLICATIONS[block.page] ?? '') + block.code])
  project = createProject(Object.fromEntries(files))
  ;({ output } = await project.run('vitest', ['run', '--reporter=verbose']))
})
afterAll(() => project[Symbol.dispose]())

test.for(examples.map((block) => [`${block.page}:${block.line}`, fileOf(block)] as const))(
  '%s passes with the starter seed',
  ([, file]) => {
    expect(output).toContain(`✓ ${file}`)
    expect(output).not.toContain(`FAIL  ${file}`)
  },
)
