/** A program of others that works with payments or with auth-saas: its packages, and the flow that drives it. */
export interface Program {
  /** The name of its flow in `scripts/programs/flows/` too. */
  readonly name: string
  /** Exact versions; the first is that of the program. */
  readonly packages: Readonly<Record<string, string>>
}

const POSTGRES = { '@electric-sql/pglite': '0.5.16', '@electric-sql/pglite-socket': '0.2.17' }

const REACT = { react: '19.3.1', 'react-dom': '19.3.1' }

const nest = (version: string): Readonly<Record<string, string>> => ({
  '@nestjs/common': version,
  '@nestjs/core': version,
  '@nestjs/platform-express': version,
  'reflect-metadata': '0.2.2',
  rxjs: '7.8.2',
})

/** The programs, each in one version and unmodified. */
export const programs: readonly Program[] = [
  { name: 'clerk-expo', packages: { '@clerk/expo': '4.6.6', ...REACT } },
  { name: 'clerk-expo-2', packages: { '@clerk/clerk-expo': '2.20.1', ...REACT } },
  {
    name: 'clerk-chrome-extension',
    packages: { '@clerk/chrome-extension': '3.1.84', '@clerk/ui': '1.33.1', ...REACT },
  },
  {
    name: 'clerk-ui',
    packages: { '@clerk/ui': '1.34.0', '@clerk/clerk-js': '6.40.0', '@playwright/test': '1.65.1', ...REACT },
  },
  { name: 'better-auth', packages: { '@better-auth/stripe': '1.7.6', 'better-auth': '1.7.25', stripe: '22.6.2' } },
  {
    name: 'stripe-sync-engine',
    packages: { '@supabase/stripe-sync-engine': '0.48.5', stripe: '20.4.1', ...POSTGRES },
  },
  { name: 'stripe-replit-sync', packages: { 'stripe-replit-sync': '1.0.0', stripe: '20.4.1', ...POSTGRES } },
  {
    name: 'medusa',
    packages: { '@medusajs/payment-stripe': '2.21.2', '@medusajs/framework': '2.21.2', stripe: '15.12.0' },
  },
  {
    name: 'nestjs-golevelup',
    packages: { '@golevelup/nestjs-stripe': '1.1.1', stripe: '20.4.1', ...nest('12.5.1') },
  },
  { name: 'nestjs-stripe', packages: { 'nestjs-stripe': '1.0.0', stripe: '8.222.0', ...nest('8.4.7') } },
  { name: 'fastify-stripe', packages: { 'fastify-stripe': '2.4.1', fastify: '5.12.8', stripe: '23.1.0' } },
  { name: 'use-shopping-cart', packages: { 'use-shopping-cart': '3.2.0', stripe: '23.1.0' } },
  { name: 'feathers-stripe', packages: { 'feathers-stripe': '3.1.0', stripe: '14.25.0' } },
  { name: 'ghost-members', packages: { '@tryghost/members-stripe-service': '0.10.6' } },
  { name: 'lowdefy', packages: { '@lowdefy/connection-stripe': '4.0.0-rc.11' } },
  {
    name: 'agent-toolkit',
    packages: {
      '@stripe/agent-toolkit': '0.7.12',
      '@langchain/core': '0.3.80',
      '@modelcontextprotocol/sdk': '1.32.2',
      zod: '3.25.76',
    },
  },
  { name: 'stripe-cli', packages: { '@stripe/cli': '1.52.0' } },
]
