/** The framework presets of projects. https://vercel.com/docs/frameworks/more-frameworks */
// prettier-ignore
export const FRAMEWORKS = [
  'container', 'blitzjs', 'nextjs', 'gatsby', 'remix', 'react-router', 'astro', 'hexo', 'eleventy', 'docusaurus-2',
  'docusaurus', 'preact', 'solidstart-1', 'solidstart', 'dojo', 'ember', 'vue', 'scully', 'ionic-angular', 'angular',
  'polymer', 'svelte', 'sveltekit', 'sveltekit-1', 'ionic-react', 'create-react-app', 'gridsome', 'umijs', 'sapper',
  'saber', 'stencil', 'nuxtjs', 'redwoodjs', 'hugo', 'jekyll', 'brunch', 'middleman', 'zola', 'hydrogen', 'vite',
  'tanstack-start', 'tanstack-start-lovable', 'vitepress', 'vuepress', 'parcel', 'fastapi', 'flask', 'fasthtml', 'django',
  'ash', 'factory-eve', 'eve', 'sanity', 'sanity-v2', 'storybook', 'nitro', 'hono', 'express', 'h3', 'koa', 'nestjs',
  'elysia', 'fastify', 'xmcp', 'python', 'ruby', 'rust', 'axum', 'actix-web', 'bun', 'node', 'go', 'services', 'mastra',
] as const
