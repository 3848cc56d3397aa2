// The documentation site. scripts/site.ts writes its pages and the sidebar into site/pages.
import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'

const sidebar = JSON.parse(readFileSync(new URL('../pages/sidebar.json', import.meta.url), 'utf8'))

/** The anchor that GitHub gives a heading, so that a link works in both places. */
function slugify(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

export default defineConfig({
  title: 'backlot',
  description: 'Stateful stand-ins for the web APIs your application calls, inside your test runner',
  lang: 'en',
  srcDir: 'pages',
  cleanUrls: false,
  // The texts of chips and links are checked for contrast in both modes.
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify },
    toc: { slugify },
    // The pages are plain Markdown: `<mount>` is text.
    html: false,
    config(md) {
      // Vue would read `{{ … }}` of the text and of code as an expression.
      for (const rule of ['text', 'code_inline']) {
        const render = md.renderer.rules[rule]
        md.renderer.rules[rule] = (...parts) => render(...parts).replaceAll('{{', '&#123;&#123;')
      }
    },
  },
  themeConfig: {
    // An index in the site itself: works without a network.
    search: {
      provider: 'local',
      // The name of the button has the key that is shown on it.
      options: { translations: { button: { buttonText: 'Search', buttonAriaLabel: 'Search K' } } },
    },
    nav: [
      { text: 'Start', link: '/vitest' },
      { text: 'Services', link: '/services/codehost' },
      { text: 'Recipes', link: '/recipes' },
      { text: 'API', link: '/api/index' },
    ],
    sidebar,
    outline: { level: [2, 3] },
  },
})
